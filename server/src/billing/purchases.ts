// A company buys a lot of alerts by card, once per press.
import type { Lot } from '@bordee/core/bank/bank.ts'
import { lotBill } from '@bordee/core/billing/bill.ts'
import type { BankAction } from '@bordee/core/billing/invoice.ts'
import type { JsonText } from '@bordee/core/call.ts'
import { conflict, notFound } from '@bordee/core/problem.ts'
import { boughtLot } from '../bank/lots.ts'
import type { Ctx } from '../engine/ctx.ts'
import { noteInvoice, ratesOf } from './invoices.queries.ts'
import { cardToPress, chargeNow, jobTakesOverAt, lockPresser } from './purchasing.ts'

interface Order {
  offerId: string
  paymentMethodId?: string | null | undefined
  requestKey: string
}

export async function buyAlerts(ctx: Ctx, order: Order): Promise<JsonText<Lot> | BankAction> {
  const invoiceId = await ctx.aside((work) => notePurchase({ ...ctx, ...work }, order))
  const outcome = await chargeNow(ctx, invoiceId)
  if (outcome !== 'paid') return outcome
  const lot = await ctx.aside((work) => boughtLot(work, ctx.actor.companyId ?? '', invoiceId))
  if (!lot) throw new Error('a purchase that was paid brought no lot')
  return lot
}

/** The same press again finds its recorded invoice, whatever became of it. */
async function notePurchase(ctx: Ctx, { offerId, paymentMethodId, requestKey }: Order): Promise<string> {
  const offer = ctx.env.bankOffers.find(({ id }) => id === offerId)
  const presser = await lockPresser(ctx)
  const { companyId } = presser
  const [known] = await ctx.tx.sql<{ id: string; amount: number }>`
    select id, lot_amount as amount from invoices where company_id = ${companyId} and request_key = ${requestKey}`
  if (known && known.amount !== offer?.amount) throw conflict('Cette clé a déjà servi à un autre achat.', { code: 'request-key-used' })
  if (known) return known.id
  if (!offer) throw notFound('Offre')
  return noteInvoice(ctx, {
    ...(await cardToPress(ctx, presser, paymentMethodId ?? null)),
    purpose: 'bank',
    bill: lotBill(offer, await ratesOf(ctx, companyId)),
    periodStart: ctx.now,
    periodEnd: ctx.now,
    nextAttemptAt: jobTakesOverAt(ctx),
    requestKey,
    lotAmount: offer.amount,
  })
}
