// Database side of a delivery's life (core/src/alerts/delivery-life.ts). Each step is its own short transaction.
import type { SendPurpose } from '@bordee/core/alerts/alert.ts'
import { deliveryLife } from '@bordee/core/alerts/delivery-life.ts'
import { automaticLife, endingOf, type LivingSend, type SendEnding } from '@bordee/core/alerts/ending.ts'
import { areWithin, type CallHours } from '@bordee/core/alerts/hours.ts'
import { wallClock } from '@bordee/core/time.ts'
import { refund } from '../bank/spending.ts'
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { inStates, state } from '../engine/db/states.ts'
import type { Outcome, Outgoing } from '../outside/sms/sms.ts'
import { type Unfilled, withOwnLinks } from './leaving-texts.ts'
import { sendersOf } from './senders.ts'
import { changeSubscription } from './subscriptions.ts'
import { credit } from './unbilled.ts'

/** A send, as delivery jobs carry it. */
export interface SendOfCompany {
  companyId: string
  sendId: string
}

/** Longest pause, in seconds, of a send or a delivery, unless the provider asks for more. */
const longestPause = 60

/** Seconds before retrying a delivery whose phone has another alert on its way. */
const busyPause = 5
/**
 * Phones that another alert of the company is on its way to: with two at once, a lost one could be mistaken for the
 * other. A subquery, which PostgreSQL evaluates once.
 */
const busyPhones = (companyId: string) => sql`(
  select o.phone
  from alert_deliveries o
  where o.company_id = ${companyId} and o.status = ${state(deliveryLife.to('take'))})`

const isQueued = sql`status in ${inStates(deliveryLife.from('take'))}`
/** Of a queued one: its occupant's quiet hours are not over. */
const isHeld = sql`coalesce(held_until > now(), false)`

/**
 * Marks the next few deliveries `sending` and returns them: the caller delivers them once this has committed. A
 * paused send gets only one, to test whether its provider answers again. Cancels deliveries whose phone has
 * unsubscribed or got the same text from a later send, and everything queued when the send is over; holds those whose
 * occupants' quiet hours have begun, and cancels those whose site was done or whose occupant left meanwhile. A phone
 * always hears from the same one of the company's numbers, so that its conversation and its STOP stay in one place.
 */
