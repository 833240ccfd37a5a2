import { serviceCalls } from '@bordee/core/services/services.calls.ts'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCall } from '../calls.ts'
import { MultiSelectField } from '../ui/form/choices.tsx'
import type { FieldName } from '../ui/form/Form.tsx'

/** Picks among the company's services. If it has none, links to the service form in a new tab to keep this one open. */
export function ServicesField({ name }: { name: FieldName }) {
  const services = useCall(serviceCalls.listServices)
  const none = services.data?.length === 0 && (
    <>
      Aucun service pour l’instant.{' '}
      <Anchor component={Link} to="/dashboard/services/create" target="_blank" size="xs">
        Créer un service (nouvel onglet)
      </Anchor>
    </>
  )
  return (
    <MultiSelectField
      name={name}
      label="Services"
      description={none || undefined}
      choices={services.data?.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
