import { secondFactorCalls } from '@bordee/core/identity/second-factor.calls.ts'
import { Button, Code, Group, Loader, Stack, Text } from '@mantine/core'
import encodeQR from 'qr'
import { useEffect, useRef, useState } from 'react'
import { ask } from '../api.ts'
import { tell } from '../ui/tell.ts'
import { CodeField } from './CodeField.tsx'
import classes from './FactorSetup.module.css'
import { troublesOf } from './factor-troubles.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { withRecentSignIn } from './useRecentSignIn.tsx'

/** A secret for the phone, its first code, and the recovery codes: shown once. */
export function FactorSetup({ onDone, onGivenUp }: { onDone: () => unknown; onGivenUp?: () => void }) {
  const [secret, setSecret] = useState<{ secret: string; uri: string }>()
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()
  const [code, setCode] = useState('')
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const begun = useRef(false)

  useEffect(() => {
    if (begun.current) return
    begun.current = true
    withRecentSignIn(() => ask(secondFactorCalls.beginSecondFactor)).then(
      (made) => (made ? setSecret(made) : onGivenUp?.()),
      (error: unknown) => {
        tell(error, 'Impossible d’activer la validation en deux étapes.')
        onGivenUp?.()
      },
    )
  }, [onGivenUp])

  async function confirm() {
    setBusy(true)
    try {
      setRecoveryCodes((await ask(secondFactorCalls.confirmSecondFactor, { code })).recoveryCodes)
    } catch (error) {
      setTrouble(troublesOf(error).code)
    }
    setBusy(false)
  }

  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onKept={onDone} />
  if (!secret) return <Loader aria-label="Un instant…" />
  return (
    <form
      aria-label="Activer la validation en deux étapes"
      onSubmit={(event) => {
        event.preventDefault()
        void confirm()
      }}
    >
      <Stack gap="md">
        <Text size="sm">
          1. Dans une application d’authentification (Google Authenticator, Microsoft Authenticator, 1Password…), ajoutez un compte en
          balayant ce code.
        </Text>
        <QrCode text={secret.uri} />
        <Text size="sm">
          Impossible de le balayer? Entrez cette clé à la main{'\u00a0'}: <Code className={classes.secret}>{spaced(secret.secret)}</Code>
        </Text>
        <Text size="sm">2. Entrez le code que l’application affiche.</Text>
        <CodeField value={code} onChange={setCode} trouble={trouble} />
        <Group justify="flex-end">
          {onGivenUp && (
            <Button variant="default" onClick={onGivenUp}>
              Annuler
            </Button>
          )}
          <Button type="submit" loading={isBusy} disabled={code.trim() === ''}>
            Activer
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const spaced = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

/** Black on white whatever the theme: phones read it so. Each dark module is a square of one path. */
function QrCode({ text }: { text: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label="Code QR à balayer"
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
