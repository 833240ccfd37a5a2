import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { email } from '@bordee/core/wire.ts'
import { Anchor, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import * as z from 'zod'
import { useAction } from '../calls.ts'
import { PublicCard } from '../shells/PublicCard.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { EmailField } from '../ui/form/fields.tsx'

const request = z.object({ email })

// /reset-password: asks for the e-mail with a link to choose a new password.
export function ResetPasswordScreen() {
  const form = useForm(request, { defaultValues: { email: '' } })
  const at = fieldsOf(form)
  const reset = useAction(accountCalls.resetPassword, {
    done: 'Les instructions ont été envoyées avec succès.',
    failed: 'Impossible d’envoyer les instructions.',
  })
  const back = (
    <Anchor component={Link} to="/sign-in">
      Retour à la connexion
    </Anchor>
  )
  if (reset.isSuccess) {
    return (
      <PublicCard
        title="Consultez vos courriels"
        lead={
          `Si un compte existe pour ${form.getValues('email')}, un lien pour choisir un nouveau mot de passe vient d’y être ` +
          'envoyé. Il est valide une heure.'
        }
        links={back}
      />
    )
  }
  return (
    <PublicCard
      title="Mot de passe oublié"
      lead={<>Indiquez votre courriel&nbsp;: nous vous enverrons un lien pour en choisir un nouveau.</>}
      links={back}
    >
      <Form form={form} onSubmit={(values) => reset.mutate(values)} problem={reset.error} under="account" aria-label="Mot de passe oublié">
        <Stack gap="md">
          <EmailField name={at('email')} label="Courriel" />
          <SubmitButton fullWidth size="md" busy={reset.isPending}>
            Envoyer les instructions
          </SubmitButton>
        </Stack>
      </Form>
    </PublicCard>
  )
}
