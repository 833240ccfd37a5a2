// Issues drafts: each gets the next number of its company's year, and its amounts are frozen.
import { clientInvoiceLife } from '@bordee/core/client-invoices/client-invoice-life.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { addDays, formatDate } from '@bordee/core/time.ts'
import { type Ctx, companyOf, type Work } from '../engine/ctx.ts'
import { updateMany } from '../engine/db/bulk.ts'
import { type Held, heldInvoices, lockInvoices } from './client-invoices.queries.ts'
import { copyAgain, writeTotals } from './drafting.ts'
import { addHistory, followMoney } from './invoice-moves.ts'

export interface Refused {
  id: string
  clientName: string
  reason: string
}

export const refusedAs = ({ id, clientName }: Held, reason: string): Refused => ({ id, clientName, reason })

/** Those that can't be issued are listed; one that is issued already stays as it is. */
export async function issueInvoices(ctx: Ctx, ids: readonly string[]): Promise<{ issuedCount: number; refused: Refused[] }> {
  const companyId = companyOf(ctx)
  const locked = await lockInvoices(ctx, ids)
  const drafts = locked.filter(({ status }) => status === 'draft').map(({ id }) => id)
  await copyAgain(ctx, companyId, drafts)
  await writeTotals(ctx, companyId, drafts)
  const checked = (await heldInvoices(ctx, drafts)).map((held) => ({ held, reason: lacking(held) }))
  const ready = checked.flatMap(({ held, reason }) => (reason === undefined ? held : [])).toSorted(inOrder)
  await writeNumbers(ctx, companyId, ready)
  const issued = await followMoney(
    ctx,
    companyId,
    ready.map(({ id }) => id),
  )
  await addHistory(
    ctx,
    'issue',
    issued.map((held) => ({ ...held, detail: `${held.number}, ${formatMoney(held.totalPrice)}` })),
  )
  return {
    issuedCount: locked.length - checked.length + ready.length,
    refused: checked.flatMap(({ held, reason }) => (reason === undefined ? [] : [refusedAs(held, reason)])),
  }
}

/** As they were made. */
const inOrder = (a: Held, b: Held) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id)

function lacking({ clientId, totalPrice, dueDate, today, lines }: Held): string | undefined {
  if (clientId === null) return 'Le dossier du client n’existe plus.'
  if (lines.length === 0) return 'La facture n’a aucune ligne.'
  if (totalPrice < 0) return 'Le total est négatif\u00a0: attendez d’autres lignes pour en déduire ce crédit.'
  if (dueDate !== null && dueDate < today) return `L’échéance du ${formatDate(dueDate)} est passée.`
  return undefined
}

async function writeNumbers(ctx: Work, companyId: string, invoices: readonly Held[]) {
  const [first] = invoices
  if (!first) return
  const numbers = await nextNumbers(ctx, companyId, { kind: 'invoice', day: first.today, count: invoices.length })
  const rows = invoices.map(({ id, today, dueDate, termDays }, i) => ({
    id,
    number: numbers[i],
    status: clientInvoiceLife.to('issue'),
    issuedOn: today,
    dueDate: dueDate ?? addDays(today, termDays),
  }))
  await updateMany(ctx.tx, 'client_invoices', companyId, rows)
}

interface Wanted {
  kind: 'invoice' | 'credit'
  day: string
  count: number
}

const prefixes = { invoice: 'F', credit: 'NC' } as const

/** The counter is locked until the transaction ends: what is not committed gives its numbers back, so there is no gap. */
export async function nextNumbers({ tx }: Work, companyId: string, { kind, day, count }: Wanted): Promise<string[]> {
  const year = Number(day.slice(0, 4))
  const [counter] = await tx.sql<{ last: number }>`
    insert into client_invoice_numbers (company_id, kind, year, last)
    values (${companyId}, ${kind}, ${year}, ${count})
    on conflict (company_id, kind, year) do update set last = client_invoice_numbers.last + ${count}
    returning last`
  const last = counter?.last ?? count
  return Array.from({ length: count }, (_, i) => `${prefixes[kind]}-${year}-${String(last - count + i + 1).padStart(4, '0')}`)
}
