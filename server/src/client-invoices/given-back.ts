// Money that goes back to a client goes back once, and only money that came in.
import { conflict } from '@bordee/core/problem.ts'
import type { Work } from '../engine/ctx.ts'
import type { Held } from './client-invoices.queries.ts'

/** A card is being refunded: what it gets isn't a surplus any more, although no row says so yet. The caller holds the invoices. */
export async function refuseWhileRefunding({ tx }: Pick<Work, 'tx'>, companyId: string, invoiceIds: readonly string[]) {
  const [open] = await tx.sql`
    select from client_invoice_refunds
    where company_id = ${companyId} and invoice_id = any(${invoiceIds}::uuid[]) and status = 'open'
    limit 1`
  if (open) throw conflict('Un remboursement de cette facture est en cours. Réessayez dans un instant.', { code: 'refund-under-way' })
}

/** Once a payment was given back, it can't be taken back too: the client would owe what was never billed. */
export function refuseIfGivenBack(after: readonly Held[]) {
  const wrong = after.find(({ paidAmount }) => paidAmount < 0)
  if (wrong)
    throw conflict(`Ce paiement de la facture ${wrong.number} a été remboursé\u00a0: retirez d’abord le remboursement.`, {
      code: 'payment-refunded',
    })
}
