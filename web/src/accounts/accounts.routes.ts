import { companyAdmins } from '@bordee/core/roles.ts'
import { IconUserCircle } from '@tabler/icons-react'
import { page, type Section, sectionStart } from '../routing.ts'

const firstPage = page('accounts/list', 'Comptes', companyAdmins, () => import('./AccountsScreen.tsx'), 'AccountsScreen')

export const accountPages = [
  firstPage,
  page('accounts/create', 'Nouveau compte', companyAdmins, () => import('./CreateAccountScreen.tsx'), 'CreateAccountScreen'),
  page('accounts/edit/$id', 'Compte', companyAdmins, () => import('./EditAccountScreen.tsx'), 'EditAccountScreen'),
  ...sectionStart('accounts', firstPage),
] as const

export const accountsSection: Section = { path: '/dashboard/accounts', label: 'Comptes', icon: IconUserCircle, who: companyAdmins }
