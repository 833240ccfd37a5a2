// The invoices an actor may see, and their JSON.
import { type ClientInvoice, type ClientInvoiceRow, clientInvoice, clientInvoiceRow } from '@bordee/core/client-invoices/client-invoice.ts'
import { type ClientInvoiceStatus, owingStates } from '@bordee/core/client-invoices/client-invoice-life.ts'
import { notFound } from '@bordee/core/problem.ts'
import { type IsoDate, todayIn } from '@bordee/core/time.ts'
import type { Ctx, Work } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import type { PiecedList } from '../engine/db/pieces.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'
import { visibleClients } from '../folders/visible-folders.ts'

/** The office sees its company's invoices; a client those of their own folders, in all their companies, except drafts. */
function visibleInvoices(ctx: Ctx, i: string): Sql<boolean> {
  const { actor } = ctx
  const [companyId, clientId, status] = ['company_id', 'client_id', 'status'].map((column) => sql.ref(`${i}.${column}`))
  if (actor.role !== 'client') return sql`${companyId} = ${actor.companyId}`
  return sql`(
    ${companyId} = any(${actor.companies}::uuid[]) and ${status} <> 'draft'
    and exists (select from clients f where f.company_id = ${companyId} and f.id = ${clientId} and ${visibleClients(ctx, 'f')}))`
}

interface Narrowed {
  clientId?: string | undefined
  status?: ClientInvoiceStatus | undefined
}
const narrowed = ({ clientId, status }: Narrowed) => sql<boolean>`
  ${clientId === undefined ? sql`true` : sql`i.client_id = ${clientId}`}
  and ${status === undefined ? sql`true` : sql`i.status = ${status}`}`

/** Newest first. */
export const clientInvoiceList = (asked: Narrowed): PiecedList<ClientInvoiceRow> => ({
  order: { 'i.created_at': 'timestamptz', 'i.id': 'uuid' },
  descending: true,
  from: (ctx) => sql`client_invoices i where ${visibleInvoices(ctx, 'i')} and ${narrowed(asked)}`,
  rows: (ctx, ids) =>
    rowsOf<ClientInvoiceRow>(ctx, sql`i.id = any(${ids}::uuid[]) and ${visibleInvoices(ctx, 'i')}`, clientInvoiceRow.shape),
})

export const clientInvoiceRows = (ctx: Ctx, asked: Narrowed) =>
  rowsOf<ClientInvoiceRow>(ctx, sql`${visibleInvoices(ctx, 'i')} and ${narrowed(asked)}`, clientInvoiceRow.shape)

/** What is left of each issued invoice of a company, or was paid beyond it, by client. */
export const openInvoices = (companyId: string): Sql<unknown> => sql`
  select i.id, i.number, i.client_id, i.client_name, i.due_date, greatest(0, b.balance)::int as amount_left,
         greatest(0, -b.balance)::int as overpaid
  from client_invoices i
  cross join lateral (
    select i.total_price
      - coalesce((select sum(r.total_price) from client_invoice_credits r where r.company_id = i.company_id and r.invoice_id = i.id), 0)
      - coalesce((
          select sum(p.amount)
          from client_invoice_payments p
          where p.company_id = i.company_id and p.invoice_id = i.id and p.deleted_at is null), 0) as balance
    offset 0) b
  where i.company_id = ${companyId} and i.number is not null and b.balance <> 0`

/** Those that match `where`, as rows or whole. */
function rowsOf<T>({ now }: Pick<Work, 'now'>, where: Sql<unknown>, shape: typeof clientInvoice.shape | typeof clientInvoiceRow.shape) {
  const whole = clientInvoice.shape
  return sql<{ json: T }>`
    with chosen as materialized (
      select i.*
      from client_invoices i
      where ${where}),
    lines as (
      select l.invoice_id, count(*) as count,
             json_agg(${jsonOf(whole.lines.element.shape, 'l', {
               quantity: sql`l.quantity::float8`,
               creditNumber: sql`(select r.number from client_invoice_credits r where r.company_id = l.company_id and r.id = l.credit_id)`,
             })} order by l.position) as lines
      from client_invoice_lines l
      join chosen i on i.company_id = l.company_id and i.id = l.invoice_id
      group by l.invoice_id),
    payments as (
      select p.invoice_id, sum(p.amount) as paid,
             json_agg(${jsonOf(whole.payments.element.shape, 'p', {
               refundable: sql`case when p.was_online and p.movement = 'payment' then (
                 select greatest(0, sum(m.amount))
                 from client_invoice_payments m
                 where m.company_id = p.company_id and m.invoice_id = p.invoice_id and m.payment_id = p.payment_id
                   and m.deleted_at is null) else 0 end`,
             })} order by p.paid_at, p.created_at, p.id) as payments
      from client_invoice_payments p
      join chosen i on i.company_id = p.company_id and i.id = p.invoice_id
      where p.deleted_at is null
      group by p.invoice_id),
    credits as (
      select r.invoice_id, sum(r.total_price) as credited,
             json_agg(${jsonOf(whole.credits.element.shape, 'r')} order by r.created_at, r.id) as credits
      from client_invoice_credits r
      join chosen i on i.company_id = r.company_id and i.id = r.invoice_id
      group by r.invoice_id),
    sums as (
      select i.id, coalesce(p.paid, 0)::int as paid, coalesce(r.credited, 0)::int as credited,
             (i.total_price - coalesce(r.credited, 0) - coalesce(p.paid, 0))::int as balance
      from chosen i
      left join payments p on p.invoice_id = i.id
      left join credits r on r.invoice_id = i.id)
    select ${jsonOf(shape, 'i', {
      lines: sql`coalesce(l.lines, '[]')`,
      lineCount: sql`coalesce(l.count, 0)`,
      payments: sql`coalesce(p.payments, '[]')`,
      credits: sql`coalesce(r.credits, '[]')`,
      paidAmount: sql`s.paid`,
      creditedAmount: sql`s.credited`,
      amountLeft: sql`case when i.number is null then 0 else greatest(0, s.balance) end`,
      overpaidAmount: sql`case when i.number is null then 0 else greatest(0, -s.balance) end`,
      transferCode: sql`(
        select o.code
        from client_codes o
        where o.company_id = i.company_id and o.client_id = i.client_id
          and exists (
            select from contracts k
            where k.company_id = o.company_id and k.client_id = o.client_id and k.payment_methods ? 'interact'))`,
      isOnlinePaymentPossible: sql`
        i.number is not null and s.balance > 0 and coalesce(c.contract_is_online_payment_active and a.charges_enabled, false)`,
      isOverdue: sql`i.status in ${inStates(owingStates)} and s.balance > 0
        and i.due_date < (${now}::timestamptz at time zone c.time_zone)::date`,
    })} as json
    from chosen i
    join sums s on s.id = i.id
    join companies c on c.id = i.company_id
    left join payment_accounts a on a.company_id = i.company_id
    left join lines l on l.invoice_id = i.id
    left join payments p on p.invoice_id = i.id
    left join credits r on r.invoice_id = i.id
    order by i.created_at desc, i.id desc`
}

