import { companyAdmins } from '@bordee/core/roles.ts'
import { IconClipboardList } from '@tabler/icons-react'
import { page, type Section } from '../routing.ts'

export const quotePages = [
  page('quotes', 'Soumissions', companyAdmins, () => import('./QuotesStartScreen.tsx'), 'QuotesStartScreen'),
  page('quotes/requests/list', 'Soumissions', companyAdmins, () => import('./QuotesScreen.tsx'), 'QuotesScreen'),
  page('quotes/requests/edit/$id', 'Demande de soumission', companyAdmins, () => import('./QuoteScreen.tsx'), 'QuoteScreen'),
  page('quotes/sector/view', 'Secteur des soumissions', companyAdmins, () => import('./QuoteSectorScreen.tsx'), 'QuoteSectorScreen'),
  page('quotes/sector/edit', 'Modifier le secteur', companyAdmins, () => import('./EditQuoteSectorScreen.tsx'), 'EditQuoteSectorScreen'),
  page('quotes/$', 'Soumissions', companyAdmins, () => import('./QuotesStartScreen.tsx'), 'QuotesStartScreen'),
] as const

export const quotesSection: Section = {
  path: '/dashboard/quotes',
  label: 'Soumissions',
  icon: IconClipboardList,
  who: companyAdmins,
  module: 'quotes',
  isKept: ({ quoteConfig }) => quoteConfig !== null,
  counts: 'quotes',
}
