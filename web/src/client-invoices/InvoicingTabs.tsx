import type { ReactNode } from 'react'
import { SectionTabs } from '../shells/SectionTabs.tsx'
import { PageHeader } from '../ui/states.tsx'

const tabs = [
  { path: '/dashboard/invoicing/billables', label: 'À facturer' },
  { path: '/dashboard/invoicing/invoices', label: 'Factures' },
  { path: '/dashboard/invoicing/receivables', label: 'Comptes à recevoir' },
  { path: '/dashboard/invoicing/bank-files', label: 'Relevés bancaires' },
]

/** Wraps the lists of the invoicing section. */
export function InvoicingTabs({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <>
      <PageHeader title="Facturation" actions={actions} />
      <SectionTabs tabs={tabs}>{children}</SectionTabs>
    </>
  )
}
