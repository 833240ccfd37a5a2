// Deliveries that a crash or a silence left `sending`, or that are unknown: asks the provider what became of them.
import { deliveryLife } from '@bordee/core/alerts/delivery-life.ts'
import { longestLife } from '@bordee/core/alerts/ending.ts'
import { inCompany, type Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { inStates, state } from '../engine/db/states.ts'
import type { Outgoing } from '../outside/sms/sms.ts'
import { type Unfilled, withOwnLinks } from './leaving-texts.ts'

/** Milliseconds after which the office sees a lost delivery as unknown. */
const unknownAfter = 600_000
/** Milliseconds after which we stop asking: the send has long been over. */
const forgottenAfter = 2 * longestLife * 3_600_000

type LostDelivery = Outgoing & { since: Date; isCertain: boolean; isUnknown: boolean; sendId: string; provider: string }

const isSending = sql`d.status in ${inStates(deliveryLife.from('forget'))}`
const isUnknown = sql`d.status = ${state(deliveryLife.to('forget'))}`

/** So many milliseconds ago, by the database clock, which also marked the deliveries. */
const ago = (milliseconds: number) => sql`clock_timestamp() - make_interval(secs => ${milliseconds / 1000})`

/**
 * Rows `d` worth asking about: those of the current provider; another provider's only so that they become unknown.
 * Calls can be told apart only while a phone has a single alert on its way: an unknown delivery waits while its phone
 * has one.
 */
const isLost = ({ gateways: { alerts } }: Work) => sql`(
  (${isSending} and d.sending_at <= ${ago(alerts.patience)} and (d.provider = ${alerts.name} or d.sending_at < ${ago(unknownAfter)}))
  or (${isUnknown} and d.sending_at > ${ago(forgottenAfter)} and d.provider = ${alerts.name} and not exists (
    select
    from alert_deliveries o
    where o.company_id = d.company_id and o.phone = d.phone and o.status = ${state(deliveryLife.to('take'))})))`

/** Companies with lost deliveries, and how many each has. */
export async function companiesWithLost(work: Work): Promise<{ id: string; count: number }[]> {
  await work.tx.scope({ platform: true })
  return work.tx.sql`
    select d.company_id as id, count(*)::int as count
    from alert_deliveries d
    where ${isLost(work)}
    group by d.company_id`
}

/**
 * A delivery the provider knows was accepted. One it doesn't know, although its list must be complete by now, never
 * left: it returns to the queue, to be tried again while its send lives, then cancelled and refunded. One without an
 * answer for ten minutes becomes unknown and is still asked about. Returns the sends that may have got deliveries
 * back, and whether there are more to look for now.
 */
export async function traceLostDeliveries(work: Work, companyId: string): Promise<{ sendIds: string[]; hasMore: boolean }> {
  const { alerts } = work.gateways
  const lost = await work.aside((own) => lostDeliveries(own, companyId))
  const askable = lost.filter(({ provider }) => provider === alerts.name)
  const traces = askable.length > 0 ? await work.aside((own) => alerts.trace(own, askable)) : []
  const traceOf = new Map(askable.map(({ id }, i) => [id, traces[i]]))
  const settled: LostDelivery[] = []
  await inCompany(work, companyId, async (own) => {
    for (const one of lost.toSorted((a, b) => a.id.localeCompare(b.id))) {
      const trace = traceOf.get(one.id)
      const isSettled = trace?.is === 'known' && (await writeTrace(own, companyId, one, trace.providerIds))
      if (isSettled) settled.push(one)
      else if (one.isUnknown) await writeUnlessMoved(own, companyId, one, 'forget', sql`provider_id = null`)
    }
  })
  return { sendIds: [...new Set(settled.map(({ sendId }) => sendId))].toSorted(), hasMore: settled.length === alerts.traces }
}

async function lostDeliveries(work: Work, companyId: string): Promise<LostDelivery[]> {
  const { tx, gateways } = work
  await tx.scope({ companies: [companyId] })
  const lost = await tx.sql<Omit<LostDelivery, 'keptText'> & Unfilled>`
    select d.id,
           d.send_id as "sendId",
           d.method,
           d.phone,
           d.occupant_id as "occupantId",
           d.sender as "from",
           coalesce(d.message, s.message) as text,
           c.name as "companyName",
           c.phone as "companyPhone",
           s.purpose,
           d.provider,
           d.sending_at as since,
           d.sending_at::text as mark,
           d.sending_at < ${ago(gateways.alerts.certainty)} as "isCertain",
           d.sending_at < ${ago(unknownAfter)} as "isUnknown"
    from alert_deliveries d
    join alert_sends s on s.company_id = d.company_id and s.id = d.send_id
    join companies c on c.id = d.company_id
    where d.company_id = ${companyId} and ${isLost(work)}
    order by ${isUnknown}, case when ${isUnknown} then random() end, d.sending_at -- random, so that each unknown one gets its turn
    limit ${gateways.alerts.traces}`
  return withOwnLinks(work, companyId, lost) // as they left
}

/** Ignores provider ids that belong to another delivery. False while nothing is certain. */
async function writeTrace(work: Work, companyId: string, lost: LostDelivery, providerIds: readonly string[]): Promise<boolean> {
  const others = await work.tx.sql<{ providerId: string }>`
    select provider_id as "providerId"
    from alert_deliveries
    where company_id = ${companyId} and provider = ${work.gateways.alerts.name} and provider_id = any(${providerIds}::text[])
      and id <> ${lost.id}`
  const [providerId] = providerIds.filter((id) => !others.some((other) => other.providerId === id))
  if (providerId) await writeUnlessMoved(work, companyId, lost, 'accept', sql`provider_id = ${providerId}, accepted_at = now()`)
  else if (lost.isCertain) await writeUnlessMoved(work, companyId, lost, 'putBack', sql`attempts = attempts + 1, retry_at = null`)
  else return false
  return true
}

async function writeUnlessMoved(
  { tx }: Work,
  companyId: string,
  { id, mark }: LostDelivery,
  event: 'accept' | 'putBack' | 'forget',
  more: ReturnType<typeof sql>,
) {
  await tx.sql`
    update alert_deliveries
    set status = ${state(deliveryLife.to(event))},
        ${more}
    where company_id = ${companyId} and id = ${id} and sending_at = ${mark}::timestamptz
      and status in ${inStates(deliveryLife.from(event))}`
}
