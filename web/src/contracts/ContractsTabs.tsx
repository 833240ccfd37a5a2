import type { ReactNode } from 'react'
import { SectionTabs } from '../shells/SectionTabs.tsx'
import { PageHeader } from '../ui/states.tsx'

const tabs = [
  { path: '/dashboard/contracts/list', label: 'Mes contrats' },
  { path: '/dashboard/contracts/history', label: 'Historique' },
  { path: '/dashboard/contracts/payments', label: 'Paiements' },
  { path: '/dashboard/contracts/cheques', label: 'Chèques' },
]

/** Wraps the lists of the contracts section. */
export function ContractsTabs({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <>
      <PageHeader title="Contrats" actions={actions} />
      <SectionTabs tabs={tabs}>{children}</SectionTabs>
    </>
  )
}
