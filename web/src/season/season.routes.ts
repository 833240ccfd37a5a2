import { companyAdmins, dispatchers } from '@bordee/core/roles.ts'
import { IconClipboardCheck } from '@tabler/icons-react'
import { page, type Section } from '../routing.ts'

export const seasonPages = [
  page('season', 'Bilan de saison', companyAdmins, () => import('./SeasonCheckScreen.tsx'), 'SeasonCheckScreen'),
  page('season/snow', 'La saison en centimètres', dispatchers, () => import('./SeasonSnowScreen.tsx'), 'SeasonSnowScreen'),
] as const

/** In the palette and on « Opérations » only: it is opened a few times a year. */
export const seasonSection: Section = {
  path: '/dashboard/season',
  label: 'Bilan de saison',
  icon: IconClipboardCheck,
  who: companyAdmins,
}
