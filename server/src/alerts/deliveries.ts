// The life of a delivery: taken from the queue, brought to the provider, settled; looked for when nobody can tell. Each step is a short transaction of its own.

import { isAllowedHour, longestLife } from '@bordee/core/alerts/refusal.ts'
import { wallClock } from '@bordee/core/time.ts'
import { refund } from '../bank/spending.ts'
import type { Work } from '../engine/ctx.ts'
import type { Outcome, Outgoing } from '../engine/outside/sms.ts'
import { sql } from '../engine/sql.ts'
import { sendersOf } from './senders.ts'
import { changeSubscription } from './subscriptions.ts'

export interface SendJob {
  companyId: string
  sendId: string
}

/** After so many refusals for the moment it is one for good. With the growing pauses that is about ten minutes. */
const maxAttempts = 12
/** Milliseconds after which nobody will know any more. */
const forgottenAfter = 600_000

/** Seconds after which one that waits for another alert to the same phone looks again. */
const busyPause = 5
/** Phones that another alert of the company is on its way to: two at once could be taken for each other when one is lost. A set, which PostgreSQL reads once. */
const busyPhones = (companyId: string) =>
  sql`(select o.phone from alert_deliveries o where o.company_id = ${companyId} and o.status = 'sending')`

/**
 * Takes the next few and marks them `sending`; they are the caller's once this has committed. Whoever unsubscribed since, and whatever a stop left behind, is
 * cancelled here. A phone always hears from the same of the company's numbers, so that its conversation stays in one place, and its STOP too.
 */
export async function take(work: Work, { companyId, sendId }: SendJob): Promise<Outgoing[]> {
  const { tx, gateways } = work
  await tx.scope({ companies: [companyId] })
  const [send] = await tx.sql<TakenSend>`
    update alert_sends s set worked_at = now() from companies c
    where s.company_id = ${companyId} and s.id = ${sendId} and c.id = s.company_id
    returning s.message as text, s.stopped_at is not null as "isStopped", s.created_at as "pressedAt", c.name as "companyName",
              c.is_active and c.archived_at is null and c.alert_is_active as "isOpen", c.time_zone as "timeZone",
              c.alert_start_hour_allowed as "startHourAllowed", c.alert_end_hour_allowed as "endHourAllowed"`
  if (!send) return [] // its company is gone
  if (send.isStopped || !mayStillLeave(send, work.now)) {
    await cancelQueued(work, { companyId, sendId })
    return []
  }
  const senders = await sendersOf(work, companyId)
  await tx.sql`select pg_advisory_xact_lock(hashtextextended(${`alerts:${companyId}`}, 0))` // of two sends one at a time sees who is busy
  const taken = await tx.sql<Pick<Outgoing, 'id' | 'method' | 'phone' | 'from' | 'mark'> & { status: string }>`
    with next as (
      select id, phone from alert_deliveries
      where company_id = ${companyId} and send_id = ${sendId} and status = 'queued' and (retry_at is null or retry_at <= now())
        and phone not in ${busyPhones(companyId)}
      order by id limit ${gateways.alerts.chunk(senders.length)} for update skip locked)
    update alert_deliveries d set
      status = case when u.phone is null then 'sending' else 'cancelled' end, reason = case when u.phone is null then null else 'unsubscribed' end,
      sending_at = clock_timestamp(), provider = ${gateways.alerts.name},
      sender = (${senders}::text[])[1 + right(d.phone, 4)::int % greatest(1, cardinality(${senders}::text[]))]
    from next left join unsubscribed_phones u on u.company_id = ${companyId} and u.phone = next.phone
    where d.company_id = ${companyId} and d.id = next.id
    returning d.id, d.method, d.phone, d.sender as "from", d.sending_at::text as mark, d.status`
  await giveBack(
    work,
    companyId,
    taken.filter(({ status }) => status === 'cancelled').map(({ id }) => id),
  )
  const { text, companyName } = send
  return taken
    .filter(({ status }) => status === 'sending')
    .map(({ id, method, phone, from, mark }) => ({ id, method, phone, from, mark, text, companyName }))
}

