// The life of a delivery (core/src/alerts/delivery-life.ts) as the database sees it. Each step is a short transaction of its own.
import { deliveryLife } from '@bordee/core/alerts/delivery-life.ts'
import { isAllowedHour, longestLife } from '@bordee/core/alerts/refusal.ts'
import { wallClock } from '@bordee/core/time.ts'
import { refund } from '../bank/spending.ts'
import type { Work } from '../engine/ctx.ts'
import type { Outcome, Outgoing } from '../engine/outside/sms.ts'
import { sql } from '../engine/sql.ts'
import { inStates, state } from '../engine/states.ts'
import { sendersOf } from './senders.ts'
import { changeSubscription } from './subscriptions.ts'

/** A send of a company: what a job of delivery works on. */
export interface SendOfCompany {
  companyId: string
  sendId: string
}

/** After so many refusals for the moment it is one for good. With the growing pauses that is about ten minutes. */
export const maxAttempts = 12

/** Seconds after which one that waits for another alert to the same phone looks again. */
const busyPause = 5
/**
 * Phones that another alert of the company is on its way to: two at once could be taken for each other when one is lost. A set, which
 * PostgreSQL reads once.
 */
const busyPhones = (companyId: string) => sql`(
  select o.phone
  from alert_deliveries o
  where o.company_id = ${companyId} and o.status = ${state(deliveryLife.to('take'))})`

const isQueued = sql`status in ${inStates(deliveryLife.from('take'))}`

/**
 * Marks the next few `sending`, and answers them: they are the caller's to deliver once this has committed. Whoever unsubscribed since, and
 * whatever a stop left behind, is cancelled here. A phone always hears from the same of the company's numbers, so that its conversation
 * stays in one place, and its STOP too.
 */
export async function markSending(work: Work, { companyId, sendId }: SendOfCompany): Promise<Outgoing[]> {
  const { tx, gateways } = work
  await tx.scope({ companies: [companyId] })
  const [send] = await tx.sql<WorkedSend>`
    update alert_sends s
    set worked_at = now()
    from companies c
    where s.company_id = ${companyId} and s.id = ${sendId} and c.id = s.company_id
    returning s.message as text,
              s.stopped_at is not null as "isStopped",
              s.created_at as "pressedAt",
              c.name as "companyName",
              c.is_active and c.archived_at is null and c.alert_is_active as "isOpen",
              c.time_zone as "timeZone",
              c.alert_start_hour_allowed as "startHourAllowed",
              c.alert_end_hour_allowed as "endHourAllowed"`
  if (!send) return [] // its company is gone
  if (send.isStopped || !mayStillLeave(send, work.now)) {
    await cancelQueued(work, { companyId, sendId })
    return []
  }
  const senders = await sendersOf(work, companyId)
  await tx.sql`select pg_advisory_xact_lock(hashtextextended(${`alerts:${companyId}`}, 0))` // of two sends one at a time sees who is busy
  const [sending, cancelled] = [deliveryLife.to('take'), deliveryLife.to('cancel')]
  const marked = await tx.sql<Pick<Outgoing, 'id' | 'method' | 'phone' | 'from' | 'mark'> & { status: string }>`
    with next as (
      select id, phone
      from alert_deliveries
      where company_id = ${companyId} and send_id = ${sendId} and ${isQueued}
        and (retry_at is null or retry_at <= now())
        and phone not in ${busyPhones(companyId)}
      order by id
      limit ${gateways.alerts.chunk(senders.length)}
      for update skip locked)
    update alert_deliveries d
    set status = case when u.phone is null then ${state(sending)} else ${state(cancelled)} end,
        reason = case when u.phone is null then null else 'unsubscribed' end,
        sending_at = clock_timestamp(),
        provider = ${gateways.alerts.name},
        sender = (${senders}::text[])[1 + right(d.phone, 4)::int % greatest(1, cardinality(${senders}::text[]))]
    from next
    left join unsubscribed_phones u on u.company_id = ${companyId} and u.phone = next.phone
    where d.company_id = ${companyId} and d.id = next.id
    returning d.id, d.method, d.phone, d.sender as "from", d.sending_at::text as mark, d.status`
  const { text, companyName } = send
  const unsubscribed = marked.filter(({ status }) => status === cancelled)
  await refundDeliveries(work, companyId, unsubscribed)
  return marked
    .filter(({ status }) => status === sending)
    .map(({ id, method, phone, from, mark }) => ({ id, method, phone, from, mark, text, companyName }))
}

interface WorkedSend {
  text: string
  companyName: string
  isStopped: boolean
  pressedAt: Date
  isOpen: boolean
  timeZone: string
  startHourAllowed: string | null
  endHourAllowed: string | null
}

/** A server that comes back in the middle of the night wakes nobody, and what was true last evening is not told the day after. */
function mayStillLeave({ isOpen, pressedAt, timeZone, ...hours }: WorkedSend, now: Date): boolean {
  const isFresh = now.getTime() - pressedAt.getTime() < longestLife * 3_600_000
  return isOpen && isFresh && isAllowedHour({ ...hours, time: wallClock(now, timeZone).time })
}

