import { companyAdmins, platformStaff } from '@bordee/core/roles.ts'
import { page } from '../routing.ts'

export const devicePages = [
  page('geolocation/devices/{-$id}', 'Appareils', companyAdmins, () => import('./DevicesScreen.tsx'), 'DevicesScreen'),
  page('settings/lightbug', 'Fournisseur de suivi', platformStaff, () => import('./TrackerSettingsScreen.tsx'), 'TrackerSettingsScreen'),
] as const