export async function markSending(work: Work, { companyId, sendId }: SendOfCompany): Promise<Outgoing[]> {
  const { tx, gateways } = work
  await tx.scope({ companies: [companyId] })
  // Locks the send: a stop comes before or after this step, not during it.
  await tx.sql`update alert_sends set worked_at = now() where company_id = ${companyId} and id = ${sendId}`
  const send = await readSend(work, { companyId, sendId })
  if (!send) return [] // its company is gone
  const ending = endingOf(send, work.now)
  if (ending) {
    await cancelQueued(work, { companyId, sendId }, ending)
    return []
  }
  if (send.isAutomatic) await cancelQueued(work, { companyId, sendId }, 'expired', automaticLife * 60)
  const senders = await sendersOf(work, companyId)
  // Two sends check for busy phones one at a time.
  await tx.sql`select pg_advisory_xact_lock(hashtextextended(${`alerts:${companyId}`}, 0))`
  const [sending, held, cancelled] = [deliveryLife.to('take'), deliveryLife.to('hold'), deliveryLife.to('cancel')]
  const mayCall = areWithin(send.callHours, wallClock(work.now, send.timeZone))
  const marked = await tx.sql<Unfilled & { text: string | null; status: string }>`
    with next as (
      select id, phone, method, occupant_id, site_id, held_until
      from alert_deliveries
      where company_id = ${companyId} and send_id = ${sendId} and ${isQueued} and not ${isHeld}
        and (retry_at is null or retry_at <= now())
        and phone not in ${busyPhones(companyId)}
      order by id
      limit ${send.isPaused ? 1 : gateways.alerts.chunk(senders.length)}
      for update skip locked),
    hours as (
      select n.id,
             case
               when ${send.hasHours} and o.quiet_hours is not null then quiet_until(o.quiet_hours, now(), ${send.timeZone})
             end as quiet_end,
             n.method = 'call' and o.calls_anytime is null and ${!mayCall} as is_call_refused,
             n.held_until is not null and exists (
               select from run_sites r
               where r.company_id = ${companyId} and r.site_id = n.site_id and r.state = 'done'
                 and r.decided_at > ${send.pressedAt}::timestamptz) as is_served,
             n.held_until is not null and (o.id is null or o.phone <> n.phone) as is_gone
      from next n
      left join occupants o on o.company_id = ${companyId} and o.id = n.occupant_id),
    told_since as (
      select distinct o.phone
      from alert_sends this
      join alert_sends s on s.company_id = this.company_id and s.message = this.message and s.created_at > this.created_at
      join alert_deliveries o on o.company_id = s.company_id and o.send_id = s.id and o.paid_from is not null
      where this.company_id = ${companyId} and this.id = ${sendId}),
    refusals as (
      select id,
             quiet_end,
             is_gone,
             case
               when is_gone then null
               when is_served or ${send.isAutomatic} and quiet_end is not null then 'quiet'
               when quiet_end is null and is_call_refused then 'call-hours'
             end as detail
      from hours),
    decided as (
      select next.id,
             h.quiet_end,
             case
               when u.phone is not null then 'unsubscribed'
               when t.phone is not null then 'no_double'
               when h.is_gone or h.detail is not null then 'other'
             end as reason,
             case when u.phone is null and t.phone is null then h.detail end as detail
      from next
      join refusals h on h.id = next.id
      left join unsubscribed_phones u on u.company_id = ${companyId} and u.phone = next.phone
      left join told_since t on t.phone = next.phone)
    update alert_deliveries d
    set status = case
          when w.reason is not null then ${state(cancelled)}
          when w.quiet_end is not null then ${state(held)}
          else ${state(sending)}
        end,
        reason = w.reason,
        detail = w.detail,
        held_until = case when w.reason is null then coalesce(w.quiet_end, d.held_until) else d.held_until end,
        sending_at = case when w.reason is null and w.quiet_end is not null then d.sending_at else clock_timestamp() end,
        provider = ${gateways.alerts.name},
        sender = (${senders}::text[])[1 + right(d.phone, 4)::int % greatest(1, cardinality(${senders}::text[]))]
    from decided w
    where d.company_id = ${companyId} and d.id = w.id
    returning d.id, d.method, d.phone, d.occupant_id as "occupantId", d.sender as "from", d.sending_at::text as mark,
              d.message as text, d.status`
  const dropped = marked.filter(({ status }) => status === cancelled)
  await refundDeliveries(work, companyId, dropped)
  const leaving = marked.filter(({ status }) => status === sending)
  return withOwnLinks(
    work,
    companyId,
    leaving.map(({ status: _, text, ...one }) => ({
      ...one,
      text: text ?? send.text,
      companyName: send.companyName,
      companyPhone: send.companyPhone,
      purpose: send.purpose,
    })),
  )
}

/** A send, with the facts that decide whether it is over. */
export async function readSend({ tx }: Work, { companyId, sendId }: SendOfCompany) {
  await tx.scope({ companies: [companyId] })
  const [send] = await tx.sql<LivingSend & ReadSend>`
    select s.message as text,
           s.stopped_at is not null as "isStopped",
           case when s.is_automatic then now() else s.created_at end as "pressedAt", -- its deliveries expire one by one
           s.is_automatic as "isAutomatic",
           s.paused_at is not null as "isPaused",
           s.purpose,
           c.name as "companyName",
           c.phone as "companyPhone",
           c.is_active and c.archived_at is null and c.alert_is_active as "isOpen",
           c.time_zone as "timeZone",
           -- a conversation and a call to work know no hours
           s.purpose = 'alert' as "hasHours",
           case when s.purpose = 'alert' then c.alert_start_hour_allowed end as "startHourAllowed",
           case when s.purpose = 'alert' then c.alert_end_hour_allowed end as "endHourAllowed",
           case when s.purpose = 'alert' then c.alert_call_hours end as "callHours"
    from alert_sends s
    join companies c on c.id = s.company_id
    where s.company_id = ${companyId} and s.id = ${sendId}`
  return send
}

