import { Problem } from '@bordee/core/problem.ts'
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { IdentityError } from '../identity.ts'
import { identity } from '../session.tsx'
import { ask } from '../ui/dialogs.tsx'

/**
 * Does something that the server may refuse with `requires-recent-login`: then asks for the password and does it again.
 * Answers undefined when the person gave up.
 */
export async function withRecentSignIn<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!needsRecentSignIn(error)) throw error
    const confirmed = await ask<boolean>('Confirmez votre mot de passe', false, (answer) => <PasswordQuestion onAnswer={answer} />)
    return confirmed ? work() : undefined
  }
}

function needsRecentSignIn(error: unknown): boolean {
  const problem = error instanceof IdentityError ? error.cause : error
  return problem instanceof Problem && problem.body.code === 'requires-recent-login'
}

function PasswordQuestion({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) {
  const [password, setPassword] = useState('')
  const [trouble, setTrouble] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    try {
      await identity.signInAgain(password)
      onAnswer(true)
    } catch (error) {
      const isWrong = error instanceof IdentityError && error.kind === 'wrong-password'
      setTrouble(isWrong ? 'Courriel ou mot de passe invalide.' : "Une erreur s'est produite, impossible de vous connecter.")
      setBusy(false)
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void confirm()
      }}
    >
      <Stack>
        <Text size="sm">Ce changement touche la sécurité de votre compte. Entrez votre mot de passe pour continuer.</Text>
        <PasswordInput
          label="Mot de passe"
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={trouble}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onAnswer(false)}>
            Annuler
          </Button>
          <Button type="submit" loading={busy} disabled={password === ''}>
            Continuer
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
