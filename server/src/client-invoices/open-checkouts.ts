// Open checkouts of invoices, and the job that closes those that would pay too much (invoice-payments/closing-checkouts.ts).
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import type { Held } from './client-invoices.queries.ts'

/** A payment that a client began. */
export interface OpenCheckout {
  id: string
  companyId: string
  accountId: string
  sessionId: string | null
  amount: number
  createdAt: Date
  /** In the order of the invoices' ids. */
  parts: { invoiceId: string; amount: number }[]
}

export const closeCheckouts = jobKind<{ companyId: string; checkoutIds: string[] }>('client-invoices.close-checkouts', {
  outside: true,
  urgent: true,
})

const openCheckouts = sql<OpenCheckout>`
  select k.id, k.company_id as "companyId", k.account_id as "accountId", k.session_id as "sessionId", k.amount, k.created_at as "createdAt",
         (select json_agg(json_build_object('invoiceId', p.invoice_id, 'amount', p.amount) order by p.invoice_id)
          from client_invoice_checkout_parts p
          where p.company_id = k.company_id and p.checkout_id = k.id) as parts
  from client_invoice_checkouts k
  where k.status = 'open'`

/** Those that pay at least one of these invoices. */
export const openCheckoutsOf = ({ tx }: Pick<Work, 'tx'>, companyId: string, invoiceIds: readonly string[]) =>
  tx.rows(sql<OpenCheckout>`
    ${openCheckouts} and k.company_id = ${companyId} and k.id in (
      select p.checkout_id
      from client_invoice_checkout_parts p
      where p.company_id = ${companyId} and p.status = 'open' and p.invoice_id = any(${invoiceIds}::uuid[]))
    order by k.id`)

export async function findOpenCheckout({ tx }: Pick<Work, 'tx'>, companyId: string, id: string): Promise<OpenCheckout | undefined> {
  const [checkout] = await tx.rows(sql<OpenCheckout>`${openCheckouts} and k.company_id = ${companyId} and k.id = ${id}`)
  return checkout
}

/** An invoice was paid or credited by another way: a form that would pay it again is closed. In a job, as it calls the provider. */
export async function closeOutdatedCheckoutsLater(work: Work, companyId: string, invoices: readonly Held[]) {
  const left = new Map(invoices.map(({ id, amountLeft }) => [id, amountLeft]))
  const open = await openCheckoutsOf(work, companyId, [...left.keys()])
  const outdated = open.filter(({ parts }) => parts.some(({ invoiceId, amount }) => amount > (left.get(invoiceId) ?? amount)))
  if (outdated.length > 0) await work.later(closeCheckouts, { companyId, checkoutIds: outdated.map(({ id }) => id) })
}
