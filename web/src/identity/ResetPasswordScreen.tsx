import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { Problem } from '@bordee/core/problem.ts'
import { email } from '@bordee/core/wire.ts'
import { Anchor, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod'
import { useAction } from '../calls.ts'
import { PublicCard } from '../shells/PublicCard.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { EmailField } from '../ui/form/fields.tsx'
import { useCaptcha } from './useCaptcha.tsx'

const request = z.object({ email })

// /reset-password: asks for the e-mail with a link to choose a new password.
export function ResetPasswordScreen() {
  const form = useForm(request, { defaultValues: { email: '' } })
  const at = fieldsOf(form)
  const reset = useAction(accountCalls.resetPassword, {
    done: 'Les instructions ont été envoyées avec succès.',
    failed: (error) => (asksForCaptcha(error) ? null : 'Impossible d’envoyer les instructions.'),
  })
  const [needsCaptcha, setNeedsCaptcha] = useState(false)
  const captcha = useCaptcha(reset.error)

  async function askForReset(values: z.output<typeof request>) {
    const solution = needsCaptcha ? await captcha.solution() : undefined
    if (solution === null) return
    reset.mutate(
      { ...values, ...(solution && { options: { captcha: solution } }) },
      {
        onError(error) {
          if (needsCaptcha) captcha.renew()
          if (asksForCaptcha(error)) setNeedsCaptcha(true)
        },
      },
    )
  }

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
      <Form
        form={form}
        onSubmit={askForReset}
        problem={asksForCaptcha(reset.error) ? undefined : reset.error}
        under="account"
        aria-label="Mot de passe oublié"
      >
        <Stack gap="md">
          <EmailField name={at('email')} label="Courriel" />
          {needsCaptcha && captcha.box}
          <SubmitButton fullWidth size="md" busy={reset.isPending}>
            Envoyer les instructions
          </SubmitButton>
        </Stack>
      </Form>
    </PublicCard>
  )
}

/** A second request within the hour, or a mailbox that gets many letters: the box appears, and says why by itself. */
const asksForCaptcha = (error: unknown) => error instanceof Problem && error.body.code === 'captcha-required'
