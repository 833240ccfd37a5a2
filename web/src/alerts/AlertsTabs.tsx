import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import type { CallRow } from '@bordee/core/call.ts'
import { groupingCalls } from '@bordee/core/groupings/groupings.calls.ts'
import { messageCalls } from '@bordee/core/messages/messages.calls.ts'
import { replyCalls } from '@bordee/core/replies/replies.calls.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import type { ReactNode } from 'react'
import { useCan } from '../can.ts'
import { UnreadReplies } from '../replies/UnreadReplies.tsx'
import { isModuleActive, useMe } from '../session.tsx'
import { GoTo } from '../shells/GoTo.tsx'
import { type SectionTab, SectionTabs } from '../shells/SectionTabs.tsx'
import { PageHeader } from '../ui/states.tsx'
import { AlertsPresentation } from './AlertsPresentation.tsx'
import classes from './alerts.module.css'

interface Tab extends SectionTab {
  /** The tab's main call: the tab shows to those who may make it. */
  row: CallRow
  /** `true`: only for companies that draw their sectors; `false`: only for those that don't; absent: for both. */
  drawn?: boolean
}

/** An employee can only send. The office sees lists or drawn sectors, whichever its company uses. */
const all = {
  sending: { path: '/dashboard/alerts/sending', label: 'Envois', row: alertCalls.sendAlert },
  history: { path: '/dashboard/alerts/history', label: 'Historique', row: alertCalls.listAlertHistory },
  replies: {
    path: '/dashboard/alerts/replies',
    label: 'Réponses',
    row: replyCalls.listReplies,
    badge: <UnreadReplies className={classes.count} />,
  },
  sectors: { path: '/dashboard/alerts/sectors', label: 'Secteurs', row: sectorCalls.listSectors, drawn: true },
  'alerts-list': { path: '/dashboard/alerts/alerts-list', label: 'Sous-secteurs', row: sectorCalls.listSectors, drawn: false },
  alerts: { path: '/dashboard/alerts/alerts', label: 'Regroupements', row: groupingCalls.listGroupings, drawn: false },
  messages: { path: '/dashboard/alerts/messages', label: 'Messages', row: messageCalls.updateMessage },
} satisfies Record<string, Tab>
export type AlertsTab = keyof typeof all

/** Wraps every alerts page: a company without the module sees the presentation instead. */
export function AlertsOnly({ children }: { children: ReactNode }) {
  const { company } = useMe()
  return isModuleActive(company, 'alerts') ? children : <AlertsPresentation />
}

/** Wraps the alerts pages that have tabs. */
export function AlertsTabs({ tab, actions, children }: { tab: AlertsTab; actions?: ReactNode; children: ReactNode }) {
  const { company } = useMe()
  const can = useCan()
  const isDrawn = company?.sectorMode ?? false
  // Groupings are only for companies that don't draw sectors. The other pages stay reachable either way; only their
  // tab is hidden.
  if (tab === 'alerts' && isDrawn) return <GoTo path={all.sending.path} />
  const shown = Object.values<Tab>(all).filter(({ row, drawn = isDrawn }) => drawn === isDrawn && can(row))
  return (
    <AlertsOnly>
      <PageHeader title="Alertes" actions={actions} />
      <SectionTabs tabs={shown}>{children}</SectionTabs>
    </AlertsOnly>
  )
}
