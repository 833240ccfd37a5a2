import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
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

// auth/client/sign-in: a client asks for a link by e-mail; already signed in, he goes on (docs/product/identity.md).
export function ClientSignInScreen() {
  const { state, signOut } = useSession()
  const navigate = useNavigate()
  if (state.status !== 'ready') return <LinkRequest />
  return (
    <PublicCard title="Espace client" lead={<>Vous êtes connecté avec {state.account.email}.</>}>
      <Stack>
        <Button size="md" onClick={() => void navigate({ to: '/client/contracts' })}>
          Continuer
        </Button>
        <Button size="md" variant="default" onClick={() => void signOut()}>
          Utiliser une autre adresse
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
        lead={`Si un déneigeur vous connaît sous l’adresse ${form.getValues('email')}, un lien de connexion vient d’y être envoyé. Il est valide une heure.`}
        links={
          <Anchor component="button" onClick={() => send.reset()}>
            Recevoir un nouveau lien
          </Anchor>
        }
      />
    )
  }

  function askForLink(values: z.output<typeof request>) {
    if (!captcha.requireTick() || !captcha.token) return
    send.mutate(
      { ...values, ...(companyId && { companyId }), ...(contractId && { contractId }), options: { captcha: captcha.token } },
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
