import type { RouteInList } from '@bordee/core/routes/route.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { useNavigate } from '@tanstack/react-router'
import { rowsOf, useCall } from '../calls.ts'
import { FleetTabs } from '../runs/FleetTabs.tsx'
import { ServiceName } from '../services/ServiceColor.tsx'
import { CreateButton } from '../ui/CreateButton.tsx'
import { CountLink } from '../ui/grid/CountLink.tsx'
import { DataGrid, type GridColumn } from '../ui/grid/DataGrid.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'

const columns: GridColumn<RouteInList>[] = [
  { id: 'name', label: 'Nom', value: ({ name }) => name, size: 260 },
  {
    id: 'sites',
    label: 'Points de service',
    kind: 'number',
    value: ({ sitesCount }) => sitesCount,
    cell: ({ id, sitesCount }) => <CountLink count={sitesCount} {...pageOf(id)} />,
    size: 140,
  },
  {
    id: 'services',
    label: 'Services',
    value: ({ services }) => services.map(({ name }) => name).join(', '),
    cell: ({ services }) => services.map((service) => <ServiceName key={service.id} {...service} />),
    size: 300,
  },
  { id: 'hasAlerts', label: 'Alertes', kind: 'yesno', value: ({ hasAlerts }) => hasAlerts, size: 110 },
]

/** Which lists its sites, in order. */
const pageOf = (id: string) => ({ to: '/dashboard/geolocation/routes/edit/$id' as const, params: { id } })

// geolocation/routes: the company's routes, with or without the fleet module (docs/product/routes.md).
export function RoutesScreen() {
  const routes = useCall(routeCalls.listRoutes)
  const navigate = useNavigate()
  return (
    <FleetTabs tab="routes" actions={<CreateButton to="/dashboard/geolocation/routes/create">Nouveau trajet</CreateButton>}>
      <DataGrid
        gridId="routes"
        label="Trajets"
        {...rowsOf(routes)}
        columns={columns}
        exportAs="trajets"
        onOpen={({ id }) => void navigate(pageOf(id))}
        empty={{
          title: 'Aucun trajet',
          description: 'Un trajet met des points de service en ordre\u00a0: pour l’opérateur, et pour aviser au bon moment.',
          action: <LinkButton to="/dashboard/geolocation/routes/create">Créer un trajet</LinkButton>,
        }}
      />
    </FleetTabs>
  )
}