interface ReadSend {
  text: string
  companyName: string
  companyPhone: string
  purpose: SendPurpose
  isPaused: boolean
  isAutomatic: boolean
  hasHours: boolean
  callHours: CallHours
}

/** Pauses a send whose provider is down or asks us to wait, a little longer each time. Returns the pause in seconds. */
export async function pauseSend({ tx }: Work, { companyId, sendId }: SendOfCompany, shortest: number): Promise<number> {
  await tx.scope({ companies: [companyId] })
  const [send] = await tx.sql<{ pauses: number }>`
    update alert_sends
    set paused_at = coalesce(paused_at, now()),
        pauses = pauses + 1,
        worked_at = now()
    where company_id = ${companyId} and id = ${sendId}
    returning pauses`
  return Math.max(shortest, Math.min(longestPause, 2 ** (send?.pauses ?? 1)))
}

/** Writes the provider's answers, unless a status callback has already brought later news. */
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
  const waiting = known.flatMap(({ id, mark, outcome }) => (outcome.is === 'later' ? [{ id, mark, ...outcome }] : []))
  await putBack(work, companyId, waiting)
}

async function markAccepted({ tx, gateways }: Work, companyId: string, accepted: readonly { id: string; providerId: string | null }[]) {
  if (accepted.length === 0) return
  await giveBackProviderIds({ tx, gateways }, companyId, accepted)
  await tx.sql`
    update alert_deliveries d
    set status = ${state(deliveryLife.to('accept'))},
        provider = ${gateways.alerts.name},
        provider_id = a.provider_id,
        accepted_at = now()
    from unnest(${accepted.map(({ id }) => id)}::uuid[], ${accepted.map(({ providerId }) => providerId)}::text[]) a (id, provider_id)
    where d.company_id = ${companyId} and d.id = a.id and d.status in ${inStates(deliveryLife.from('accept'))}`
  await tx.sql`
    update alert_sends
    set paused_at = null,
        pauses = 0
    where company_id = ${companyId} and paused_at is not null
      and id in (
        select send_id
        from alert_deliveries
        where company_id = ${companyId} and id = any(${accepted.map(({ id }) => id)}::uuid[]))`
}

/** The provider decides which delivery an id belongs to: one that tracing had wrongly matched is unknown again. */
export async function giveBackProviderIds(
  { tx, gateways }: Pick<Work, 'tx' | 'gateways'>,
  companyId: string,
  owners: readonly { id: string; providerId: string | null }[],
) {
  const isMistaken = sql`d.status in ${inStates(deliveryLife.from('mistake'))}`
  await tx.sql`
    update alert_deliveries d
    set provider_id = null,
        status = case when ${isMistaken} then ${state(deliveryLife.to('mistake'))} else d.status end
    from unnest(${owners.map(({ id }) => id)}::uuid[], ${owners.map(({ providerId }) => providerId)}::text[]) o (id, provider_id)
    where d.company_id = ${companyId} and d.provider = ${gateways.alerts.name} and d.provider_id = o.provider_id and d.id <> o.id`
}

/** A delivery and the mark it must still have; null if the caller knows better than the worker that set it. */
interface MarkedDelivery {
  id: string
  mark: string | null
}

const markRows = (deliveries: readonly MarkedDelivery[]) =>
  sql`unnest(${deliveries.map(({ id }) => id)}::uuid[], ${deliveries.map(({ mark }) => mark)}::timestamptz[]) m (id, mark)`
const bearsMark = sql`d.id = m.id and (m.mark is null or d.sending_at = m.mark)`

