import { companyAdmins } from '@bordee/core/roles.ts'
import { IconShieldHalf } from '@tabler/icons-react'
import { page, type Section } from '../routing.ts'

export const claimPages = [
  page('claims', 'Réclamations', companyAdmins, () => import('./ClaimsScreen.tsx'), 'ClaimsScreen'),
  page('claims/create/{-$siteId}', 'Nouvelle réclamation', companyAdmins, () => import('./CreateClaimScreen.tsx'), 'CreateClaimScreen'),
  page('claims/edit/$claimId', 'Réclamation', companyAdmins, () => import('./ClaimScreen.tsx'), 'ClaimScreen'),
] as const

export const claimsSection: Section = { path: '/dashboard/claims', label: 'Réclamations', icon: IconShieldHalf, who: companyAdmins }
