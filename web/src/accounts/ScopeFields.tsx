import { customerScoped } from '@bordee/core/accounts/granting.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { among, isPlatform, type Role } from '@bordee/core/roles.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { useCall } from '../calls.ts'
import { useMe } from '../session.tsx'
import { MultiSelectField } from '../ui/form/choices.tsx'
import { fieldsOf } from '../ui/form/Form.tsx'
import type { AccountValues } from './accountForm.ts'

const at = fieldsOf<AccountValues>()

/** Limits managers and clients to customers, other roles to sectors and routes if the company limits accesses. */
export function ScopeFields({ role }: { role: Role }) {
  const { company } = useMe()
  if (isPlatform(role)) return null
  if (among(customerScoped, role)) return <Customers />
  return company?.alertConfig.isAccessesLimited ? <SectorsAndRoutes /> : null
}

function Customers() {
  const clients = useCall(clientCalls.listClients)
  return (
    <MultiSelectField
      name={at('customerIds')}
      label="Clients"
      description="Les dossiers auxquels cette personne a accès."
      choices={clients.data?.map(({ id, name, number }) => ({ value: id, label: `${name} (nº ${number})` }))}
    />
  )
}

function SectorsAndRoutes() {
  const sectors = useCall(sectorCalls.listSectors)
  const routes = useCall(routeCalls.listRouteOptions)
  return (
    <>
      <MultiSelectField
        name={at('sectorIds')}
        label="Secteurs"
        description="Les secteurs que cette personne peut alerter."
        choices={sectors.data?.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <MultiSelectField
        name={at('routeForAlertIds')}
        label="Trajets pour les alertes"
        description="Les trajets que cette personne peut alerter."
        choices={routes.data?.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </>
  )
}
