// What alerts take from the bank and give back. Spending locks the company: two sends never spend the same alert.
import type { Card, Credit } from '@bordee/core/alerts/refusal.ts'
import { owedStates } from '@bordee/core/billing/invoice-life.ts'
import type { Cents } from '@bordee/core/money.ts'
import { instantOf, wallClock } from '@bordee/core/time.ts'
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'

export interface Payer {
  id: string
  timeZone: string
  /** Cents per alert. */
  price: Cents
  monthlyCap: Cents
  card: Card
}

/** The default card of the company `c`: good through the last day of its month, by the company's calendar. */
export const cardOf = (c: string, now: Date) => {
  const [id, cardId, zone] = ['id', 'default_payment_method', 'time_zone'].map((column) => sql.ref(`${c}.${column}`))
  return sql<Card>`coalesce((
    select case when make_date(m.exp_year, m.exp_month, 1) + interval '1 month' > ${now}::timestamptz at time zone ${zone}
             then 'valid' else 'expired' end
    from payment_methods m
    where m.company_id = ${id} and m.id = ${cardId}), 'none')`
}

/** A lot and the alerts of a send that it pays for: numbers `after` + 1 to `upto`, the first being 1. */
export interface LotRange {
  lotId: string
  after: number
  upto: number
}

/** What can pay: unexpired lots, soonest to expire first; then, with a card, the next invoice up to the monthly cap. */
export async function creditOf(
  work: Work,
  { id, timeZone, price, monthlyCap, card }: Payer,
  hold: boolean,
): Promise<Credit & { lots: LotRange[] }> {
  const { tx, now } = work
  const { date } = wallClock(now, timeZone)
  // By id, as refunds and corrections lock them: two orders would deadlock.
  if (hold) await tx.sql`select from alert_lots where company_id = ${id} order by id for update`
  const usable = await tx.sql<{ lotId: string; remaining: number }>`
    select id as "lotId", remaining
    from alert_lots
    where company_id = ${id} and remaining > 0 and (expires_on is null or expires_on >= ${date})
    order by expires_on nulls last, created_at, id`
  const lots: LotRange[] = []
  for (const { lotId, remaining } of usable) {
    const after = lots.at(-1)?.upto ?? 0
    lots.push({ lotId, after, upto: after + remaining })
  }
  const bank = lots.at(-1)?.upto ?? 0
  if (price === 0) return { lots, bank, billable: null, card, isSuspended: false }
  const isSuspended = await hasLateInvoice(work, id)
  // Sandbox money buys nothing real: unless this server accepts it, its cards don't count.
  if (work.gateways.payments.name === 'embedded' && !work.env.takesSandboxMoney)
    return { lots, bank, billable: 0, card: 'none', isSuspended }
  if (card !== 'valid' || isSuspended) return { lots, bank, billable: 0, card, isSuspended }
  const billed = await billedThisMonth(work, { id, timeZone })
  return { lots, bank, billable: Math.max(0, Math.floor((monthlyCap - billed) / price)), card, isSuspended }
}

/** Nothing more is sent on credit while it is unpaid. */
async function hasLateInvoice({ tx, now }: Work, companyId: string): Promise<boolean> {
  const [late] = await tx.sql`
    select
    from invoices
    where company_id = ${companyId} and status in ${inStates(owedStates)} and due_at <= ${now}
    limit 1`
  return late !== undefined
}

/** What this month's alerts, by the company's calendar, add to the next invoice so far. */
export async function billedThisMonth({ tx, now }: Work, { id, timeZone }: Pick<Payer, 'id' | 'timeZone'>): Promise<Cents> {
  const monthStart = instantOf(`${wallClock(now, timeZone).date.slice(0, 7)}-01`, '00:00', timeZone)
  const [month] = await tx.sql<{ billed: number }>`
    select coalesce(sum(price), 0)::int as billed
    from alert_deliveries
    where company_id = ${id} and paid_from = 'invoice' and created_at >= ${monthStart}`
  return month?.billed ?? 0
}

/** Takes `amount` alerts from the lots in order, as far as they go; the rest is paid otherwise. */
export async function spend({ tx }: Work, companyId: string, sendId: string, lots: readonly LotRange[], amount: number) {
  const spent = lots
    .filter(({ after }) => after < amount)
    .map(({ lotId, after, upto }) => ({ lotId, amount: Math.min(upto, amount) - after }))
  if (spent.length === 0) return
  await tx.sql`
    with spent as (
      select *
      from unnest(${spent.map(({ lotId }) => lotId)}::uuid[], ${spent.map((one) => one.amount)}::int[]) s (lot_id, amount)),
    smaller_lots as (
      update alert_lots l
      set remaining = l.remaining - s.amount
      from spent s
      where l.company_id = ${companyId} and l.id = s.lot_id)
    insert into alert_ledger (company_id, lot_id, send_id, amount, reason)
    select ${companyId}, lot_id, ${sendId}, -amount, 'send'
    from spent`
}

/** Puts alerts back into the lots they came from, one per delivery the bank paid. */
export async function refund({ tx }: Work, companyId: string, deliveries: readonly { lotId: string | null; sendId: string }[]) {
  const paid = deliveries.filter(({ lotId }) => lotId !== null)
  if (paid.length === 0) return
  const lotIds = paid.map(({ lotId }) => lotId)
  await tx.sql`
    select
    from alert_lots
    where company_id = ${companyId} and id = any(${lotIds}::uuid[])
    order by id
    for update`
  await tx.sql`
    with refunds as (
      select lot_id, send_id, count(*)::int as amount
      from unnest(${lotIds}::uuid[], ${paid.map(({ sendId }) => sendId)}::uuid[]) d (lot_id, send_id)
      group by lot_id, send_id),
    refunds_by_lot as (
      select lot_id, sum(amount)::int as amount
      from refunds
      group by lot_id),
    larger_lots as (
      update alert_lots l
      set remaining = l.remaining + r.amount
      from refunds_by_lot r
      where l.company_id = ${companyId} and l.id = r.lot_id)
    insert into alert_ledger (company_id, lot_id, send_id, amount, reason)
    select ${companyId}, lot_id, send_id, amount, 'refund'
    from refunds`
}
