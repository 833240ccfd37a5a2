import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { missingPhones } from '@bordee/core/occupants/occupant.ts'
import { addressLine } from '@bordee/core/sites/address-line.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { type UseFormReturn, useFormContext } from 'react-hook-form'
import { AddressField } from '../addresses/AddressField.tsx'
import { useAction } from '../calls.ts'
import { OccupantLines } from '../occupants/OccupantLines.tsx'
import { useWayBack } from '../shells/useWayBack.ts'
import { Form, fieldsOf } from '../ui/form/Form.tsx'
import { FormSection } from '../ui/form/FormSection.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useCreating } from '../ui/form/useCreating.ts'
import { whyNot } from '../ui/form/whyNot.ts'
import { notify } from '../ui/notify.ts'
import { PageHeader } from '../ui/states.tsx'
import { Wizard } from '../ui/Wizard.tsx'
import { ClientFields } from './ClientFields.tsx'
import { asInput } from './clientForm.ts'
import classes from './clients.module.css'
import { useClientRemarks } from './useClientRemarks.ts'
import { emptyWizard, type SentWizard, type WizardValues, wizardSchema } from './wizardForm.ts'

const parts = ['client', 'site', 'occupants'] as const

// client-folders/create: a client, a site and its occupants, created together in the last step
// (docs/product/clients.md).
export function CreateClientScreen() {
  const navigate = useNavigate()
  const toList = useWayBack('clients', '/dashboard/client-folders/list')
  const create = useAction(clientCalls.createClient, {
    done: 'Client créé avec succès',
    failed: 'Erreur lors de l’ajout',
  })
  const { form, onSubmit, prompt } = useCreating(wizardSchema, emptyWizard, {
    save: ({ client, site, occupants }) => create.mutateAsync({ client: asInput(client), site, occupants }),
    leave: ({ id: clientId }) =>
      navigate({ to: '/dashboard/client-folders/edit/$clientId/$tab', params: { clientId, tab: 'client' }, ignoreBlocker: true }),
  })
  return (
    <>
      <PageHeader title="Nouveau client" onBack={toList} />
      <Form form={form} onSubmit={() => undefined} problem={create.error} aria-label="Nouveau client">
        <div className={classes.form}>
          <Steps form={form} busy={create.isPending} onFinish={onSubmit} />
        </div>
      </Form>
      {prompt}
    </>
  )
}

function Steps({
  form,
  busy,
  onFinish,
}: {
  form: UseFormReturn<WizardValues, unknown, SentWizard>
  busy: boolean
  onFinish: (sent: SentWizard) => unknown
}) {
  const [step, setStep] = useState(0)
  const prefilled = useRef<Prefilled>(undefined)
  const remarks = useClientRemarks({ within: fieldsOf(form)('client') })
  const { errors } = useFormContext<WizardValues>().formState
  const [clientName, occupants] = form.watch(['client.name', 'occupants'])

  async function go(to: number) {
    if (to > step && !(await form.trigger(parts[step]))) return
    if (to === 1 && step === 0) prefilled.current = prefill(form, prefilled.current)
    setStep(to)
  }

  function finish() {
    if (occupants.some(({ phone }) => !/\d/.test(phone))) {
      void form.trigger('occupants')
      notify('warning', missingPhones)
      return
    }
    void form.handleSubmit(onFinish)()
  }

  return (
    <Wizard
      label="Nouveau client"
      step={step}
      onStep={(to) => void go(to)}
      onFinish={finish}
      finish="Créer le client"
      busy={busy}
      steps={[
        {
          label: 'Client',
          content: <ClientFields within={fieldsOf(form)('client')} warnings={remarks.warnings} isNew />,
          why: clientName.trim()
            ? whyNot(remarks.isChecking, remarks.isRefused || errors.client !== undefined)
            : 'Entrez d’abord le nom du client.',
        },
        { label: 'Point de service', content: <FirstSiteFields />, why: whyNot(false, errors.site !== undefined) },
        { label: 'Occupants', content: <OccupantRows />, why: whyNot(false, errors.client !== undefined || errors.site !== undefined) },
      ]}
    />
  )
}

/** What we copied from the client into the site. */
type Prefilled = { address: string; name: string } | undefined

/** Most clients are served at their billing address, so the site starts with it until someone types another. */
function prefill(form: UseFormReturn<WizardValues, unknown, SentWizard>, before: Prefilled): Prefilled {
  const { client, site } = form.getValues()
  const { billing } = client
  const isOwn = site.address.street && JSON.stringify(site.address) !== before?.address
  if (isOwn || !billing.street) return before
  const address = { ...billing, street: billing.street }
  const name = addressLine({ civicNumber: billing.civicNumber, street: billing.street }).slice(0, 50)
  form.setValue('site.address', address, { shouldDirty: true })
  if (!site.name || site.name === before?.name) form.setValue('site.name', name, { shouldDirty: true })
  return { address: JSON.stringify(form.getValues('site.address')), name }
}

const at = fieldsOf<WizardValues>()

function FirstSiteFields() {
  return (
    <FormSection title="Point de service" about="L’endroit à déneiger. Ses zones se dessinent ensuite, sur la carte.">
      <TextField name={at('site.name')} label="Nom du point de service" required maxLength={50} autoComplete="off" />
      <AddressField label="Adresse du point de service" within={at('site.address')} />
      <TextField name={at('site.address.apartment')} label="Appartement" nullable maxLength={20} autoComplete="off" />
    </FormSection>
  )
}

function OccupantRows() {
  const { name, phone } = useFormContext<WizardValues>().getValues('client')
  return (
    <FormSection title="Occupants" about="Les personnes averties avant le passage de la déneigeuse. On peut en ajouter plus tard.">
      <OccupantLines suggested={phone && name ? { name: name.trim(), phone } : undefined} />
    </FormSection>
  )
}
