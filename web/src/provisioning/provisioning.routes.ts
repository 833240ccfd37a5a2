import { platformStaff } from '@bordee/core/roles.ts'
import { page } from '../routing.ts'

export const provisioningPages = [
  page(
    'provisioning-profiles',
    'Profils de provisionnement',
    platformStaff,
    () => import('./ProvisioningScreen.tsx'),
    'ProvisioningScreen',
  ),
] as const
