import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { missingPhones } from '@bordee/core/occupants/occupant.ts'
import { addressLine } from '@bordee/core/sites/address-line.ts'
import { Button } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
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
import { lazyComponent, useEver } from '../ui/lazyComponent.tsx'
import { notify } from '../ui/notify.ts'
import { PageHeader } from '../ui/states.tsx'
import { Wizard } from '../ui/Wizard.tsx'
import { ClientFields } from './ClientFields.tsx'
import { asInput } from './clientForm.ts'
import classes from './clients.module.css'
import { useClientRemarks } from './useClientRemarks.ts'
import { emptyWizard, type SentWizard, type WizardValues, wizardSchema } from './wizardForm.ts'

const PasteClients = lazyComponent(async () => (await import('./PasteClients.tsx')).PasteClients)

const parts = ['client', 'site', 'occupants'] as const

// client-folders/create: a client, a site and its occupants, created together in the last step
// (docs/product/clients.md).
export function CreateClientScreen() {
  const navigate = useNavigate()
  const [isPasting, setPasting] = useState(false)
  const wasPasting = useEver(isPasting)
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
      <PageHeader
        title="Nouveau client"
        onBack={toList}
        actions={
          <Button variant="default" leftSection={<IconClipboardList size={17} />} onClick={() => setPasting(true)}>
            Coller une liste
          </Button>
        }
      />
      {wasPasting && <PasteClients opened={isPasting} onClose={() => setPasting(false)} />}
      <Form form={form} onSubmit={() => undefined} problem={create.error} aria-label="Nouveau client">
        <div className={classes.form}>
          <Steps form={form} busy={create.isPending} onFinish={onSubmit} />
        </div>
      </Form>
      {prompt}
    </>
  )
}

function Steps({ form, busy, onFinish }: { form: WizardForm; busy: boolean; onFinish: (sent: SentWizard) => unknown }) {
  const [step, setStep] = useState(0)
  const copied = useRef<string>(undefined)
  useProposedName(form)
  const remarks = useClientRemarks({ within: fieldsOf(form)('client') })
  const { errors } = useFormContext<WizardValues>().formState
  const [clientName, occupants] = form.watch(['client.name', 'occupants'])

  async function go(to: number) {
    if (to > step && !(await form.trigger(parts[step]))) return
    if (to === 1 && step === 0) copied.current = copyAddress(form, copied.current)
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
          why: clientName.trim() ? whyNot(false, remarks.isRefused || errors.client !== undefined) : 'Entrez d’abord le nom du client.',
        },
        {
          label: 'Point de service',
          content: <FirstSiteFields />,
          why: whyNot(false, errors.client !== undefined || errors.site !== undefined),
        },
        { label: 'Occupants', content: <OccupantRows />, why: whyNot(false, errors.client !== undefined || errors.site !== undefined) },
      ]}
    />
  )
}

type WizardForm = UseFormReturn<WizardValues, unknown, SentWizard>

/** Most clients are served at their billing address, so the site starts with it until someone types another. */
function copyAddress(form: WizardForm, before: string | undefined): string | undefined {
  const { client, site } = form.getValues()
  const { billing } = client
  const isOwn = site.address.street && JSON.stringify(site.address) !== before
  if (isOwn || !billing.street) return before
  form.setValue('site.address', { ...billing, street: billing.street }, { shouldDirty: true })
  return JSON.stringify(form.getValues('site.address'))
}

/** A site is called by its address until someone types another name. */
function useProposedName({ watch, getValues, setValue }: WizardForm) {
  const [civicNumber, street] = watch(['site.address.civicNumber', 'site.address.street'])
  const proposed = useRef('')
  useEffect(() => {
    if (!street || (getValues('site.name') && getValues('site.name') !== proposed.current)) return
    proposed.current = addressLine({ civicNumber, street }).slice(0, 50)
    setValue('site.name', proposed.current, { shouldDirty: true, shouldValidate: true })
  }, [civicNumber, street, getValues, setValue])
}

const at = fieldsOf<WizardValues>()

function FirstSiteFields() {
  return (
    <FormSection title="Point de service" about="L’endroit à déneiger. Ses zones se dessinent ensuite, sur la carte.">
      <AddressField label="Adresse du point de service" within={at('site.address')} />
      <TextField name={at('site.address.apartment')} label="Appartement" nullable maxLength={20} autoComplete="off" />
      <TextField name={at('site.name')} label="Nom du point de service" required maxLength={50} autoComplete="off" />
    </FormSection>
  )
}

function OccupantRows() {
  const { name, phone } = useFormContext<WizardValues>().getValues('client')
  return (
    <FormSection title="Occupants" about="Les personnes avisées avant le passage de la déneigeuse. On peut en ajouter plus tard.">
      <OccupantLines suggested={phone && name ? { name: name.trim(), phone } : undefined} />
    </FormSection>
  )
}
