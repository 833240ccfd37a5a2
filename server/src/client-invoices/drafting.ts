// Makes drafts of billable lines, and changes them. A draft has its lines to itself until it is issued or goes.
import type { ClientInvoiceChanges, InvoiceGrouping } from '@bordee/core/client-invoices/client-invoice.ts'
import { invoiceTotal } from '@bordee/core/client-invoices/client-invoice-money.ts'
import { type TaxPlace, taxPlace, taxRates } from '@bordee/core/contracts/taxes.ts'
import { conflict, invalid, notFound } from '@bordee/core/problem.ts'
import type { IsoDate } from '@bordee/core/time.ts'
import { lockBillables } from '../billables/proposing.ts'
import { billablesTaken, releaseBillables, takeBillables } from '../billables/taking.ts'
import { companySnapshot } from '../contracts/snapshots.ts'
import { type Ctx, companyOf, type Work } from '../engine/ctx.ts'
import { insertMany, updateMany } from '../engine/db/bulk.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { change, defined, without } from '../engine/db/writing.ts'
import { type Held, lockInvoice } from './client-invoices.queries.ts'
import { addHistory } from './invoice-moves.ts'

interface Asked {
  billableIds?: string[] | undefined
  operationId?: string | undefined
  month?: string | undefined
  clientId?: string | undefined
  siteId?: string | undefined
  by: InvoiceGrouping
  purchaseOrder?: string | null | undefined
}

interface Line {
  id: string
  clientId: string | null
  siteId: string | null
  siteAddress: string | null
  isTaxesCharged: boolean
  places: (TaxPlace | null)[]
}

/** Returns the drafts' ids. Of two who invoice the same lines, the second finds them taken. */
export async function makeDrafts(ctx: Ctx, asked: Asked): Promise<string[]> {
  const companyId = companyOf(ctx)
  await lockBillables(ctx, companyId)
  const lines = await readLines(ctx, companyId, asked)
  if (lines.length === 0)
    throw conflict('Il n’y a rien à facturer ici\u00a0: aucune ligne proposée n’est complète.', { code: 'nothing-to-invoice' })
  const groups = [...Map.groupBy(lines, (line) => keyOf(line, asked.by)).values()]
  const ids = await newIds(ctx, groups.length)
  const company = await companyNow(ctx, companyId)
  const [settings] = await ctx.tx.sql<{ note: string | null }>`select contract_invoice_note as note from companies where id = ${companyId}`
  await insertMany(
    ctx.tx,
    'client_invoices',
    groups.flatMap(([line], i) =>
      line ? [{ ...rowOf(line, asked), ...company, id: ids[i], note: settings?.note ?? null, companyId }] : [],
    ),
  )
  await copyClients(ctx, companyId, ids)
  const taken = groups.flatMap((those, i) => those.map(({ id }) => ({ id, invoiceId: ids[i] ?? '' })))
  await takeBillables(ctx, taken)
  await ctx.tx.sql`
    insert into client_invoice_lines (
      company_id, invoice_id, billable_id, position, day, description, unit, quantity, price, amount, site_address, contract_number)
    select b.company_id, b.invoice_id, b.id, row_number() over (partition by b.invoice_id order by b.day, b.created_at, b.id),
           b.day, b.description, b.unit, b.quantity, b.price, b.amount, ${addressOf}, k.contract_number
    from billables b
    join contracts k on k.company_id = b.company_id and k.id = b.contract_id
    where b.company_id = ${companyId} and b.invoice_id = any(${ids}::uuid[])`
  await writeTotals(ctx, companyId, ids)
  await addHistory(
    ctx,
    'create',
    ids.map((id) => ({ id, companyId, status: 'draft' })),
  )
  ctx.publish(companyId, { topic: 'billables' })
  ctx.publish(companyId, { topic: 'client-invoices' })
  return ids
}

const companyNow = async (ctx: Ctx, companyId: string) =>
  without(await companySnapshot(ctx, companyId, null), 'companyState', 'companyCountry')

