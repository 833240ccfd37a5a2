import { alertSenders, companyAdmins, dispatchers, employedDispatchers } from '@bordee/core/roles.ts'
import { IconSteeringWheel, IconTruck } from '@tabler/icons-react'
import { page, type Section } from '../routing.ts'

export const runPages = [
  page('geolocation/run-tracking/{-$id}', 'Suivi', dispatchers, () => import('./RunTrackingScreen.tsx'), 'RunTrackingScreen'),
  page('geolocation/runs/{-$id}', 'Historique', dispatchers, () => import('./RunsScreen.tsx'), 'RunsScreen'),
  page('geolocation/opt-in', 'Flotte', companyAdmins, () => import('./FleetOptInScreen.tsx'), 'FleetOptInScreen'),
] as const

/** For those who may see the trucks but not change the routes. */
export const trackingSection: Section = {
  path: '/dashboard/geolocation/run-tracking',
  label: 'Flotte',
  icon: IconTruck,
  who: employedDispatchers,
  modules: ['geolocation'],
}

export const operatorSection: Section = {
  path: '/operateur',
  label: 'Ma tournée',
  icon: IconSteeringWheel,
  who: alertSenders,
  modules: ['geolocation'],
  isApart: true,
}
