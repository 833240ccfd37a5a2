import type { Persistence } from '@bordee/core/identity/identity.calls.ts'
import { secondFactorCalls } from '@bordee/core/identity/second-factor.calls.ts'
import { Problem } from '@bordee/core/problem.ts'
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ask } from '../api.ts'
import { IdentityError } from '../identity.ts'
import { identity } from '../session.tsx'
import { notify } from '../ui/notify.ts'
import { WhyButton } from '../ui/WhyButton.tsx'
import { CodeField } from './CodeField.tsx'

interface Props {
  /** What the server returned for the right password. */
  ticket: string
  /** By default that of the current session. */
  persistence?: Persistence
  onEntered: () => unknown
  /** The ticket has expired or the user goes back: ask for the password again. */
  onBack: () => void
}

/** The second step of signing in: a code from the phone, or a recovery code. */
export function SecondStep({ ticket, persistence, onEntered, onBack }: Props) {
  const [code, setCode] = useState('')
  const [isRecovery, setRecovery] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function enter() {
    setBusy(true)
    setTrouble(undefined)
    try {
      const kept = persistence ?? identity.persistence
      await identity.enterBy(ask(secondFactorCalls.takeSecondStep, { ticket, code, persistence: kept }), kept)
      await onEntered()
    } catch (error) {
      setBusy(false)
      const cause = error instanceof IdentityError ? error.cause : error
      if (!(cause instanceof Problem)) return setTrouble('Une erreur s’est produite, impossible de vous connecter.')
      if (cause.body.code !== 'second-step-expired') return setTrouble(cause.message)
      notify('failure', cause.message)
      onBack()
    }
  }

  return (
    <form
      aria-label="Validation en deux étapes"
      onSubmit={(event) => {
        event.preventDefault()
        void enter()
      }}
    >
      <Stack gap="md">
        <Text size="sm">
          {isRecovery
            ? 'Entrez un de vos codes de secours. Chacun ne sert qu’une fois.'
            : 'Ouvrez votre application d’authentification et entrez le code qu’elle affiche pour Bordée.'}
        </Text>
        <CodeField key={String(isRecovery)} value={code} onChange={setCode} trouble={trouble} isRecovery={isRecovery} isFirst />
        <WhyButton type="submit" size="md" fullWidth loading={isBusy} why={code.trim() === '' && 'Entrez d’abord le code.'}>
          Continuer
        </WhyButton>
        <Button
          variant="subtle"
          onClick={() => {
            setRecovery(!isRecovery)
            setCode('')
            setTrouble(undefined)
          }}
        >
          {isRecovery ? 'Utiliser le code de mon téléphone' : 'Utiliser un code de secours'}
        </Button>
        <Button variant="subtle" color="gray" onClick={onBack}>
          Retour
        </Button>
      </Stack>
    </form>
  )
}
