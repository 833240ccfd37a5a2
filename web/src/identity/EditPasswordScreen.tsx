import { type PasswordChoice, passwordChoice } from '@bordee/core/identity/password-choice.ts'
import { Alert, Anchor, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { IdentityError } from '../identity.ts'
import { identity, useSession } from '../session.tsx'
import { PublicCard } from '../shells/PublicCard.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { PasswordField } from '../ui/form/fields.tsx'
import { notify, notifyFailure } from '../ui/notify.ts'
import { LoadingPage } from '../ui/states.tsx'
import { storedResetCode, storeResetCode } from './reset-code.ts'

/** Why the link's code is refused, and what to do about it. */
const troubles: Record<string, string> = {
  'missing-action-code': 'Il manque le code dans ce lien. Ouvrez le lien complet du courriel, ou demandez-en un nouveau.',
  'invalid-action-code': 'Ce lien est invalide ou a déjà servi. Demandez-en un nouveau.',
}

// /edit-password: choose a new password, with the code from the e-mailed link.
export function EditPasswordScreen() {
  const navigate = useNavigate()
  const { reload } = useSession()
  const [code] = useState(storedResetCode)
  const [problem, setProblem] = useState<unknown>()
  const form = useForm(passwordChoice, { defaultValues: { password: '', confirmation: '' } })
  const at = fieldsOf(form)
  const owner = useQuery({
    queryKey: ['reset-code', code],
    queryFn: () => identity.verifyResetCode(code),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (owner.isPending) return <LoadingPage />
  if (owner.error) return <BadCode error={owner.error} />

  async function save(values: PasswordChoice) {
    try {
      await identity.confirmReset(code ?? '', values.password)
      storeResetCode(undefined)
      notify('success', 'Le mot de passe a été modifié avec succès.')
      await identity.resume().catch(() => undefined)
      await reload()
      await navigate({ to: '/sign-in' })
    } catch (error) {
      const cause = error instanceof IdentityError ? error.cause : error
      setProblem(cause)
      notifyFailure(cause, 'Impossible de modifier le mot de passe.')
    }
  }

  return (
    <PublicCard title="Nouveau mot de passe" lead={`Pour le compte ${owner.data}`}>
      <Form form={form} onSubmit={save} problem={problem} under="account" aria-label="Nouveau mot de passe">
        <Stack gap="md">
          <PasswordField name={at('password')} label="Nouveau mot de passe" required description="Au moins 8 caractères." fresh />
          <PasswordField name={at('confirmation')} label="Confirmez le mot de passe" required fresh />
          <SubmitButton fullWidth size="md">
            Enregistrer
          </SubmitButton>
        </Stack>
      </Form>
    </PublicCard>
  )
}

function BadCode({ error }: { error: unknown }) {
  const { code, message } = error instanceof IdentityError ? error : { code: undefined, message: '' }
  // The server's message says how long the link was valid: an invitation lasts longer than a reset.
  const trouble = code === 'expired-action-code' ? message : troubles[code ?? '']
  return (
    <PublicCard
      title="Ce lien ne fonctionne pas"
      links={
        <>
          <Anchor component={Link} to="/reset-password">
            Demander un nouveau lien
          </Anchor>
          <Anchor component={Link} to="/sign-in">
            Retour à la connexion
          </Anchor>
        </>
      }
    >
      <Alert color="amber" role="alert">
        {trouble ?? 'Impossible de vérifier ce lien pour le moment. Veuillez réessayer plus tard.'}
      </Alert>
    </PublicCard>
  )
}