/** All that this actor may see, newest first. */
export const wholeInvoices = (ctx: Ctx) => rowsOf<ClientInvoice>(ctx, visibleInvoices(ctx, 'i'), clientInvoice.shape)

/** 404 if this actor may not see it. */
export async function readInvoice(ctx: Ctx, id: string) {
  const found = await ctx.tx.jsonOne(rowsOf<ClientInvoice>(ctx, sql`i.id = ${id} and ${visibleInvoices(ctx, 'i')}`, clientInvoice.shape))
  if (!found) throw notFound('Facture')
  return found
}

/** An invoice as the rules see it. */
export interface Held extends ClientInvoice {
  companyLogoId: string | null
  taxState: string | null
  taxCountry: string | null
  timeZone: string
  /** In the company's time zone. */
  today: IsoDate
  termDays: number
  /** The folder's current e-mail: the reader of the one on the invoice may no longer belong to the folder. */
  folderEmail: string | null
}

/** Locked until the request ends, in an order that is always the same. 404 for all if one may not be seen. */
export async function lockInvoices(ctx: Ctx, ids: readonly string[]): Promise<Held[]> {
  const wanted = [...new Set(ids)]
  const rows = await ctx.tx.sql`
    select from client_invoices i where i.id = any(${wanted}::uuid[]) and ${visibleInvoices(ctx, 'i')} order by i.id for update`
  if (rows.length !== wanted.length) throw notFound('Facture')
  return heldInvoices(ctx, wanted)
}

export async function lockInvoice(ctx: Ctx, id: string): Promise<Held> {
  const [held] = await lockInvoices(ctx, [id])
  if (!held) throw notFound('Facture')
  return held
}

/** Seen by the actor, not locked. 404 for all if one may not be seen. */
export async function seenInvoices(ctx: Ctx, ids: readonly string[]): Promise<Held[]> {
  const wanted = [...new Set(ids)]
  const seen = await ctx.tx.sql`select from client_invoices i where i.id = any(${wanted}::uuid[]) and ${visibleInvoices(ctx, 'i')}`
  if (seen.length !== wanted.length) throw notFound('Facture')
  return heldInvoices(ctx, wanted)
}

/** For invoices the caller has locked, or only reads. In the order given. */
export async function heldInvoices({ tx, now }: Pick<Work, 'tx' | 'now'>, ids: readonly string[]): Promise<Held[]> {
  const found = await tx.rows(rowsOf<ClientInvoice>({ now }, sql`i.id = any(${ids}::uuid[])`, clientInvoice.shape))
  const more = await tx.sql<Pick<Held, 'id'> & Omit<Held, keyof ClientInvoice | 'today'>>`
    select i.id, i.company_logo_id as "companyLogoId", i.tax_state as "taxState", i.tax_country as "taxCountry",
           c.time_zone as "timeZone", c.contract_invoice_term_days as "termDays", f.email as "folderEmail"
    from client_invoices i
    join companies c on c.id = i.company_id
    left join clients f on f.company_id = i.company_id and f.id = i.client_id
    where i.id = any(${ids}::uuid[])`
  const [invoices, others] = [new Map(found.map(({ json }) => [json.id, json])), new Map(more.map((one) => [one.id, one]))]
  return ids.flatMap((id) => {
    const [held, other] = [invoices.get(id), others.get(id)]
    return held && other ? [{ ...held, ...other, today: todayIn(other.timeZone, now) }] : []
  })
}
