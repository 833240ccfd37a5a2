import { companyAdmins } from '@bordee/core/roles.ts'
import { page } from '../routing.ts'

export const privacyPages = [
  page(
    'erasure-requests/{-$requestId}',
    'Demandes de suppression',
    companyAdmins,
    () => import('./ErasureRequestsScreen.tsx'),
    'ErasureRequestsScreen',
  ),
] as const
