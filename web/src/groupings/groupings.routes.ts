import { companyAdmins } from '@bordee/core/roles.ts'
import { page } from '../routing.ts'

export const groupingPages = [
  page(
    'alerts/sectors/group/create',
    'Nouveau regroupement',
    companyAdmins,
    () => import('./GroupingFormScreen.tsx'),
    'CreateGroupingScreen',
  ),
  page('alerts/sectors/group/$id/edit', 'Regroupement', companyAdmins, () => import('./GroupingFormScreen.tsx'), 'EditGroupingScreen'),
  page('alerts/alerts', 'Regroupements', companyAdmins, () => import('./GroupingsScreen.tsx'), 'GroupingsScreen'),
] as const
