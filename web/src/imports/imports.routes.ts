import { companyAdmins } from '@bordee/core/roles.ts'
import { page } from '../routing.ts'

export const importPages = [
  page('import-request', 'Faire importer ma liste', companyAdmins, () => import('./ImportRequestScreen.tsx'), 'ImportRequestScreen'),
] as const
