import { companyAdmins } from '@bordee/core/roles.ts'
import { page } from '../routing.ts'

export const sectorPages = [
  page('alerts/sectors', 'Secteurs', companyAdmins, () => import('./SectorsScreen.tsx'), 'SectorsScreen'),
  page('alerts/sectors/group/$id', 'Secteurs', companyAdmins, () => import('./SectorsScreen.tsx'), 'SectorsScreen'),
  page('alerts/sectors/sector/$id', 'Secteurs', companyAdmins, () => import('./SectorsScreen.tsx'), 'SectorsScreen'),
  page('alerts/sectors/sector/create', 'Nouveau secteur', companyAdmins, () => import('./SectorFormScreen.tsx'), 'CreateSectorScreen'),
  page('alerts/sectors/sector/$sectorId/edit', 'Secteur', companyAdmins, () => import('./SectorFormScreen.tsx'), 'EditSectorScreen'),
  page('alerts/alerts-list', 'Sous-secteurs', companyAdmins, () => import('./AlertListScreen.tsx'), 'AlertListScreen'),
  page(
    'alerts/alerts-list/create',
    'Nouveau sous-secteur',
    companyAdmins,
    () => import('./AlertListFormScreen.tsx'),
    'CreateAlertListScreen',
  ),
  page('alerts/alerts-list/edit/$id', 'Sous-secteur', companyAdmins, () => import('./AlertListFormScreen.tsx'), 'EditAlertListScreen'),
] as const