/** Company and client as they are on the day of issue. */
export async function copyAgain(ctx: Ctx, companyId: string, ids: readonly string[]) {
  if (ids.length > 0) await change(ctx.tx, 'client_invoices', { companyId, id: [...ids] }, await companyNow(ctx, companyId))
  await copyClients(ctx, companyId, ids)
}

const addressOf = sql`nullif(concat_ws(', ', concat_ws(' ', k.site_civic_number, k.site_street), k.site_city), '')`

/** By ids all of them, or the answer says which aren't to be billed any more; by filter all that are complete. */
async function readLines({ tx }: Work, companyId: string, asked: Asked): Promise<Line[]> {
  const { billableIds, operationId, month, clientId, siteId } = asked
  const when = (value: unknown, condition: Sql<unknown>) => (value === undefined ? sql`true` : condition)
  const rows = await tx.sql<Line & { isReady: boolean; message: string }>`
    select b.id, b.client_id as "clientId", b.site_id as "siteId", ${addressOf} as "siteAddress", k.is_taxes_charged as "isTaxesCharged",
           b.state = 'proposed' and b.amount is not null as "isReady", b.description as message,
           json_build_array(
             case when k.site_street is not null then json_build_object('state', k.site_state, 'country', k.site_country) end,
             json_build_object('state', k.client_billing_state, 'country', k.client_billing_country),
             json_build_object('state', k.company_state, 'country', k.company_country)) as places
    from billables b
    join contracts k on k.company_id = b.company_id and k.id = b.contract_id
    where b.company_id = ${companyId}
      and ${when(billableIds, sql`b.id = any(${billableIds ?? []}::uuid[])`)}
      and ${when(operationId, sql`b.operation_id = ${operationId}`)} and ${when(clientId, sql`b.client_id = ${clientId}`)}
      and ${when(siteId, sql`b.site_id = ${siteId}`)}
      and ${when(month, sql`b.day >= ${`${month}-01`}::date and b.day < ${`${month}-01`}::date + interval '1 month'`)}
    order by b.day, b.created_at, b.id`
  // A folder that is gone can be sent nothing: its lines are waived one by one, and hold up no others.
  if (!billableIds) return rows.filter(({ isReady, clientId }) => isReady && clientId !== null)
  const orphans = rows.filter(({ clientId }) => clientId === null)
  if (orphans.length > 0)
    throw conflict('Le dossier du client d’une de ces lignes n’existe plus\u00a0: écartez-la.', {
      code: 'client-gone',
      conflicts: orphans.map(({ id, message }) => ({ id, message })),
    })
  const refused = rows.filter(({ isReady }) => !isReady)
  if (refused.length > 0) throw billablesTaken(refused.map(({ id, message }) => ({ id, message })))
  if (rows.length < new Set(billableIds).size) throw notFound('Ligne à facturer')
  return rows
}

const placeOf = ({ places }: Line) => taxPlace(...places)

/** Lines of one invoice are for one client or site, and taxed in one place. */
const keyOf = (line: Line, by: InvoiceGrouping) =>
  JSON.stringify([line.clientId, by === 'site' && line.siteId, line.isTaxesCharged, line.isTaxesCharged && placeOf(line)])

function rowOf(line: Line, { by, purchaseOrder }: Asked) {
  const { state: taxState, country: taxCountry } = placeOf(line)
  const site = by === 'site' ? { siteId: line.siteId, siteAddress: line.siteAddress } : {}
  return {
    clientId: line.clientId,
    ...site,
    isTaxesCharged: line.isTaxesCharged,
    taxState,
    taxCountry,
    purchaseOrder: purchaseOrder ?? null,
  }
}

/** In the order in which they were made. */
async function newIds({ tx }: Work, n: number): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>`select uuidv7() as id from generate_series(1, ${n}::int)`
  return rows.map(({ id }) => id)
}

