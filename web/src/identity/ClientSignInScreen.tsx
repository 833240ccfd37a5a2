import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { type ActingRole, actingRoleNames } from '@bordee/core/roles.ts'
import { email } from '@bordee/core/wire.ts'
import { Anchor, Button, Stack } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import * as z from 'zod'
import { useAction } from '../calls.ts'
import { useSession } from '../session.tsx'
import { PublicCard } from '../shells/PublicCard.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { EmailField } from '../ui/form/fields.tsx'
import { useCaptcha } from './useCaptcha.tsx'

const request = z.object({ email })

// auth/client/sign-in: a client asks for a sign-in link by e-mail. If they are already signed in, they are redirected
// (docs/product/identity.md).
export function ClientSignInScreen() {
  const { state } = useSession()
  if (state.status !== 'ready') return <LinkRequest />
  return state.role && state.role !== 'client' ? (
    <AtWork role={state.role} email={state.account.email} />
  ) : (
    <SignedInClient email={state.account.email} />
  )
}

function SignedInClient({ email }: { email: string }) {
  const { signOut } = useSession()
  const { contractId } = useSearch({ from: '/public/answers/auth/client/sign-in' })
  return (
    <PublicCard title="Espace client" lead={<>Vous êtes connecté avec {email}.</>}>
      <Stack>
        <Button component={Link} to={contractId ? `/client/contracts/${encodeURIComponent(contractId)}` : '/client/contracts'}>
          Continuer
        </Button>
        <Button variant="default" onClick={() => void signOut()}>
          Utiliser une autre adresse
        </Button>
      </Stack>
    </PublicCard>
  )
}

/** An employee may also be a client, but their work and their own contracts never share a session. */
function AtWork({ email, role }: { email: string; role: ActingRole }) {
  const { signOut } = useSession()
  const navigate = useNavigate()
  const search = useSearch({ from: '/public/answers/auth/client/sign-in' })
  const askAsClient = async () => {
    await navigate({ to: '/auth/client/sign-in', search: { ...search, email: search.email ?? email }, replace: true })
    await signOut()
  }
  return (
    <PublicCard
      title="Espace client"
      lead={
        <>
          Vous êtes connecté comme {actingRoleNames[role].toLowerCase()} avec {email}. L’espace client montre vos propres contrats et
          s’ouvre avec un lien reçu par courriel; votre session de travail se fermera dans ce navigateur.
        </>
      }
    >
      <Stack>
        <Button component={Link} to="/dashboard">
          Retourner à mon travail
        </Button>
        <Button variant="default" onClick={() => void askAsClient()}>
          Recevoir un lien de client
        </Button>
      </Stack>
    </PublicCard>
  )
}

function LinkRequest() {
  const { email: known, companyId, contractId } = useSearch({ from: '/public/answers/auth/client/sign-in' })
  const form = useForm(request, { defaultValues: { email: known ?? '' } })
  const at = fieldsOf(form)
  const send = useAction(accountCalls.sendSignInLink, {
    done: 'Le courriel a été envoyé.',
    failed: 'Impossible de demander un lien de connexion pour le moment.',
  })
  const captcha = useCaptcha(send.error)

  if (send.isSuccess) {
    return (
      <PublicCard
        title="Consultez vos courriels"
        lead={
          `Si une compagnie vous connaît sous l’adresse ${form.getValues('email')}, un lien de connexion vient d’y être envoyé. ` +
          'Il est valide une heure.'
        }
        links={
          <Anchor component="button" onClick={() => send.reset()}>
            Recevoir un nouveau lien
          </Anchor>
        }
      />
    )
  }

  async function askForLink(values: z.output<typeof request>) {
    const solution = await captcha.solution()
    if (!solution) return
    send.mutate(
      { ...values, ...(companyId && { companyId }), ...(contractId && { contractId }), options: { captcha: solution } },
      { onSettled: captcha.renew },
    )
  }

  return (
    <PublicCard
      title="Espace client"
      lead={<>Consultez et signez vos contrats. Pas de mot de passe&nbsp;: nous vous envoyons un lien par courriel.</>}
      links={
        <Anchor component={Link} to="/sign-in">
          Je travaille pour une compagnie
        </Anchor>
      }
    >
      <Form form={form} onSubmit={askForLink} problem={send.error} under="account" aria-label="Espace client">
        <Stack gap="md">
          <EmailField name={at('email')} label="Courriel" />
          {captcha.box}
          <SubmitButton fullWidth size="md" busy={send.isPending}>
            Recevoir mon lien
          </SubmitButton>
        </Stack>
      </Form>
    </PublicCard>
  )
}
