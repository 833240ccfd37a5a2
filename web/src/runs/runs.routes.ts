import { alertSenders, companyAdmins } from '@bordee/core/roles.ts'
import { IconSteeringWheel } from '@tabler/icons-react'
import { page, type Section } from '../routing.ts'

export const runPages = [
  page('geolocation/run-tracking/{-$id}', 'Suivi', companyAdmins, () => import('./RunTrackingScreen.tsx'), 'RunTrackingScreen'),
  page('geolocation/runs/{-$id}', 'Historique', companyAdmins, () => import('./RunsScreen.tsx'), 'RunsScreen'),
  page('geolocation/opt-in', 'Géolocalisation', companyAdmins, () => import('./FleetOptInScreen.tsx'), 'FleetOptInScreen'),
] as const

export const operatorSection: Section = {
  path: '/operateur',
  label: 'Ma tournée',
  icon: IconSteeringWheel,
  who: alertSenders,
  modules: ['geolocation'],
  isApart: true,
}
