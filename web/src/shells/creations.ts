import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import type { CallRow } from '@bordee/core/call.ts'
import { claimCalls } from '@bordee/core/claims/claims.calls.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { messageCalls } from '@bordee/core/messages/messages.calls.ts'
import type { Module } from '@bordee/core/modules.ts'
import { operationCalls } from '@bordee/core/operations/operations.calls.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { serviceCalls } from '@bordee/core/services/services.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { templateCalls } from '@bordee/core/templates/templates.calls.ts'

interface Creation {
  path: string
  label: string
  /** Offered to users who may make this call. */
  row: CallRow
  /** Offered only if this module is on. */
  module?: Module
}

/** What the palette offers to create. */
export const creations: Creation[] = [
  { path: '/dashboard/client-folders/create', label: 'Nouveau client', row: clientCalls.createClient },
  { path: '/dashboard/client-folders/sites/create', label: 'Nouveau point de service', row: siteCalls.createSite },
  { path: '/dashboard/services/create', label: 'Nouveau service', row: serviceCalls.createService },
  { path: '/dashboard/contracts/create', label: 'Nouveau contrat', row: contractCalls.createContract },
  { path: '/dashboard/claims/create', label: 'Nouvelle réclamation', row: claimCalls.createClaim },
  { path: '/dashboard/contract-templates/create', label: 'Nouveau modèle de contrat', row: templateCalls.createTemplate },
  { path: '/dashboard/geolocation/routes/create', label: 'Nouveau trajet', row: routeCalls.createRoute, module: 'geolocation' },
  { path: '/dashboard/alerts/messages/create', label: 'Nouveau message', row: messageCalls.createMessage, module: 'alerts' },
  { path: '/dashboard/operations/create', label: 'Ouvrir une opération', row: operationCalls.openOperation, module: 'geolocation' },
  { path: '/dashboard/accounts/create', label: 'Nouveau compte', row: accountCalls.createAccount },
  { path: '/dashboard/companies/create', label: 'Nouvelle compagnie', row: companyCalls.createCompany },
]
