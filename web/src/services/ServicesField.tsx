import { serviceCalls } from '@bordee/core/services/services.calls.ts'
import { useCall } from '../calls.ts'
import { MultiSelectField } from '../ui/form/choices.tsx'
import type { FieldName } from '../ui/form/Form.tsx'
import { NoneYet } from '../ui/NoneYet.tsx'

export const noServices = <NoneYet none="Aucun service" create="Créer un service" to="/dashboard/services/create" />

/** Picks among the company's services. */
export function ServicesField({ name }: { name: FieldName }) {
  const services = useCall(serviceCalls.listServices)
  return (
    <MultiSelectField
      name={name}
      label="Services"
      description={services.data?.length === 0 && noServices}
      choices={services.data?.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
