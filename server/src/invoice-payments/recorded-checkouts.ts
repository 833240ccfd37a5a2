// Records how a checkout ended, whoever learns of it: the webhook, the client who tries to pay again, or a job.
import { sharesOf } from '@bordee/core/client-invoices/invoice-card-payments.ts'
import { checkoutLife } from '@bordee/core/contracts/online-payment.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { homeZone, todayIn } from '@bordee/core/time.ts'
import { addHistory, followMoney } from '../client-invoices/invoice-moves.ts'
import type { OpenCheckout } from '../client-invoices/open-checkouts.ts'
import { insertCardRows } from '../client-invoices/payment-rows.ts'
import { inCompany, type Work } from '../engine/ctx.ts'
import { inStates, state } from '../engine/db/states.ts'
import { change } from '../engine/db/writing.ts'
import type { CheckoutState, PaidCheckout } from '../outside/payments/payments.ts'
import { followPaymentLater } from './followed-payments.ts'
import { mailReceipts, tellOverpaid } from './payment-letters.ts'

export type CheckoutRef = Pick<OpenCheckout, 'id' | 'companyId' | 'accountId'>

/** In its own transaction. A checkout that hasn't ended stays open. */
export async function recordEnd(work: Work, checkout: CheckoutRef, found: CheckoutState) {
  if (found.status === 'open' || found.status === 'pending') return
  await inCompany(work, checkout.companyId, async (own) => {
    if (found.status === 'paid') await recordPayment(own, checkout, found)
    else await expireCheckout(own, checkout)
  })
}

/**
 * Records the charge, a row per invoice, whatever else was paid meanwhile, once per provider id. Then the statuses follow
 * the money, the client gets a receipt, the office learns what is overpaid, and the payment is followed: it may have been
 * refunded before we knew it.
 */
export async function recordPayment(
  work: Work,
  { id, companyId, accountId }: CheckoutRef,
  { paymentId, amount }: Omit<PaidCheckout, 'status'>,
) {
  const parts = await lockParts(work, companyId, id)
  await change(work.tx, 'client_invoice_checkouts', { id, companyId }, { status: checkoutLife.to('pay') })
  const [known] = await work.tx.sql`select from client_invoice_payments where provider_id = ${paymentId}`
  const [first] = parts
  if (known || !first) return
  const amounts = sharesOf(
    amount,
    parts.map((part) => part.amount),
  )
  const shares = parts.map((part, i) => ({ id: part.invoiceId, amount: amounts[i] ?? 0 })).filter((share) => share.amount > 0)
  const paidAt = todayIn(first.timeZone ?? homeZone, work.now)
  await insertCardRows(work, { companyId, paidAt, movement: 'payment', providerId: paymentId, paymentId, accountId }, shares)
  const paid = await followMoney(
    work,
    companyId,
    shares.map((share) => share.id),
  )
  const invoices = paid.map((held, i) => ({ ...held, paidNow: shares[i]?.amount ?? 0 }))
  const detailOf = (paidNow: number) => `${formatMoney(paidNow)}, carte de crédit, en ligne`
  await addHistory(
    work,
    'payment',
    invoices.map((held) => ({ ...held, detail: detailOf(held.paidNow) })),
  )
  await mailReceipts(work, invoices, paymentId)
  await tellOverpaid(work, companyId, invoices)
  await followPaymentLater(work, paymentId)
}

/** Locks their invoices, in the order in which everyone locks them. */
const lockParts = ({ tx }: Work, companyId: string, checkoutId: string) =>
  tx.sql<{ invoiceId: string; amount: number; timeZone: string | null }>`
    select p.invoice_id as "invoiceId", p.amount, (select c.time_zone from companies c where c.id = p.company_id) as "timeZone"
    from client_invoice_checkout_parts p
    join client_invoices i on i.company_id = p.company_id and i.id = p.invoice_id
    where p.company_id = ${companyId} and p.checkout_id = ${checkoutId}
    order by i.id
    for update of i`

export async function expireCheckout({ tx }: Work, { id, companyId }: Pick<CheckoutRef, 'id' | 'companyId'>) {
  await tx.sql`
    update client_invoice_checkouts
    set status = ${state(checkoutLife.to('expire'))}
    where company_id = ${companyId} and id = ${id} and status in ${inStates(checkoutLife.from('expire'))}`
}
