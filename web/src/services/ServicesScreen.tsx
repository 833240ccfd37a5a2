import { type Service, serviceFields } from '@bordee/core/services/service.ts'
import { serviceCalls } from '@bordee/core/services/services.calls.ts'
import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import * as z from 'zod'
import { rowsOf, useAction, useCall } from '../calls.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { SwitchField } from '../ui/form/boxes.tsx'
import { type EntityForm, Form, fieldsOf, SubmitButton, useForm } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { NumberField } from '../ui/form/numbers.tsx'
import { TextareaField } from '../ui/form/TextareaField.tsx'
import { useEditing } from '../ui/form/useEditing.tsx'
import { emptyValues, valuesFrom } from '../ui/form/values.ts'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { useOpenInUrl } from '../ui/grid/useOpenInUrl.ts'
import { RemoveButton } from '../ui/RemoveButton.tsx'
import { PageHeader } from '../ui/states.tsx'
import { DrawerTitle } from '../ui/words.tsx'
import { ColorField, ServiceName } from './ServiceColor.tsx'

const columns: GridColumn<Service>[] = [
  { id: 'name', label: 'Nom', value: ({ name }) => name, cell: (service) => <ServiceName {...service} />, size: 260 },
  { id: 'description', label: 'Description', value: ({ description }) => description, size: 320 },
  { id: 'augmentation', label: 'Augmentation', kind: 'percent', value: (service) => service.defaultAnnualAugmentation / 100, size: 140 },
  { id: 'isDefault', label: 'Par défaut', kind: 'yesno', value: ({ isDefault }) => isDefault, size: 120 },
]

// services/:serviceId?: what the company sells (docs/product/services.md); services/create opens a new one.
export function ServicesScreen() {
  const services = useCall(serviceCalls.listServices)
  const [serviceId, open] = useOpenInUrl('/dashboard/services/{-$serviceId}')
  const isCreating = serviceId === 'create'
  return (
    <>
      <PageHeader
        title="Services"
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => open('create')}>
            Nouveau service
          </Button>
        }
      />
      <DataGrid
        gridId="services"
        label="Services"
        {...rowsOf(services)}
        columns={columns}
        exportAs="services"
        openId={isCreating ? null : serviceId}
        onOpenChange={open}
        detail={(service, close) => <Detail key={service.id} service={service} onGone={close} />}
        empty={{
          title: 'Aucun service',
          description: 'Déneigement, épandage, tonte… Un service se coche sur les zones, les trajets et les contrats.',
          action: <Button onClick={() => open('create')}>Créer un service</Button>,
        }}
      />
      <Dialog opened={isCreating} onClose={() => open(null)} title="Nouveau service">
        <Creation onDone={open} />
      </Dialog>
    </>
  )
}

function Creation({ onDone }: { onDone: (id: string) => void }) {
  const form = useForm(serviceSchema, { defaultValues: emptyService })
  const create = useAction(serviceCalls.createService, { failed: 'Erreur lors de l’ajout', after: ({ id }) => onDone(id) })
  return (
    <ServiceForm
      form={form}
      isNew
      onSubmit={(values) => create.mutateAsync({ service: asInput(values) }).catch(() => undefined)}
      problem={create.error}
    />
  )
}

function Detail({ service, onGone }: { service: Service; onGone: () => void }) {
  const update = useAction(serviceCalls.updateService, {
    done: 'Modification sauvegardée',
    failed: 'Erreur lors de la modification.',
  })
  const remove = useAction(serviceCalls.deleteService, { failed: 'Erreur lors de la suppression.', after: onGone })
  const { form, onSubmit, prompt } = useEditing(serviceSchema, service, {
    valuesOf,
    asInput,
    save: (changes) => update.mutateAsync({ id: service.id, service: changes }),
  })
  return (
    <Stack>
      <DrawerTitle>{service.name}</DrawerTitle>
      <ServiceForm form={form} onSubmit={onSubmit} problem={update.error} />
      <RemoveButton
        question={{ title: `Supprimer «\u00a0${service.name}\u00a0»?` }}
        busy={remove.isPending}
        onRemove={() => remove.mutate({ id: service.id })}
      >
        Supprimer ce service
      </RemoveButton>
      {prompt}
    </Stack>
  )
}

/** The form shows percents; the wire carries hundredths of a percent. */
const serviceSchema = serviceFields
  .omit({ defaultAnnualAugmentation: true })
  .extend({ augmentation: z.number('Veuillez entrer un pourcentage.').min(-100).max(1000) })
type ServiceValues = z.input<typeof serviceSchema>
type Sent = z.output<typeof serviceSchema>

const emptyService = emptyValues(serviceSchema, { color: 'red', augmentation: 0 })

const valuesOf = (service: Service): ServiceValues =>
  valuesFrom(serviceSchema, service, { augmentation: service.defaultAnnualAugmentation / 100 })

const asInput = ({ augmentation, ...service }: Sent) => ({ ...service, defaultAnnualAugmentation: Math.round(augmentation * 100) })

function ServiceForm({ form, onSubmit, problem, isNew = false }: EntityForm<ServiceValues, Sent>) {
  const at = fieldsOf(form)
  return (
    <Form form={form} onSubmit={onSubmit} problem={problem} under="service" aria-label={isNew ? 'Nouveau service' : 'Service'}>
      <Stack>
        <TextField name={at('name')} label="Nom" required maxLength={100} autoFocus={isNew} autoComplete="off" />
        <TextareaField name={at('description')} label="Description" nullable limit={255} />
        <ColorField name={at('color')} label="Couleur" />
        <NumberField
          name={at('augmentation')}
          label="Augmentation annuelle"
          description="Proposée au renouvellement des contrats."
          decimals={2}
          suffix="%"
          min={-100}
          max={1000}
        />
        <SwitchField name={at('isDefault')} label="Service par défaut" description="Coché d’avance sur une nouvelle zone." />
        <SubmitButton whenDirty={!isNew}>{isNew ? 'Créer' : 'Enregistrer'}</SubmitButton>
      </Stack>
    </Form>
  )
}
