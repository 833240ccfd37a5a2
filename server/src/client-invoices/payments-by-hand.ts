// Payments of an invoice that the office records, and refunds.
import type { NewInvoicePayment } from '@bordee/core/client-invoices/client-invoice.ts'
import { isIssued } from '@bordee/core/client-invoices/client-invoice-life.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { conflict, invalid, notFound } from '@bordee/core/problem.ts'
import { paymentMethodNames } from '@bordee/core/templates/terms.ts'
import { inSentence } from '@bordee/core/text.ts'
import type { Ctx } from '../engine/ctx.ts'
import { change } from '../engine/db/writing.ts'
import { type Held, lockInvoice } from './client-invoices.queries.ts'
import { refuseIfGivenBack, refuseWhileRefunding } from './given-back.ts'
import { addHistory, followMoney } from './invoice-moves.ts'

/** The invoice is locked: of two people who record a payment at once, the second sees what the first left. */
export async function addPayment(ctx: Ctx, invoiceId: string, payment: NewInvoicePayment) {
  const { amount, paidAt } = payment
  const held = await lockInvoice(ctx, invoiceId)
  const { number } = held
  if (await isKnown(ctx, held, payment)) return
  if (!isIssued(held.status)) throw conflict('Un brouillon ne peut pas être payé\u00a0: émettez-le d’abord.', { code: 'invoice-draft' })
  if (paidAt > held.today) throw invalid({ payment: { paidAt: 'Le jour du paiement ne peut pas être dans le futur.' } })
  if (amount > held.amountLeft)
    throw invalid({
      payment: {
        amount:
          held.amountLeft === 0
            ? `Il ne reste rien à payer sur la facture ${number}.`
            : `Il reste ${formatMoney(held.amountLeft)} à payer.`,
      },
    })
  await record(ctx, held, payment, 'payment')
}

/** What the office gave back in cash, by cheque or by transfer: at most what was overpaid. */
export async function addRefund(ctx: Ctx, invoiceId: string, { amount, ...refund }: NewInvoicePayment) {
  const held = await lockInvoice(ctx, invoiceId)
  const given = { ...refund, amount: -amount }
  if (await isKnown(ctx, held, given)) return
  await refuseWhileRefunding(ctx, held.companyId, [invoiceId])
  if (refund.paidAt > held.today) throw invalid({ refund: { paidAt: 'Le jour du remboursement ne peut pas être dans le futur.' } })
  if (held.overpaidAmount === 0) throw conflict('Rien n’a été payé en trop sur cette facture.', { code: 'nothing-overpaid' })
  if (amount > held.overpaidAmount)
    throw invalid({ refund: { amount: `Au plus ${formatMoney(held.overpaidAmount)} peuvent être remboursés.` } })
  await record(ctx, held, given, 'refund')
}

async function record(ctx: Ctx, held: Held, { id, amount, paidAt, type }: NewInvoicePayment, movement: 'payment' | 'refund') {
  const { id: invoiceId, companyId } = held
  const [made] = await ctx.tx.sql`
    insert into client_invoice_payments (id, company_id, invoice_id, amount, paid_at, type, movement, recorded_by, created_at)
    values (${id}, ${companyId}, ${invoiceId}, ${amount}, ${paidAt}, ${type}, ${movement}, ${ctx.actor.email}, ${ctx.now})
    on conflict (id) do nothing
    returning id`
  if (!made) throw notFound('Paiement')
  await follow(ctx, held, movement, { amount, type })
}

/** Sent again after a lost answer. One that was removed meanwhile doesn't come back. */
async function isKnown({ tx }: Ctx, { id: invoiceId, companyId }: Held, { id, amount, paidAt, type }: NewInvoicePayment): Promise<boolean> {
  const [known] = await tx.sql<{ isRemoved: boolean; isSame: boolean }>`
    select deleted_at is not null as "isRemoved",
           amount = ${amount} and paid_at = ${paidAt}::date and type = ${type} as "isSame"
    from client_invoice_payments
    where company_id = ${companyId} and invoice_id = ${invoiceId} and id = ${id}`
  if (known?.isRemoved) throw conflict('Ce paiement a été retiré entre-temps.', { code: 'payment-removed' })
  if (known && !known.isSame)
    throw conflict('Ce paiement est déjà inscrit, avec un autre contenu\u00a0: retirez-le, puis inscrivez-le de nouveau.', {
      code: 'id-used',
    })
  return known !== undefined
}

/** As often as one likes: a cheque that bounced, a mistake. */
export async function removePayment(ctx: Ctx, invoiceId: string, id: string) {
  const held = await lockInvoice(ctx, invoiceId)
  const { companyId } = held
  const [payment] = await ctx.tx.sql<Pick<NewInvoicePayment, 'amount' | 'type'> & Record<'wasOnline' | 'isOfBank' | 'isRemoved', boolean>>`
    select amount, type, was_online as "wasOnline", bank_line_id is not null as "isOfBank", deleted_at is not null as "isRemoved"
    from client_invoice_payments
    where company_id = ${companyId} and invoice_id = ${invoiceId} and id = ${id}`
  if (!payment) throw notFound('Paiement')
  if (payment.wasOnline) throw conflict('Un paiement en ligne ne peut être ni modifié ni retiré.', { code: 'online-payment' })
  if (payment.isRemoved) return
  if (payment.isOfBank)
    throw conflict('Ce paiement vient d’un relevé bancaire\u00a0: annulez-le dans Relevés bancaires.', { code: 'bank-payment' })
  await refuseWhileRefunding(ctx, companyId, [invoiceId])
  await change(ctx.tx, 'client_invoice_payments', { id, companyId, invoiceId }, { deletedAt: ctx.now })
  await follow(ctx, held, 'paymentRemoved', payment)
}

async function follow(
  ctx: Ctx,
  held: Held,
  event: 'payment' | 'refund' | 'paymentRemoved',
  { amount, type }: Pick<NewInvoicePayment, 'amount' | 'type'>,
) {
  const [after = held] = await followMoney(ctx, held.companyId, [held.id])
  refuseIfGivenBack([after])
  await addHistory(ctx, event, [{ ...after, detail: `${formatMoney(amount)}, ${inSentence(paymentMethodNames[type])}` }])
}
