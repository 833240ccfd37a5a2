import { type PhoneSecret, secondFactorCalls } from '@bordee/core/identity/second-factor.calls.ts'
import { Problem } from '@bordee/core/problem.ts'
import { Alert, Anchor, Button, Code, Group, Loader, Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ask } from '../api.ts'
import { identity } from '../session.tsx'
import { notify, notifyFailure } from '../ui/notify.ts'
import { QrCode } from '../ui/QrCode.tsx'
import { WhyButton } from '../ui/WhyButton.tsx'
import { CodeField } from './CodeField.tsx'
import classes from './FactorSetup.module.css'
import { troublesOf } from './factor-troubles.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { withRecentSignIn } from './useRecentSignIn.tsx'

interface SetupProps {
  onOn?: () => unknown
  onDone: () => unknown
  onGivenUp?: () => void
}

/** Sets up a second factor: a secret for the phone, its first code, then the recovery codes, shown once. */
export function FactorSetup(props: SetupProps) {
  const { onGivenUp } = props
  const [secret, setSecret] = useState<PhoneSecret>()
  const [refusal, setRefusal] = useState<unknown>()
  const begun = useRef(false)
  const givenUp = useRef(onGivenUp)

  const begin = useCallback(async () => {
    setRefusal(undefined)
    try {
      const made = await withRecentSignIn(() => ask(secondFactorCalls.beginSecondFactor))
      if (made) setSecret(made)
      else if (givenUp.current) givenUp.current()
      else setRefusal(new Problem(403, 'Confirmez votre mot de passe pour continuer.'))
    } catch (error) {
      setRefusal(error)
    }
  }, [])

  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void begin()
  }, [begin])

  if (refusal !== undefined) return <Refused refusal={refusal} onAgain={begin} onGivenUp={onGivenUp} />
  if (!secret) return <Loader aria-label="Un instant…" />
  return (
    <PhoneSetup
      {...props}
      title="Activer la validation en deux étapes"
      button="Activer"
      secret={secret}
      confirm={(code) => ask(secondFactorCalls.confirmSecondFactor, { code })}
    />
  )
}

interface PhoneSetupProps extends SetupProps {
  title: string
  button: string
  secret: PhoneSecret
  confirm: (code: string) => Promise<{ recoveryCodes: string[] }>
}

/** Shows the secret, asks for the phone's first code, then shows the recovery codes that the server returns. */
export function PhoneSetup({ title, button, secret, confirm, onOn, onDone, onGivenUp }: PhoneSetupProps) {
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()
  const [code, setCode] = useState('')
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit() {
    setBusy(true)
    try {
      setRecoveryCodes((await confirm(code)).recoveryCodes)
      onOn?.()
    } catch (error) {
      setTrouble(troublesOf(error).code)
    }
    setBusy(false)
  }

  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onKept={onDone} />
  return (
    <form
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
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
        <Anchor href={secret.uri} size="sm" hiddenFrom="sm">
          Ouvrir l’application de ce téléphone
        </Anchor>
        <Text size="sm">2. Entrez le code que l’application affiche.</Text>
        <CodeField value={code} onChange={setCode} trouble={trouble} isFirst />
        <Group justify="flex-end">
          {onGivenUp && (
            <Button variant="default" onClick={onGivenUp}>
              Annuler
            </Button>
          )}
          <WhyButton type="submit" loading={isBusy} why={code.trim() === '' && 'Entrez d’abord le code.'}>
            {button}
          </WhyButton>
        </Group>
      </Stack>
    </form>
  )
}

/** Shows the refusal and what the user can do about it. */
function Refused({ refusal, onAgain, onGivenUp }: { refusal: unknown; onAgain: () => unknown; onGivenUp: (() => void) | undefined }) {
  const message = refusal instanceof Problem ? refusal.message : 'Impossible d’activer la validation en deux étapes.'
  const isUnproven = refusal instanceof Problem && refusal.body.code === 'unproven-email'

  async function sendLetter() {
    try {
      await identity.sendEmailVerification()
      notify('success', 'Un courriel de confirmation vous a été envoyé.')
    } catch (error) {
      notifyFailure(error, 'Impossible d’envoyer le courriel de confirmation.')
    }
  }

  return (
    <Stack gap="md">
      <Alert color="red">{message}</Alert>
      <Group justify="flex-end">
        {onGivenUp && (
          <Button variant="default" onClick={onGivenUp}>
            Annuler
          </Button>
        )}
        {isUnproven && (
          <Button variant="default" onClick={() => void sendLetter()}>
            Recevoir un courriel de confirmation
          </Button>
        )}
        <Button onClick={() => void onAgain()}>Réessayer</Button>
      </Group>
    </Stack>
  )
}

const spaced = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret
