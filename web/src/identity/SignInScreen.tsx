import { Problem } from '@bordee/core/problem.ts'
import { email } from '@bordee/core/wire.ts'
import { Anchor, Checkbox, Stack } from '@mantine/core'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod'
import { IdentityError } from '../identity.ts'
import { report } from '../report.ts'
import { identity, useSession } from '../session.tsx'
import { GoTo } from '../shells/GoTo.tsx'
import { PublicCard } from '../shells/PublicCard.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { EmailField, PasswordField } from '../ui/form/fields.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { notify, notifyFailure, unnotify } from '../ui/notify.ts'
import { useCaptcha } from './useCaptcha.tsx'

const SecondStep = lazyComponent(async () => (await import('./SecondStep.tsx')).SecondStep)

const wrongPassword = 'Courriel ou mot de passe invalide.'

const credentials = z.object({ email, password: z.string().min(1, 'Ce champ est requis.') })

// /sign-in: e-mail and password; Enter submits.
export function SignInScreen() {
  const { state, reload } = useSession()
  const { next, step } = useSearch({ from: '/public/sign-in' })
  const navigate = useNavigate()
  const { history } = useRouter()
  const [stays, setStays] = useState(true)
  const [problem, setProblem] = useState<unknown>()
  const [ticket, setTicket] = useState<string>()
  const [needsCaptcha, setNeedsCaptcha] = useState(false)
  const captcha = useCaptcha(problem)
  const form = useForm(credentials, { defaultValues: { email: '', password: '' } })
  const at = fieldsOf(form)

  if (state.status === 'ready') return <GoTo path={safePath(next) ?? (state.role === 'client' ? '/client/contracts' : '/dashboard')} />

  if (state.status === 'unfinished') return <GoTo path="/second-factor" />

  const persistence = stays ? 'local' : 'session'

  async function signIn({ email, password }: z.output<typeof credentials>) {
    const solution = needsCaptcha ? await captcha.solution() : undefined
    if (solution === null) return
    try {
      setProblem(undefined)
      await identity.signIn(email, password, { persistence, ...(solution && { captcha: solution }) })
      unnotify('failure', wrongPassword)
      await reload()
    } catch (error) {
      explain(error)
    }
  }

  function explain(error: unknown) {
    const { kind, code, cause } = error instanceof IdentityError ? error : new IdentityError('internal-error', '', error)
    if (needsCaptcha) captcha.renew()
    if (code === 'second-factor' && cause instanceof Problem) {
      setTicket(cause.body.ticket)
      // A page of its own in the history: « Back » leads to the password again.
      void navigate({ to: '/sign-in', search: { ...(next && { next }), step: 'code' } })
    } else if (code === 'captcha-required') {
      setNeedsCaptcha(true)
      setProblem(cause)
    } else if (kind === 'wrong-password' || kind === 'user-not-found') notify('failure', wrongPassword)
    else {
      if (kind === 'internal-error' && !code) report(error, 'sign-in')
      notifyFailure(cause, 'Une erreur s’est produite, impossible de vous connecter.')
    }
  }

  if (ticket && step === 'code')
    return (
      <PublicCard title="Validation en deux étapes">
        <SecondStep ticket={ticket} persistence={persistence} onEntered={reload} onBack={() => history.back()} />
      </PublicCard>
    )
  return (
    <PublicCard
      title="Connexion"
      lead="Le bureau de votre compagnie de déneigement."
      links={
        <>
          <Anchor component={Link} to="/reset-password">
            Mot de passe oublié?
          </Anchor>
          <Anchor component={Link} to="/sign-up">
            Inscrire ma compagnie
          </Anchor>
          <Anchor component={Link} to="/auth/client/sign-in">
            Je suis un client
          </Anchor>
        </>
      }
    >
      <Form form={form} onSubmit={signIn} aria-label="Connexion">
        <Stack gap="md">
          <EmailField name={at('email')} label="Courriel" />
          <PasswordField name={at('password')} label="Mot de passe" />
          <Checkbox label="Se souvenir de moi" checked={stays} onChange={(event) => setStays(event.currentTarget.checked)} />
          {needsCaptcha && captcha.box}
          <SubmitButton fullWidth size="md">
            Se connecter
          </SubmitButton>
        </Stack>
      </Form>
    </PublicCard>
  )
}

/** Only our own pages: a link must not redirect to another site. */
const safePath = (path: string | undefined) => (path && /^\/(dashboard|auth\/verify-email)(?=[/?]|$)/.test(path) ? path : undefined)
