import type { ReactNode } from 'react'
import { useMe } from '../session.tsx'
import { GoTo } from '../shells/GoTo.tsx'
import { SectionTabs } from '../shells/SectionTabs.tsx'
import { PageHeader } from '../ui/states.tsx'

const tabs = [
  { path: '/dashboard/quotes/requests/list', label: 'Demandes' },
  { path: '/dashboard/quotes/sector/view', label: 'Secteur et formulaire' },
]

/** A module never started has only its start page; one that is switched off keeps all its pages. */
export function QuotesOnly({ children }: { children: ReactNode }) {
  const { company } = useMe()
  return company?.quoteConfig ? children : <GoTo path="/dashboard/quotes" />
}

export function QuotesTabs({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  return (
    <QuotesOnly>
      <PageHeader title="Soumissions" actions={actions} />
      <SectionTabs tabs={tabs}>{children}</SectionTabs>
    </QuotesOnly>
  )
}
