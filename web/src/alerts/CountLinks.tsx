// The counts of a send open its deliveries.
import type { DeliveryStatus, HistoryRow } from '@bordee/core/alerts/alert.ts'
import { CountLink } from '../ui/grid/CountLink.tsx'
import type { Filter } from '../ui/grid/columns.ts'
import { only } from '../ui/gridLink.ts'

/** Those that left, even if they reached no phone. */
const sent = { status: { oneOf: ['accepted', 'delivered', 'failed'] }, factured: { oneOf: ['true'] } }

const unreached: DeliveryStatus[] = ['failed', 'cancelled']
export const isUnreached = ({ status }: { status: DeliveryStatus }) => unreached.includes(status)

const deliveriesOf = (code: string, filters: Record<string, Filter>) => ({
  to: '/dashboard/alerts/history/$code' as const,
  params: { code },
  search: only('alert-log', filters),
})

export const TargetedLink = ({ code, expectedCount }: Pick<HistoryRow, 'code' | 'expectedCount'>) => (
  <CountLink count={expectedCount} {...deliveriesOf(code, {})} />
)

export const SentLink = ({ code, actualCount }: Pick<HistoryRow, 'code' | 'actualCount'>) => (
  <CountLink count={actualCount} {...deliveriesOf(code, sent)} />
)

export const UnreachedLink = ({ code, count }: { code: string; count: number }) => (
  <CountLink count={count} {...deliveriesOf(code, { status: { oneOf: unreached } })} />
)