/** Writes what the provider said, unless a status callback has said more already. */
export async function writeOutcomes(work: Work, companyId: string, deliveries: readonly Outgoing[], outcomes: readonly Outcome[]) {
  await work.tx.scope({ companies: [companyId] })
  const known = deliveries.map((one, i) => ({ ...one, outcome: outcomes[i] ?? ({ is: 'unsure' } as const) }))
  const accepted = known.flatMap(({ id, outcome }) => (outcome.is === 'accepted' ? [{ id, providerId: outcome.providerId }] : []))
  await markAccepted(work, companyId, accepted)
  for (const reason of ['unsubscribed', 'other'] as const) {
    const refused = known.filter(({ outcome }) => outcome.is === 'refused' && outcome.reason === reason)
    await markRefused(work, companyId, refused, reason)
    if (reason === 'unsubscribed')
      for (const { phone } of refused) await changeSubscription(work, { companyId, phone, unsubscribed: true, how: 'carrier' })
  }
  for (const wasTried of [true, false]) {
    const early = known.filter(({ outcome }) => outcome.is === 'later' && outcome.wasTried === wasTried)
    await putBack(work, companyId, early, wasTried)
  }
}

async function markAccepted({ tx, gateways }: Work, companyId: string, accepted: readonly { id: string; providerId: string | null }[]) {
  if (accepted.length === 0) return
  await tx.sql`
    update alert_deliveries d
    set status = ${state(deliveryLife.to('accept'))},
        provider = ${gateways.alerts.name},
        provider_id = a.provider_id,
        accepted_at = now()
    from unnest(${accepted.map(({ id }) => id)}::uuid[], ${accepted.map(({ providerId }) => providerId)}::text[]) a (id, provider_id)
    where d.company_id = ${companyId} and d.id = a.id and d.status in ${inStates(deliveryLife.from('accept'))}`
}

/** A delivery, and the mark that it must still bear to be changed; null for whoever knows better than those who marked it. */
interface MarkedDelivery {
  id: string
  mark: string | null
}

const markRows = (deliveries: readonly MarkedDelivery[]) =>
  sql`unnest(${deliveries.map(({ id }) => id)}::uuid[], ${deliveries.map(({ mark }) => mark)}::timestamptz[]) m (id, mark)`
const bearsMark = sql`d.id = m.id and (m.mark is null or d.sending_at = m.mark)`

/** The provider will not take it: it costs nothing. */
export async function markRefused(work: Work, companyId: string, deliveries: readonly MarkedDelivery[], reason: 'unsubscribed' | 'other') {
  if (deliveries.length === 0) return
  const refused = await work.tx.sql<{ id: string }>`
    update alert_deliveries d
    set status = ${state(deliveryLife.to('refuse'))},
        reason = ${reason}
    from ${markRows(deliveries)}
    where d.company_id = ${companyId} and ${bearsMark} and d.status in ${inStates(deliveryLife.from('refuse'))}
    returning d.id`
  await refundDeliveries(work, companyId, refused)
}

/** Back into the queue, for two seconds; what was tried waits a little longer each time: 2, 4, 8 … seconds. */
async function putBack(work: Work, companyId: string, deliveries: readonly MarkedDelivery[], wasTried: boolean) {
  if (deliveries.length === 0) return
  const waiting = await work.tx.sql<{ id: string; attempts: number }>`
    update alert_deliveries d
    set status = ${state(deliveryLife.to('putBack'))},
        attempts = d.attempts + ${wasTried ? 1 : 0}::int,
        retry_at = now() + make_interval(secs => case when ${wasTried}::boolean then least(120, 2 ^ (d.attempts + 1)) else 2 end)
    from ${markRows(deliveries)}
    where d.company_id = ${companyId} and ${bearsMark} and d.status in ${inStates(deliveryLife.from('putBack'))}
    returning d.id, d.attempts`
  const spent = waiting.filter(({ attempts }) => attempts >= maxAttempts)
  await markRefused(
    work,
    companyId,
    spent.map(({ id }) => ({ id, mark: null })),
    'other',
  )
}

/** What has not left yet does not leave any more. Answers how many. */
export async function cancelQueued(work: Work, { companyId, sendId }: SendOfCompany): Promise<number> {
  const cancelled = await work.tx.sql<{ id: string }>`
    update alert_deliveries
    set status = ${state(deliveryLife.to('cancel'))},
        reason = 'stopped'
    where company_id = ${companyId} and send_id = ${sendId} and status in ${inStates(deliveryLife.from('cancel'))}
    returning id`
  await refundDeliveries(work, companyId, cancelled)
  return cancelled.length
}

/** Nobody pays for these any more, neither the bank nor the next invoice. */
async function refundDeliveries(work: Work, companyId: string, deliveries: readonly { id: string }[]) {
  if (deliveries.length === 0) return
  const refunds = await work.tx.sql<{ lotId: string | null; sendId: string }>`
    update alert_deliveries
    set paid_from = null,
        lot_id = null
    where company_id = ${companyId} and id = any(${deliveries.map(({ id }) => id)}::uuid[]) and paid_from is not null
    returning old.lot_id as "lotId", send_id as "sendId"`
  await refund(work, companyId, refunds)
}

/** Seconds until some of a send may be tried again; null when nothing of it waits. */
export async function secondsToNextTry({ tx }: Work, { companyId, sendId }: SendOfCompany): Promise<number | null> {
  await tx.scope({ companies: [companyId] })
  const [next] = await tx.sql<{ wait: number | null }>`
    with waiting as (
      select greatest(
        retry_at,
        now(),
        case when phone in ${busyPhones(companyId)} then now() + make_interval(secs => ${busyPause}) end) as next_try_at
      from alert_deliveries
      where company_id = ${companyId} and send_id = ${sendId} and ${isQueued})
    select extract(epoch from min(next_try_at) - now())::float8 as wait
    from waiting`
  return next?.wait ?? null
}
