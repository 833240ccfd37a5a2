import { profileFields } from '@bordee/core/accounts/account.ts'
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { type PasswordChoice, passwordChoice } from '@bordee/core/identity/password-choice.ts'
import { Alert, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type * as z from 'zod'
import { ask } from '../api.ts'
import { IdentityError } from '../identity.ts'
import { identity, useMe, useSession } from '../session.tsx'
import { AppearanceCard } from '../ui/AppearanceCard.tsx'
import { Form, fieldsOf, SubmitButton, trySubmit, useForm } from '../ui/form/Form.tsx'
import { EmailField, PasswordField, TextField } from '../ui/form/fields.tsx'
import { useEditing } from '../ui/form/useEditing.tsx'
import { useLeavePrompt } from '../ui/form/useLeavePrompt.tsx'
import { valuesFrom } from '../ui/form/values.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { notify, notifyFailure } from '../ui/notify.ts'
import { PageHeader } from '../ui/states.tsx'
import classes from './ProfileScreen.module.css'
import { useProofLetter } from './useProofLetter.ts'
import { withRecentSignIn } from './useRecentSignIn.tsx'

const SecondFactorCard = lazyComponent(async () => (await import('./SecondFactorCard.tsx')).SecondFactorCard)

// /dashboard/profile: the user's names, e-mail, password and colours (docs/product/identity.md).
export function ProfileScreen() {
  return (
    <>
      <PageHeader title="Mon profil" />
      <div className={classes.cards}>
        <PersonForm />
        <PasswordForm />
        <SecondFactorCard />
        <AppearanceCard />
      </div>
    </>
  )
}

function PersonForm() {
  const { account } = useMe()
  const { reload } = useSession()
  const [problem, setProblem] = useState<unknown>()
  const { form, onSubmit, prompt } = useEditing(profileFields, account, {
    valuesOf: (one) => valuesFrom(profileFields, one),
    asInput: (one) => one,
    save,
  })
  const at = fieldsOf(form)

  async function save(changes: Partial<z.output<typeof profileFields>>) {
    try {
      const saved = await withRecentSignIn(() => ask(accountCalls.updateCurrentAccount, { account: changes }))
      if (!saved) return undefined
      setProblem(undefined)
      notify('success', 'Modifications enregistrées avec succès')
      if (changes.email && saved.email !== changes.email)
        notify('warning', `Ouvrez le lien envoyé à ${changes.email} pour confirmer votre nouveau courriel.`)
      await reload()
      return saved
    } catch (error) {
      setProblem(error)
      notifyFailure(error, 'Une erreur est survenue.')
      throw error
    }
  }

  return (
    <section className="bordee-card">
      <Form form={form} onSubmit={onSubmit} problem={problem} under="account" aria-label="Identité">
        <Stack p="lg">
          <Title order={2} size="h4">
            Identité
          </Title>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField name={at('firstName')} label="Prénom" required autoComplete="given-name" />
            <TextField name={at('lastName')} label="Nom" required autoComplete="family-name" />
          </SimpleGrid>
          <EmailField
            name={at('email')}
            label="Courriel"
            description="Un nouveau courriel compte une fois confirmé par le lien que vous y recevrez."
          />
          {!account.emailVerified && <Unproven email={account.email} />}
          <SubmitButton whenDirty className={classes.save} />
        </Stack>
      </Form>
      {prompt}
    </section>
  )
}

/** Accesses given to an address don't count until it is confirmed, so the user can have the letter sent again. */
function Unproven({ email }: { email: string }) {
  const { isBusy, send } = useProofLetter(email)
  return (
    <Alert role="note" color="amber" title="Votre courriel n’est pas confirmé">
      <Group justify="space-between">
        <Text size="sm">Ouvrez le lien que vous avez reçu à {email}.</Text>
        <Button variant="default" loading={isBusy} onClick={() => void send()}>
          Renvoyer le courriel de confirmation
        </Button>
      </Group>
    </Alert>
  )
}

function PasswordForm() {
  const [problem, setProblem] = useState<unknown>()
  const form = useForm(passwordChoice, { defaultValues: { password: '', confirmation: '' } })
  const at = fieldsOf(form)

  async function save(values: PasswordChoice) {
    try {
      const done = await withRecentSignIn(() => identity.updatePassword(values.password).then(() => true))
      if (!done) return
      form.reset()
      notify('success', 'Le mot de passe a été modifié avec succès.')
    } catch (error) {
      const cause = error instanceof IdentityError ? error.cause : error
      setProblem(cause)
      notifyFailure(cause, 'Impossible de modifier le mot de passe.')
      throw error
    }
  }

  const prompt = useLeavePrompt(form, () => trySubmit(form, save))

  return (
    <section className="bordee-card">
      {prompt}
      <Form
        form={form}
        onSubmit={(values) => save(values).catch(() => undefined)}
        problem={problem}
        under="account"
        aria-label="Mot de passe"
      >
        <Stack p="lg">
          <Title order={2} size="h4">
            Mot de passe
          </Title>
          <PasswordField
            name={at('password')}
            label="Nouveau mot de passe"
            required
            description="Au moins 8 caractères. Vos autres appareils seront déconnectés."
            fresh
          />
          <PasswordField name={at('confirmation')} label="Confirmez le mot de passe" required fresh />
          <SubmitButton whenDirty className={classes.save}>
            Changer le mot de passe
          </SubmitButton>
        </Stack>
      </Form>
    </section>
  )
}
