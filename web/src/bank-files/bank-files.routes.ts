import { companyAdmins } from '@bordee/core/roles.ts'
import { page } from '../routing.ts'

export const bankFilePages = [
  page('invoicing/bank-files', 'Relevés bancaires', companyAdmins, () => import('./BankFilesScreen.tsx'), 'BankFilesScreen'),
  page('invoicing/bank-files/$fileId', 'Relevé bancaire', companyAdmins, () => import('./BankFileScreen.tsx'), 'BankFileScreen'),
] as const
