import { companyAdmins } from '@bordee/core/roles.ts'
import { IconTruck } from '@tabler/icons-react'
import { page, type Section } from '../routing.ts'

export const routePages = [
  page('geolocation', 'Flotte', companyAdmins, () => import('./FleetStartScreen.tsx'), 'FleetStartScreen'),
  page('geolocation/routes', 'Trajets', companyAdmins, () => import('./RoutesScreen.tsx'), 'RoutesScreen'),
  page('geolocation/routes/create', 'Nouveau trajet', companyAdmins, () => import('./RouteFormScreen.tsx'), 'CreateRouteScreen'),
  page('geolocation/routes/edit/$id', 'Trajet', companyAdmins, () => import('./RouteFormScreen.tsx'), 'EditRouteScreen'),
  page('geolocation/$', 'Flotte', companyAdmins, () => import('./FleetStartScreen.tsx'), 'FleetStartScreen'),
] as const

export const fleetSection: Section = {
  path: '/dashboard/geolocation',
  label: 'Flotte',
  icon: IconTruck,
  who: companyAdmins,
  module: 'geolocation',
}
