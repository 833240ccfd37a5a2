// Alerts sent on credit: what the next invoice will charge, and what it credits from earlier ones, each once.
import type { Group } from '@bordee/core/billing/bill.ts'
import type { Work } from '../engine/ctx.ts'

export interface Unbilled {
  charges: Group[]
  credits: Group[]
}

/** So far. Free alerts are on no invoice. */
export async function unbilledOf({ tx }: Work, companyId: string): Promise<Unbilled> {
  const charges = await tx.sql<Group>`
    select price, count(*)::int as count
    from alert_deliveries
    where company_id = ${companyId} and paid_from = 'invoice' and invoice_id is null and price > 0
    group by price`
  const credits = await tx.sql<Group>`
    select price, count(*)::int as count
    from alert_credits
    where company_id = ${companyId} and invoice_id is null
    group by price`
  return { charges, credits }
}

interface Held {
  id: string
  price: number
}

export interface LockedUnbilled {
  charges: Held[]
  credits: Held[]
}

/**
 * Locks what was sent before this instant, and all credits, until the transaction ends. A delivery being written
 * right now is left to the next invoice: waiting for it here, out of the usual lock order, could deadlock.
 */
export async function lockUnbilled({ tx }: Work, companyId: string, before: Date): Promise<LockedUnbilled> {
  const charges = await tx.sql<Held>`
    select id, price
    from alert_deliveries
    where company_id = ${companyId} and paid_from = 'invoice' and invoice_id is null and price > 0 and created_at < ${before}
    for update skip locked`
  const credits = await tx.sql<Held>`
    select id, price
    from alert_credits
    where company_id = ${companyId} and invoice_id is null
    for update`
  return { charges, credits }
}

export const grouped = (held: readonly Held[]): Group[] =>
  [...Map.groupBy(held, ({ price }) => price)].map(([price, those]) => ({ price, count: those.length }))

/** Puts them on this invoice, and on no other. */
export async function markBilled({ tx }: Work, companyId: string, invoiceId: string, { charges, credits }: LockedUnbilled) {
  await tx.sql`
    update alert_deliveries
    set invoice_id = ${invoiceId}
    where company_id = ${companyId} and id = any(${charges.map(({ id }) => id)}::uuid[])`
  await tx.sql`
    update alert_credits
    set invoice_id = ${invoiceId}
    where company_id = ${companyId} and id = any(${credits.map(({ id }) => id)}::uuid[])`
}

/** Refunds after the invoice was made: the next one credits them. */
export async function credit(
  { tx }: Work,
  companyId: string,
  deliveries: readonly { id: string; invoiceId: string | null; price: number }[],
) {
  const billed = deliveries.filter(({ invoiceId }) => invoiceId !== null)
  if (billed.length === 0) return
  await tx.sql`
    insert into alert_credits (company_id, delivery_id, price, billed_on)
    select ${companyId}, d.id, d.price, d.invoice_id
    from unnest(
      ${billed.map(({ id }) => id)}::uuid[],
      ${billed.map(({ price }) => price)}::int[],
      ${billed.map(({ invoiceId }) => invoiceId)}::uuid[]) d (id, price, invoice_id)
    on conflict (delivery_id) do nothing`
}