interface TakenSend {
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
function mayStillLeave({ isOpen, pressedAt, timeZone, ...hours }: TakenSend, now: Date): boolean {
  const isFresh = now.getTime() - pressedAt.getTime() < longestLife * 3_600_000
  return isOpen && isFresh && isAllowedHour({ ...hours, time: wallClock(now, timeZone).time })
}

/** Writes what the provider said, unless a status callback has said more already. */
export async function settle(work: Work, companyId: string, batch: readonly Outgoing[], outcomes: readonly Outcome[]) {
  const { tx, gateways } = work
  await tx.scope({ companies: [companyId] })
  const said = batch.map((one, i) => ({ ...one, outcome: outcomes[i] ?? ({ is: 'unsure' } as const) }))
  const accepted = said.flatMap(({ id, outcome }) => (outcome.is === 'accepted' ? [{ id, providerId: outcome.providerId }] : []))
  if (accepted.length > 0)
    await tx.sql`
      update alert_deliveries d set status = 'accepted', provider = ${gateways.alerts.name}, provider_id = a.provider_id, accepted_at = now()
      from unnest(${accepted.map(({ id }) => id)}::uuid[], ${accepted.map(({ providerId }) => providerId)}::text[]) a (id, provider_id)
      where d.company_id = ${companyId} and d.id = a.id and d.status in ('queued', 'sending', 'unknown')`
  for (const reason of ['unsubscribed', 'other'] as const) {
    const refused = said.filter(({ outcome }) => outcome.is === 'refused' && outcome.reason === reason)
    await refuse(work, companyId, refused, reason)
    if (reason === 'unsubscribed')
      for (const { phone } of refused) await changeSubscription(work, { companyId, phone, unsubscribed: true, how: 'carrier' })
  }
  for (const wasTried of [true, false]) {
    const early = said.filter(({ outcome }) => outcome.is === 'later' && outcome.wasTried === wasTried)
    await putOff(work, companyId, early, wasTried)
  }
}

/** A delivery, and the mark under which it is held; null for whoever knows better than those who hold it. */
interface Held {
  id: string
  mark: string | null
}

/** Rows `h`, whose mark a delivery `d` must still bear. */
const heldRows = (held: readonly Held[]) =>
  sql`unnest(${held.map(({ id }) => id)}::uuid[], ${held.map(({ mark }) => mark)}::timestamptz[]) h (id, mark)`
const isStillHeld = sql`d.id = h.id and (h.mark is null or d.sending_at = h.mark)`

/** The provider will not take it: it costs nothing. */
export async function refuse(work: Work, companyId: string, held: readonly Held[], reason: 'unsubscribed' | 'other') {
  if (held.length === 0) return
  const rows = await work.tx.sql<{ id: string }>`
    update alert_deliveries d set status = 'failed', reason = ${reason} from ${heldRows(held)}
    where d.company_id = ${companyId} and ${isStillHeld} and d.status in ('queued', 'sending', 'accepted', 'unknown') returning d.id`
  await giveBack(
    work,
    companyId,
    rows.map(({ id }) => id),
  )
}

/** Back into the queue, for two seconds; what was tried waits a little longer each time: 2, 4, 8 … seconds. */
async function putOff(work: Work, companyId: string, held: readonly Held[], wasTried: boolean) {
  if (held.length === 0) return
  const rows = await work.tx.sql<{ id: string; attempts: number }>`
    update alert_deliveries d set status = 'queued', attempts = d.attempts + ${wasTried ? 1 : 0}::int,
      retry_at = now() + make_interval(secs => case when ${wasTried}::boolean then least(120, 2 ^ (d.attempts + 1)) else 2 end)
    from ${heldRows(held)} where d.company_id = ${companyId} and ${isStillHeld} and d.status = 'sending' returning d.id, d.attempts`
  const spent = rows.filter(({ attempts }) => attempts >= maxAttempts)
  await refuse(
    work,
    companyId,
    spent.map(({ id }) => ({ id, mark: null })),
    'other',
  )
}

/** What has not left yet does not leave any more. Answers how many. */
export async function cancelQueued(work: Work, { companyId, sendId }: SendJob): Promise<number> {
  const rows = await work.tx.sql<{ id: string }>`
    update alert_deliveries set status = 'cancelled', reason = 'stopped'
    where company_id = ${companyId} and send_id = ${sendId} and status = 'queued' returning id`
  await giveBack(
    work,
    companyId,
    rows.map(({ id }) => id),
  )
  return rows.length
}

/** Nobody pays for these any more, neither the bank nor the next invoice. */
async function giveBack(work: Work, companyId: string, ids: readonly string[]) {
  if (ids.length === 0) return
  const given = await work.tx.sql<{ lotId: string | null; sendId: string }>`
    update alert_deliveries set paid_from = null, lot_id = null
    where company_id = ${companyId} and id = any(${ids}::uuid[]) and paid_from is not null
    returning old.lot_id as "lotId", send_id as "sendId"`
  await refund(work, companyId, given)
}

type Lost = Outgoing & { since: Date; isForgotten: boolean; sendId: string; provider: string }

/**
 * What a crash or a silence left in `sending`: the provider is asked, if it is still the same. Found, it was accepted; certainly not there, it goes back into
 * the queue; and when nobody has been able to tell for ten minutes, it is unknown. Answers the sends that may
 * have got some back, and whether there is more to look for now.
 */
export async function reconcile(work: Work, companyId: string): Promise<{ sendIds: string[]; hasMore: boolean }> {
  const { alerts } = work.gateways
  const lost = await work.aside((own) => lostOf(own, companyId))
  const ours = lost.filter(({ provider }) => provider === alerts.name)
  const traces = ours.length > 0 ? await work.aside((own) => alerts.trace(own, ours)) : []
  const traceOf = new Map(ours.map(({ id }, i) => [id, traces[i]]))
  await work.aside(async (own) => {
    await own.tx.scope({ companies: [companyId] })
    for (const one of lost.toSorted((a, b) => a.id.localeCompare(b.id))) {
      const trace = traceOf.get(one.id)
      if (trace?.is === 'known') await resolve(own, companyId, one, trace.providerIds)
      else if (one.isForgotten) await move(own, companyId, one, sql`status = 'unknown'`)
    }
  })
  const found = lost.filter(({ id }) => traceOf.get(id)?.is === 'known')
  return { sendIds: [...new Set(found.map(({ sendId }) => sendId))].toSorted(), hasMore: found.length === alerts.traces }
}

async function lostOf({ tx, gateways }: Work, companyId: string): Promise<Lost[]> {
  await tx.scope({ companies: [companyId] })
  return tx.sql<Lost>`
    select d.id, d.send_id as "sendId", d.method, d.phone, d.sender as "from", s.message as text, c.name as "companyName", d.provider,
           d.sending_at as since, d.sending_at::text as mark, d.sending_at < ${ago(forgottenAfter)} as "isForgotten"
    from alert_deliveries d join alert_sends s on s.company_id = d.company_id and s.id = d.send_id join companies c on c.id = d.company_id
    where d.company_id = ${companyId} and d.status = 'sending' and d.sending_at <= ${ago(gateways.alerts.patience)}
      and (d.provider = ${gateways.alerts.name} or d.sending_at < ${ago(forgottenAfter)}) order by d.sending_at limit ${gateways.alerts.traces}`
}

/** So many milliseconds before now, by the clock that marked the deliveries. */
export const ago = (milliseconds: number) => sql`clock_timestamp() - make_interval(secs => ${milliseconds / 1000})`

/** One that belongs to another delivery already is not this one. */
async function resolve(work: Work, companyId: string, lost: Lost, providerIds: readonly string[]) {
  const taken = await work.tx.sql<{ id: string }>`
    select provider_id as id from alert_deliveries
    where company_id = ${companyId} and provider = ${work.gateways.alerts.name} and provider_id = any(${providerIds}::text[]) and id <> ${lost.id}`
  const [providerId] = providerIds.filter((id) => !taken.some((one) => one.id === id))
  if (providerId) await move(work, companyId, lost, sql`status = 'accepted', provider_id = ${providerId}, accepted_at = now()`)
  else
    await move(
      work,
      companyId,
      lost,
      sql`status = case when attempts + 1 < ${maxAttempts} then 'queued' else 'unknown' end, attempts = attempts + 1, retry_at = null`,
    )
}

/** Unless someone else has moved it meanwhile. */
async function move({ tx }: Work, companyId: string, { id, mark }: Lost, to: ReturnType<typeof sql>) {
  await tx.sql`
    update alert_deliveries set ${to} where company_id = ${companyId} and id = ${id} and status = 'sending' and sending_at = ${mark}::timestamptz`
}

/** Seconds until some of a send may be tried again; null when nothing of it waits. */
export async function nextTry({ tx }: Work, { companyId, sendId }: SendJob): Promise<number | null> {
  await tx.scope({ companies: [companyId] })
  const [next] = await tx.sql<{ wait: number | null }>`
    select extract(epoch from min(greatest(retry_at, now(), case when phone in ${busyPhones(companyId)} then now() + make_interval(secs => ${busyPause}) end)) - now())::float8 as wait
    from alert_deliveries where company_id = ${companyId} and send_id = ${sendId} and status = 'queued'`
  return next?.wait ?? null
}