/** The provider refused these: they cost nothing. */
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

/**
 * Puts deliveries back in the queue, as often as needed while their send lives. After each try the wait grows: 2, 4,
 * 8 … seconds, or as long as the provider asked for.
 */
async function putBack(work: Work, companyId: string, deliveries: readonly (MarkedDelivery & { wasTried: boolean; after?: number })[]) {
  if (deliveries.length === 0) return
  await work.tx.sql`
    update alert_deliveries d
    set status = ${state(deliveryLife.to('putBack'))},
        attempts = d.attempts + w.tried,
        retry_at = now() + make_interval(secs => greatest(
          w.after,
          case when w.tried = 1 then least(${longestPause}, 2 ^ least(d.attempts + 1, 10)) else 2 end))
    from unnest(
      ${deliveries.map(({ id }) => id)}::uuid[],
      ${deliveries.map(({ mark }) => mark)}::timestamptz[],
      ${deliveries.map(({ wasTried }) => (wasTried ? 1 : 0))}::int[],
      ${deliveries.map(({ after }) => after ?? 0)}::float8[]) w (id, mark, tried, after)
    where d.company_id = ${companyId} and d.id = w.id and d.sending_at = w.mark
      and d.status in ${inStates(deliveryLife.from('putBack'))}`
}

/**
 * Cancels queued deliveries and returns how many. A delivery tried in vain until its send's time ran out has failed
 * instead; neither costs anything. The company's closing hour leaves alone what is kept until quiet hours end: the
 * company may be open again by then. `olderThan`: only those queued for longer, in seconds.
 */
export async function cancelQueued(work: Work, { companyId, sendId }: SendOfCompany, detail: SendEnding, olderThan = 0): Promise<number> {
  const isOverByItself = detail === 'hours' || detail === 'expired'
  const cancelled = await work.tx.sql<{ id: string }>`
    update alert_deliveries
    set status = case
          when ${isOverByItself} and attempts > 0 then ${state(deliveryLife.to('expire'))}
          else ${state(deliveryLife.to('cancel'))}
        end,
        reason = 'other',
        detail = ${detail}
    where company_id = ${companyId} and send_id = ${sendId} and status in ${inStates(deliveryLife.from('cancel'))}
      and (${olderThan} = 0 or created_at < now() - make_interval(secs => ${olderThan}))
      and (${detail !== 'hours'} or not ${isHeld})
    returning id`
  await refundDeliveries(work, companyId, cancelled)
  return cancelled.length
}

/** Gives these back: to the bank, or off the next invoice. */
async function refundDeliveries(work: Work, companyId: string, deliveries: readonly { id: string }[]) {
  if (deliveries.length === 0) return
  const refunds = await work.tx.sql<{ id: string; lotId: string | null; sendId: string; invoiceId: string | null; price: number }>`
    update alert_deliveries
    set paid_from = null,
        lot_id = null
    where company_id = ${companyId} and id = any(${deliveries.map(({ id }) => id)}::uuid[]) and paid_from is not null
    returning id, old.lot_id as "lotId", send_id as "sendId", invoice_id as "invoiceId", price`
  await refund(work, companyId, refunds)
  await credit(work, companyId, refunds)
}

/** Seconds until one of the send's deliveries may be tried again; null if none is queued. */
export async function secondsToNextTry({ tx }: Work, { companyId, sendId }: SendOfCompany): Promise<number | null> {
  await tx.scope({ companies: [companyId] })
  const [next] = await tx.sql<{ wait: number | null }>`
    with waiting as (
      select greatest(
        retry_at,
        held_until,
        now(),
        case when phone in ${busyPhones(companyId)} then now() + make_interval(secs => ${busyPause}) end) as next_try_at
      from alert_deliveries
      where company_id = ${companyId} and send_id = ${sendId} and ${isQueued})
    select extract(epoch from min(next_try_at) - now())::float8 as wait
    from waiting`
  return next?.wait ?? null
}
