// One press of « Envoyer », all or nothing: history row, one delivery per occupant, payment and delivery job.
import { cancellationReasons, type Target } from '@bordee/core/alerts/alert.ts'
import { openStates } from '@bordee/core/alerts/delivery-life.ts'
import { durationOf, hourDetails } from '@bordee/core/alerts/ending.ts'
import { areWithin, type CallHours } from '@bordee/core/alerts/hours.ts'
import { canPayFor, delayOf, refusalOf, type Situation } from '@bordee/core/alerts/refusal.ts'
import { alertPriceOf } from '@bordee/core/companies/alert-prices.ts'
import { asksReason } from '@bordee/core/messages/variables.ts'
import { conflict, notFound } from '@bordee/core/problem.ts'
import { dispatches, runsCompany } from '@bordee/core/roles.ts'
import { wallClock } from '@bordee/core/time.ts'
import { cardOf, creditOf, type Payer, spend } from '../bank/spending.ts'
import { type Ctx, companyOf, type Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'
import { provenCompany } from '../identity/owners.ts'
import { currentOperation } from '../operations/belonging.ts'
import { requireOperation } from '../operations/operations.queries.ts'
import { lastToldAt } from '../sectors/sectors.queries.ts'
import { deliverLater, publishProgress } from './alerts.jobs.ts'
import { type Filling, fillText } from './filling.ts'
import { isOrder, lockAndFind, outcomeOf, sentOutcome } from './presses.ts'
import { recipientDecisions, type Sending } from './recipients.ts'
import { forecastSenders, leaveSenders, type Senders, takeSenders } from './senders.ts'
import { type Aim, aimAt } from './targets.ts'

type Order = Target & { messageId: string; operationId?: string | null | undefined }

export async function send(ctx: Ctx, { requestKey = null, ...order }: Order & { requestKey?: string | null | undefined }) {
  const known = requestKey && (await lockAndFind(ctx, requestKey))
  if (known && !isOrder(known, order)) throw conflict('Cette clé a déjà servi à un autre envoi.', { code: 'request-key-used' })
  if (known) return outcomeOf(known)
  const prepared = await prepare(ctx, order, true)
  const refused = (message: string, expectedCount = 0) => ({
    message,
    type: 'warning' as const,
    code: null,
    expectedCount,
    cancelledCount: 0,
  })
  // Check first for refusals that need no counting: nothing has to be undone.
  const early = refusalFor(ctx, { ...prepared.situation, expected: 1, alertable: 0 })
  if (early) return refused(early)
  const senders = await takeSenders(ctx, prepared.payer.id)
  if (canPayFor(1, prepared.situation.credit) && !senders.isEnough) return refused(noSender)
  const { code, expected, alertedCount } = await sendFrom(ctx, senders, prepared, pressedBy(ctx, requestKey))
  if (code === null)
    return refused(refusalFor(ctx, { ...prepared.situation, expected, alertable: alertedCount }) ?? changedMeanwhile, expected)
  return sentOutcome(code, expected, alertedCount)
}

/** Someone to alert moved in, or a site was marked, between reading the reasons and writing the send. */
const changedMeanwhile = 'Les destinataires viennent de changer\u00a0: vérifiez l’aperçu et réessayez.'

/** What the bank holds is not an employee's business. */
const refusalFor = (ctx: Ctx, situation: Situation) => refusalOf(situation, { seesBank: runsCompany(ctx.actor.role) })

interface RunOrder {
  companyId: string
  aim: Aim
  messageId: string
  /** Seconds within which nobody gets the same text twice. */
  interval: number
}

/**
 * A run's automatic alert, added to its earlier send with the same message. Returns the send; null if it was refused
 * as a whole or stopped by hand. The delay between two presses doesn't apply: nobody pressed.
 */
export async function sendForRun(work: Work, { companyId, aim, messageId, interval }: RunOrder): Promise<string | null> {
  const prepared = await prepareFor(work, { companyId, aim, messageId, delay: interval, wait: 0, isAutomatic: true }, true)
  const [known] = await work.tx.sql<{ isStopped: boolean }>`
    select stopped_at is not null as "isStopped"
    from alert_sends
    where company_id = ${companyId} and target = ${aim.key} and message_id = ${messageId} and is_automatic
    order by created_at desc
    limit 1`
  if (known?.isStopped || refusalOf({ ...prepared.situation, expected: 1, alertable: 0 })) return null
  const senders = await takeSenders(work, companyId)
  if (!senders.isEnough) return null
  const { code } = await sendFrom(work, senders, prepared, automaticPresser)
  return code
}

/** Writes the send, pays for it and starts its delivery; when nothing may be sent, returns the numbers to the pool. */
async function sendFrom(work: Work, senders: Senders, prepared: Prepared, by: Presser) {
  const companyId = prepared.payer.id
  const written = await write(work, prepared, by)
  if (written.code === null) {
    await leaveSenders(work, companyId, senders)
    return written
  }
  await spend(work, companyId, written.code, prepared.situation.credit.lots, written.alertedCount)
  if (written.alertedCount > 0) await deliverLater(work, { companyId, sendId: written.code })
  await publishProgress(work, companyId, written.code)
  return written
}

/** Decides as a send would, without writing anything. */
export async function preview(ctx: Ctx, order: Order) {
  const { situation, sending, payer, filling } = await prepare(ctx, order, false)
  const pace = await paceOf(ctx, payer.id)
  const groups = await ctx.tx.rows(sql<RecipientGroup>`
    with ${recipientDecisions(sending)}
    select why, detail, method, held_until is not null as "isHeld", count(*)::int as n
    from decisions
    group by why, detail, method, held_until is not null`)
  const sum = (among: typeof groups) => among.reduce((total, { n }) => total + n, 0)
  const toldBy = (method: 'sms' | 'call') => sum(groups.filter((group) => group.why === null && group.method === method))
  const expected = sum(groups)
  const byMethod = { sms: toldBy('sms'), call: toldBy('call') }
  const alertedCount = byMethod.sms + byMethod.call
  const cancelled = cancellationReasons
    .map((reason) => [reason, sum(groups.filter(({ why }) => why === reason))] as const)
    .filter(([, n]) => n > 0)
  const [quiet = 0, callHours = 0] = hourDetails.map((detail) => sum(groups.filter((group) => group.detail === detail)))
  return {
    expectedCount: expected,
    byMethod,
    cancelled: Object.fromEntries(cancelled),
    amount: alertedCount * payer.price,
    bankAmount: runsCompany(ctx.actor.role) ? situation.credit.bank : null,
    refusal: refusalFor(ctx, { ...situation, expected, alertable: alertedCount }) ?? (alertedCount > 0 && !pace.isEnough ? noSender : null),
    longestText: filling.longestText,
    reasons: filling.reasons,
    isSuspended: situation.credit.isSuspended && !canPayFor(alertedCount, situation.credit),
    ...durationOf(alertedCount, pace, situation, ctx.now),
    hours: { held: sum(groups.filter(({ isHeld }) => isHeld)), quiet, 'call-hours': callHours },
  }
}

interface RecipientGroup {
  why: (typeof cancellationReasons)[number] | null
  detail: (typeof hourDetails)[number] | null
  method: 'sms' | 'call'
  isHeld: boolean
  n: number
}

/** Whom a run's automatic alert would reach now, by phone number, or why it would be refused as a whole. */
export async function forecastForRun(work: Work, { companyId, aim, messageId, interval }: RunOrder) {
  const { situation, sending, payer } = await prepareFor(
    work,
    { companyId, aim, messageId, delay: interval, wait: 0, isAutomatic: true },
    false,
  )
  const alerted = await work.tx.rows(sql<{ phone: string }>`
    with ${recipientDecisions(sending)}
    select phone
    from decisions
    where why is null`)
  const refusal = refusalOf({ ...situation, expected: 1, alertable: alerted.length }, { seesBank: false })
  return { phones: refusal ? [] : alerted.map(({ phone }) => phone), price: payer.price, refusal }
}

/** How fast the company's alerts leave, and whether it has, or would get, a number to send from. */
async function paceOf(ctx: Ctx, companyId: string) {
  const { rate, pool } = ctx.gateways.alerts
  const { count, isEnough } = await forecastSenders(ctx, companyId)
  const [queue] = await ctx.tx.sql<{ waiting: number }>`
    select count(*)::int as waiting
    from alert_deliveries
    where company_id = ${companyId} and status in ${inStates(openStates)}`
  return { rate: rate === null ? null : rate * (pool ? Math.max(1, count) : 1), waiting: queue?.waiting ?? 0, isEnough }
}

const noSender = 'Aucun numéro n’est disponible pour envoyer vos alertes. Contactez l’équipe du produit.'

interface Prepared {
  payer: Payer
  aim: Aim
  sending: Sending
  filling: Filling
  /** The send belongs to it. */
  operation: Sql<unknown>
  situation: Omit<Situation, 'expected' | 'alertable' | 'credit'> & { credit: Awaited<ReturnType<typeof creditOf>>; timeZone: string }
  messageId: string
}

interface Company {
  name: string
  isActive: boolean
  isProven: boolean
  minTimeBetweenTwoAlert: number
  startHourAllowed: string | null
  endHourAllowed: string | null
  callHours: CallHours
  timeZone: string
  alertPriceId: string | null
  monthlyCap: number
  card: Payer['card']
}

/** To send, locks the company's row: of two presses at once, the second sees what the first sent and spent. */
async function prepare(ctx: Ctx, { messageId, operationId, ...target }: Order, hold: boolean): Promise<Prepared> {
  const companyId = companyOf(ctx)
  if (operationId) await requireOperation(ctx, operationId, { evenClosed: dispatches(ctx.actor.role) })
  const aim = await aimAt(ctx, target)
  const waitFor = async (delay: number) => {
    const [last] = await ctx.tx.sql<{ wait: number }>`
      select ${delay} - extract(epoch from now() - ${lastToldAt(ctx, sql`${aim.key}`)})::float8 as wait`
    return Math.max(0, last?.wait ?? 0)
  }
  return prepareFor(ctx, { companyId, aim, messageId, operationId, wait: waitFor }, hold)
}

interface Purpose {
  companyId: string
  aim: Aim
  messageId: string
  /** The operation that is open by default. */
  operationId?: string | null | undefined
  /** Seconds; defaults to the company's own. */
  delay?: number
  /** A run's own alert: nobody pressed. */
  isAutomatic?: boolean
  /** Seconds still to wait, given that delay. */
  wait: number | ((delay: number) => Promise<number>)
}

async function prepareFor(
  work: Work,
  { companyId, aim, messageId, operationId, wait, isAutomatic = false, ...purpose }: Purpose,
  hold: boolean,
): Promise<Prepared> {
  const [message] = await work.tx.sql<{ long: string; isActive: boolean }>`
    select long, is_active as "isActive" from messages where company_id = ${companyId} and id = ${messageId}`
  if (!message) throw notFound('Message')
  const [company] = await work.tx.sql<Company>`
    select name,
           alert_is_active as "isActive",
           ${provenCompany} as "isProven",
           alert_min_time_between_two_alert as "minTimeBetweenTwoAlert",
           time_zone as "timeZone",
           alert_start_hour_allowed as "startHourAllowed",
           alert_end_hour_allowed as "endHourAllowed",
           alert_call_hours as "callHours",
           alert_price_id as "alertPriceId",
           alert_monthly_cap as "monthlyCap",
           ${cardOf('c', work.now)} as card
    from companies c
    where id = ${companyId}
    ${hold ? sql`for no key update` : sql``}`
  if (!company) throw notFound('Compagnie')
  const delay = purpose.delay ?? delayOf(company.minTimeBetweenTwoAlert)
  const payer: Payer = { ...company, id: companyId, price: alertPriceOf(company) }
  const clock = wallClock(work.now, company.timeZone)
  const sending: Sending = {
    companyId,
    aim,
    text: message.long,
    delay,
    timeZone: company.timeZone,
    areCallsAllowed: areWithin(company.callHours, clock),
    isAutomatic,
  }
  const operation = operationId ? sql`${operationId}::uuid` : currentOperation(companyId)
  const filling = await fillText(work, sending, operation)
  return {
    payer,
    aim,
    messageId,
    sending,
    filling,
    operation,
    situation: {
      ...company,
      ...filling,
      text: message.long,
      time: clock.time,
      wait: typeof wait === 'number' ? wait : await wait(delay),
      isMessageActive: message.isActive,
      credit: await creditOf(work, payer, hold),
    },
  }
}

/** One statement counts and writes, so that an occupant who moves in meanwhile is in both or in neither. */
async function write({ tx }: Work, { payer, aim, sending, filling, operation, situation, messageId }: Prepared, by: Presser) {
  const { lots, bank, billable } = situation.credit
  const most = billable === null ? null : bank + billable
  const [written] = await tx.sql<{ code: string | null; expected: number; alertedCount: number }>`
    with ${recipientDecisions(sending)},
    counts as (
      select count(*)::int as expected, (count(*) filter (where why is null))::int as "alertedCount"
      from decisions),
    filled as (
      select *
      from unnest(
        ${filling.texts.map(({ siteId }) => siteId)}::uuid[],
        ${filling.texts.map(({ text }) => text)}::text[]) f (site_id, text)),
    new_send as (
      insert into alert_sends (
        company_id, operation_id, target, target_name, message_id, message, sent_by, sent_by_name, request_key, is_automatic,
        expected, worked_at)
      select ${payer.id}, ${operation}, ${aim.key}, ${aim.name}, ${messageId}, ${sending.text}, ${by.columns},
             c.expected, now()
      from counts c
      ${by.from}
      where c.expected > 0 and (${most}::int is null or c."alertedCount" <= ${most})
        and (${!asksReason(sending.text)} or not exists (
          select from decisions where why is null and site_id not in (select site_id from filled)))
      ${by.onConflict}
      returning id),
    lots as (
      select *
      from unnest(
        ${lots.map(({ lotId }) => lotId)}::uuid[],
        ${lots.map(({ after }) => after)}::int[],
        ${lots.map(({ upto }) => upto)}::int[]) l (id, after, upto)),
    new_deliveries as (
      insert into alert_deliveries (
        company_id, send_id, occupant_id, site_id, client_id, method, phone, first_name, last_name, site_name, client_name,
        message, status, reason, detail, held_until, paid_from, price, lot_id)
      select ${payer.id}, s.id, d.id, d.site_id, d.client_id, d.method, d.phone, d.first_name, d.last_name, d.site_name, d.client_name,
             coalesce(f.text, ${filling.commonText}),
             case when d.why is null then 'queued' else 'cancelled' end,
             d.why,
             d.detail,
             d.held_until,
             case when d.why is not null then null when l.id is null then 'invoice' else 'bank' end,
             case when d.why is null then ${payer.price}::int else 0 end,
             l.id
      from new_send s
      cross join decisions d
      left join filled f on f.site_id = d.site_id
      left join lots l on d.why is null and d.n > l.after and d.n <= l.upto)
    select expected, "alertedCount", (select id from new_send) as code
    from counts`
  if (!written) throw new Error('nothing was counted')
  if (written.code !== null && !canPayFor(written.alertedCount, situation.credit)) throw new Error('sent without credit')
  return written
}

/** Who pressed: `sent_by, sent_by_name, request_key, is_automatic`, the join they need, and the conflict clause. */
interface Presser {
  columns: Sql<unknown>
  from: Sql<unknown>
  onConflict: Sql<unknown>
}

const pressedBy = ({ actor }: Ctx, requestKey: string | null): Presser => ({
  columns: sql`a.id, coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email), ${requestKey}, false`,
  from: sql`join accounts a on a.id = ${actor.accountId}`,
  onConflict: sql``,
})

const automaticPresser: Presser = {
  columns: sql`null, 'Automatique', null, true`,
  from: sql``,
  onConflict: sql`
    on conflict (company_id, target, message_id, message) where is_automatic do update
    set expected = alert_sends.expected + excluded.expected,
        worked_at = now()`,
}

/** The sends of one operation become another's, from a moment on. */
export const moveSends = (ctx: Ctx, { from, to, since = new Date(0) }: { from: string; to: string; since?: Date }) => ctx.tx.sql`
  update alert_sends
  set operation_id = ${to}
  where company_id = ${companyOf(ctx)} and operation_id = ${from} and created_at >= ${since}`
