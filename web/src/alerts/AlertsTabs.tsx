import type { Company } from '@bordee/core/companies/company.ts'
import { type Role, runsCompany } from '@bordee/core/roles.ts'
import type { ReactNode } from 'react'
import { isModuleActive, useMe } from '../session.tsx'
import { GoTo } from '../shells/GoTo.tsx'
import { SectionTabs } from '../shells/SectionTabs.tsx'
import { PageHeader } from '../ui/states.tsx'
import { AlertsPresentation } from './AlertsPresentation.tsx'

const all = {
  sending: { path: '/dashboard/alerts/sending', label: 'Envois' },
  history: { path: '/dashboard/alerts/history', label: 'Historique' },
  sectors: { path: '/dashboard/alerts/sectors', label: 'Secteurs' },
  'alerts-list': { path: '/dashboard/alerts/alerts-list', label: "Liste d'alertes" },
  alerts: { path: '/dashboard/alerts/alerts', label: 'Alertes' },
  messages: { path: '/dashboard/alerts/messages', label: 'Messages' },
}
export type AlertsTab = keyof typeof all

/** An employee sends, and no more; the office has lists or drawn sectors, as its company works (spec 3 §2.1). */
export function alertsTabs(company: Company | null, role: Role | null): AlertsTab[] {
  if (!role || !runsCompany(role)) return ['sending']
  return ['sending', 'history', ...(company?.sectorMode ? (['sectors'] as const) : (['alerts-list', 'alerts'] as const)), 'messages']
}

/** For every page of alerts: a company without the module sees what it would bring. */
export function AlertsOnly({ children }: { children: ReactNode }) {
  const { company } = useMe()
  return isModuleActive(company, 'alerts') ? children : <AlertsPresentation />
}

/** Around the pages that have tabs. */
export function AlertsTabs({ tab, actions, children }: { tab: AlertsTab; actions?: ReactNode; children: ReactNode }) {
  const { company, role } = useMe()
  // Groupings of lists are for companies that do not draw; the other pages stay reachable either way, only their tab hides.
  if (tab === 'alerts' && company?.sectorMode) return <GoTo path={all.sending.path} />
  return (
    <AlertsOnly>
      <PageHeader title="Alertes" actions={actions} />
      <SectionTabs tabs={alertsTabs(company, role).map((one) => all[one])}>{children}</SectionTabs>
    </AlertsOnly>
  )
}
