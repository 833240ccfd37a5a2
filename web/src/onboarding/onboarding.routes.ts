import { companyAdmins } from '@bordee/core/roles.ts'
import { page } from '../routing.ts'

export const onboardingPages = [
  page('trial-night', 'Nuit d’essai', companyAdmins, () => import('./TrialNightScreen.tsx'), 'TrialNightScreen'),
] as const
