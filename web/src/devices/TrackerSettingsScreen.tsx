import { trackerSignIn } from '@bordee/core/devices/device.ts'
import { deviceCalls } from '@bordee/core/devices/devices.calls.ts'
import { formatInstant } from '@bordee/core/time.ts'
import { Alert, Skeleton, Stack } from '@mantine/core'
import { useAction, useCall } from '../calls.ts'
import { Facts } from '../ui/Facts.tsx'
import { Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { FormSection } from '../ui/form/FormSection.tsx'
import { EmailField, PasswordField } from '../ui/form/fields.tsx'
import { Status } from '../ui/Status.tsx'
import { PageHeader } from '../ui/states.tsx'
import { useZone } from '../ui/zone.ts'

// settings/lightbug: the platform's account at the tracking provider.
export function TrackerSettingsScreen() {
  return (
    <>
      <PageHeader title="Fournisseur de suivi" />
      <TrackerSettings />
    </>
  )
}

const empty = { email: '', password: '' }

/** Whether the platform has a token for the tracking provider, and the sign-in form that renews it. */
function TrackerSettings() {
  const setUp = useAction(deviceCalls.setUpTracker, {
    done: 'Jeton mis à jour avec succès',
    failed: 'Impossible de mettre à jour le jeton.',
    after: () => form.reset(empty),
  })
  const form = useForm(trackerSignIn, { defaultValues: empty })
  const at = fieldsOf(form)
  return (
    <Stack maw={760}>
      <TokenStatus />
      <Form form={form} onSubmit={(given) => setUp.mutateAsync(given).catch(() => undefined)} problem={setUp.error} aria-label="Connexion">
        <FormSection title="Connexion" about="Le compte de la plateforme chez Lightbug.">
          <EmailField name={at('email')} label="Courriel" required autoComplete="off" />
          <PasswordField name={at('password')} label="Mot de passe" required />
          <SubmitButton>Mettre à jour</SubmitButton>
        </FormSection>
      </Form>
    </Stack>
  )
}

function TokenStatus() {
  const zone = useZone()
  const status = useCall(deviceCalls.getTrackerStatus)
  if (status.isError) return <Alert color="red">Impossible de lire l’état du jeton.</Alert>
  if (!status.data) return <Skeleton height={96} radius={12} />
  const { hasToken, lastRefreshedAt } = status.data
  return (
    <section className="bordee-card" aria-label="État du jeton" style={{ padding: 20 }}>
      <Facts
        facts={{
          Jeton: <Status tone={hasToken ? 'good' : 'attention'}>{hasToken ? 'Présent' : 'Absent'}</Status>,
          'Dernière mise à jour': formatInstant(lastRefreshedAt, zone),
        }}
      />
    </section>
  )
}
