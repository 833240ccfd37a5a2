import { companyAdmins } from '@bordee/core/roles.ts'
import { IconFileText } from '@tabler/icons-react'
import { page, type Section, sectionStart } from '../routing.ts'

const firstPage = page('contracts/list/{-$contractId}', 'Contrats', companyAdmins, () => import('./ContractsScreen.tsx'), 'ContractsScreen')

export const contractPages = [
  firstPage,
  page('contracts/create/{-$clientId}', 'Nouveau contrat', companyAdmins, () => import('./ContractFormScreen.tsx'), 'CreateContractScreen'),
  page('contracts/edit/$contractId', 'Contrat', companyAdmins, () => import('./ContractFormScreen.tsx'), 'EditContractScreen'),
  page('contracts/history', 'Historique des contrats', companyAdmins, () => import('./PeriodScreens.tsx'), 'ContractHistoryScreen'),
  page('contracts/payments', 'Paiements des contrats', companyAdmins, () => import('./PeriodScreens.tsx'), 'ContractPaymentsScreen'),
  ...sectionStart('contracts', firstPage),
] as const

export const contractsSection: Section = {
  path: '/dashboard/contracts',
  label: 'Contrats',
  icon: IconFileText,
  who: companyAdmins,
  module: 'contracts',
}