/** As the folders say now. */
async function copyClients({ tx }: Work, companyId: string, ids: readonly string[]) {
  await tx.sql`
    update client_invoices i
    set client_name = f.name, client_number = f.number, client_email = f.email, client_phone = f.phone,
        client_billing_civic_number = f.billing_civic_number, client_billing_street = f.billing_street,
        client_billing_apartment = f.billing_apartment, client_billing_city = f.billing_city,
        client_billing_state = f.billing_state, client_billing_zip = f.billing_zip
    from clients f
    where i.company_id = ${companyId} and i.id = any(${ids}::uuid[]) and f.company_id = i.company_id and f.id = i.client_id`
}

interface ToTax {
  id: string
  state: string | null
  country: string | null
  isTaxesCharged: boolean
  subtotal: number
  today: IsoDate
}

/** At the rates of today, where the lines are taxed: at each change of a draft, and for good when it is issued. */
export async function writeTotals({ tx, now }: Work, companyId: string, ids: readonly string[]) {
  const rows = await tx.sql<ToTax>`
    select i.id, i.tax_state as state, i.tax_country as country, i.is_taxes_charged as "isTaxesCharged",
           coalesce(sum(l.amount), 0)::float8 as subtotal, (${now}::timestamptz at time zone c.time_zone)::date::text as today
    from client_invoices i
    join companies c on c.id = i.company_id
    left join client_invoice_lines l on l.company_id = i.company_id and l.invoice_id = i.id
    where i.company_id = ${companyId} and i.id = any(${ids}::uuid[]) and i.status = 'draft'
    group by i.id, c.id`
  const totals = rows.map(({ id, subtotal: amount, isTaxesCharged, today, ...place }) => ({
    id,
    ...invoiceTotal([amount], isTaxesCharged ? taxRates(place, today) : []),
  }))
  if (totals.some(({ totalPrice }) => Math.abs(totalPrice) > 1_000_000_000))
    throw conflict('Le total d’une facture ne peut pas dépasser 10 000 000 $.', { code: 'invoice-too-large' })
  await updateMany(tx, 'client_invoices', companyId, totals)
}

const refuseIssued = ({ number }: Held) => {
  if (number !== null)
    throw conflict(`La facture ${number} est émise\u00a0: seule une note de crédit peut encore la changer.`, { code: 'invoice-issued' })
}

export async function editDraft(ctx: Ctx, id: string, sent: ClientInvoiceChanges) {
  const held = await lockInvoice(ctx, id)
  refuseIssued(held)
  const { companyId } = held
  const { removedLineIds = [], ...columns } = defined(sent)
  if (columns.dueDate && columns.dueDate < held.today) throw invalid({ clientInvoice: { dueDate: 'L’échéance ne peut pas être passée.' } })
  await change(ctx.tx, 'client_invoices', { id, companyId }, columns)
  if (removedLineIds.length > 0) await removeLines(ctx, held, removedLineIds)
  await addHistory(ctx, 'edit', [held])
  ctx.publish(companyId, { topic: 'client-invoices' })
}

/** They can be billed another time. */
async function removeLines(ctx: Ctx, { id, companyId, lines }: Held, removed: readonly string[]) {
  const gone = lines.filter((line) => removed.includes(line.id))
  if (gone.length < new Set(removed).size) throw notFound('Ligne')
  if (gone.length === lines.length) throw conflict('Une facture garde au moins une ligne\u00a0: supprimez plutôt le brouillon.')
  await ctx.tx.sql`
    delete from client_invoice_lines where company_id = ${companyId} and invoice_id = ${id} and id = any(${removed}::uuid[])`
  await releaseBillables(
    ctx,
    id,
    gone.flatMap(({ billableId }) => billableId ?? []),
  )
  await writeTotals(ctx, companyId, [id])
  ctx.publish(companyId, { topic: 'billables' })
}

export async function deleteDraft(ctx: Ctx, id: string) {
  const held = await lockInvoice(ctx, id)
  refuseIssued(held)
  await releaseBillables(ctx, id)
  await ctx.tx.sql`delete from client_invoices where company_id = ${held.companyId} and id = ${id}`
  ctx.publish(held.companyId, { topic: 'billables' })
  ctx.publish(held.companyId, { topic: 'client-invoices' })
}
