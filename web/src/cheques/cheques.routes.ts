import { companyAdmins } from '@bordee/core/roles.ts'
import { page } from '../routing.ts'

export const chequePages = [
  page('contracts/cheques', 'Chèques', companyAdmins, () => import('./ChequesScreen.tsx'), 'ChequesScreen'),
  page(
    'contracts/cheques/calendar',
    'Calendrier des chèques',
    companyAdmins,
    () => import('./ChequeCalendarScreen.tsx'),
    'ChequeCalendarScreen',
  ),
  page('contracts/cheques/deposits', 'Dépôts', companyAdmins, () => import('./DepositsScreen.tsx'), 'DepositsScreen'),
] as const
