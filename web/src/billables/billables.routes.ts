import { companyAdmins } from '@bordee/core/roles.ts'
import { IconFileDollar } from '@tabler/icons-react'
import { page, type Section, sectionStart } from '../routing.ts'

const firstPage = page('invoicing/billables', 'À facturer', companyAdmins, () => import('./BillablesScreen.tsx'), 'BillablesScreen')

export const billablePages = [
  firstPage,
  page(
    'invoicing/billables/$by/$key',
    'Lignes à facturer',
    companyAdmins,
    () => import('./BillableLinesScreen.tsx'),
    'BillableLinesScreen',
  ),
  page(
    'invoicing/invoices',
    'Factures',
    companyAdmins,
    () => import('../client-invoices/ClientInvoicesScreen.tsx'),
    'ClientInvoicesScreen',
  ),
  page(
    'invoicing/invoices/$invoiceId',
    'Facture',
    companyAdmins,
    () => import('../client-invoices/ClientInvoiceScreen.tsx'),
    'ClientInvoiceScreen',
  ),
  page(
    'invoicing/receivables',
    'Comptes à recevoir',
    companyAdmins,
    () => import('../collection/ReceivablesScreen.tsx'),
    'ReceivablesScreen',
  ),
  page(
    'invoicing/receivables/$clientId',
    'Compte d’un client',
    companyAdmins,
    () => import('../collection/ClientAgeingScreen.tsx'),
    'ClientAgeingScreen',
  ),
  ...sectionStart('invoicing', firstPage),
] as const

/** The company's own invoices to its clients. */
export const invoicingSection: Section = {
  path: '/dashboard/invoicing',
  label: 'Facturation',
  icon: IconFileDollar,
  who: companyAdmins,
  module: 'contracts',
}
