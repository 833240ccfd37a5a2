import { companyAdmins, folderReaders, managers } from '@bordee/core/roles.ts'
import { IconUsersGroup } from '@tabler/icons-react'
import { page, type Section } from '../routing.ts'

export const occupantPages = [
  page('client-folders/occupants', 'Occupants', companyAdmins, () => import('./OccupantsScreen.tsx'), 'FolderOccupantsScreen'),
  page('occupants', 'Occupants', folderReaders, () => import('./OccupantsScreen.tsx'), 'OccupantsScreen'),
] as const

export const occupantsSection: Section = {
  path: '/dashboard/occupants',
  label: 'Occupants',
  icon: IconUsersGroup,
  who: managers,
  modules: ['alerts', 'contracts'],
}
