import { Problem } from '@bordee/core/problem.ts'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { IdentityError, type IdentityErrorKind } from '../identity.ts'
import { identity } from '../session.tsx'
import { ask } from '../ui/dialogs.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { QuestionForm } from '../ui/QuestionForm.tsx'
import { OwnPassword } from './OwnPassword.tsx'
import { useCaptcha } from './useCaptcha.tsx'

const SecondStep = lazyComponent(async () => (await import('./SecondStep.tsx')).SecondStep)

/**
 * Does `work`. If the server refuses it with `requires-recent-login`, asks for the password and tries again.
 * Undefined when the user cancels.
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

function troubleOf(kind: IdentityErrorKind, code: string | undefined): string | undefined {
  if (code === 'captcha-required') return undefined
  return kind === 'wrong-password' ? 'Courriel ou mot de passe invalide.' : 'Une erreur s’est produite, impossible de vous connecter.'
}

function PasswordQuestion({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) {
  const [password, setPassword] = useState('')
  const [trouble, setTrouble] = useState<string>()
  const [ticket, setTicket] = useState<string>()
  const [busy, setBusy] = useState(false)
  // After too many wrong passwords the server asks for a captcha, as on the sign-in page.
  const [refusal, setRefusal] = useState<unknown>()
  const captcha = useCaptcha(refusal)

  async function confirm() {
    setBusy(true)
    const solution = refusal ? await captcha.solution() : undefined
    if (solution === null) return setBusy(false)
    try {
      await identity.signInAgain(password, solution)
      onAnswer(true)
    } catch (error) {
      const { kind, code, cause } = error instanceof IdentityError ? error : new IdentityError('internal-error', '', error)
      if (refusal) captcha.renew()
      if (code === 'captcha-required') setRefusal(cause)
      if (code === 'second-factor' && cause instanceof Problem) return setTicket(cause.body.ticket)
      setTrouble(troubleOf(kind, code))
      setBusy(false)
    }
  }

  if (ticket)
    return (
      <SecondStep
        ticket={ticket}
        onEntered={() => onAnswer(true)}
        onBack={() => {
          setTicket(undefined)
          setBusy(false)
        }}
      />
    )
  return (
    <QuestionForm submit="Continuer" busy={busy} ready={password !== ''} onSubmit={confirm} onCancel={() => onAnswer(false)}>
      <Text size="sm">Ce changement touche la sécurité de votre compte. Entrez votre mot de passe pour continuer.</Text>
      <OwnPassword value={password} onChange={setPassword} trouble={trouble} />
      {refusal !== undefined && captcha.box}
    </QuestionForm>
  )
}
