import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { useCan } from '../can.ts'
import { isModuleActive, useMe } from '../session.tsx'

export type AlertLink = ReturnType<typeof useAlertLink>

/** Leads to the send screen for some sites of an operation, or for all of it; null for those who can't send alerts. */
export function useAlertLink(operationId: string) {
  const { company } = useMe()
  const canSend = useCan()(alertCalls.sendAlert) && isModuleActive(company, 'alerts')
  return (siteIds?: readonly string[]) =>
    canSend ? { to: '/dashboard/alerts/sending' as const, search: { operation: operationId } as never, state: { siteIds } } : null
}
