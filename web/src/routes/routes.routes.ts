import { companyAdmins } from '@bordee/core/roles.ts'
import { IconTruck } from '@tabler/icons-react'
import { page, type Section, sectionStart } from '../routing.ts'

const firstPage = page('geolocation/routes', 'Trajets', companyAdmins, () => import('./RoutesScreen.tsx'), 'RoutesScreen')

export const routePages = [
  firstPage,
  page('geolocation/routes/create', 'Nouveau trajet', companyAdmins, () => import('./RouteFormScreen.tsx'), 'CreateRouteScreen'),
  page('geolocation/routes/edit/$id', 'Trajet', companyAdmins, () => import('./RouteFormScreen.tsx'), 'EditRouteScreen'),
  ...sectionStart('geolocation', firstPage),
] as const

export const fleetSection: Section = {
  path: '/dashboard/geolocation',
  label: 'Flotte',
  icon: IconTruck,
  who: companyAdmins,
  module: 'geolocation',
}
