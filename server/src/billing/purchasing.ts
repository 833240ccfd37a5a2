// Payments someone waits for: activation, a lot for the bank, a late invoice. The card is charged at once.
import type { BankAction } from '@bordee/core/billing/invoice.ts'
import { chargeableStates } from '@bordee/core/billing/invoice-life.ts'
import { conflict, notFound, Problem } from '@bordee/core/problem.ts'
import { type Ctx, companyOf, type Work } from '../engine/ctx.ts'
import { change } from '../engine/db/writing.ts'
import { collectNow } from './collecting.ts'
import { lockInvoice } from './invoices.queries.ts'

interface Presser {
  companyId: string
  accountId: string
}

/** Milliseconds the buyer's own request has for collecting; afterwards a job takes over. */
const ownTime = 120_000
export const jobTakesOverAt = ({ now }: Work) => new Date(now.getTime() + ownTime)

/** Locks the company until the transaction ends: of two presses at once, the second finds what the first recorded. */
export async function lockPresser(ctx: Ctx): Promise<Presser> {
  const companyId = companyOf(ctx)
  await ctx.tx.sql`select from companies where id = ${companyId} for no key update`
  return { companyId, accountId: ctx.actor.accountId }
}

/** The named card, or the default one. */
export async function cardToPress(ctx: Ctx, presser: Presser, paymentMethodId: string | null) {
  const [company] = await ctx.tx.sql<{ customerId: string | null; cardId: string | null }>`
    select customer_id as "customerId", default_payment_method as "cardId" from companies where id = ${presser.companyId}`
  const cardId = paymentMethodId ?? company?.cardId
  if (!cardId) throw refusedCard('Enregistrez une carte de crédit pour payer.')
  const [card] = await ctx.tx.sql`select from payment_methods where company_id = ${presser.companyId} and id = ${cardId}`
  if (!card || !company?.customerId) throw notFound('Carte')
  return { ...presser, customerId: company.customerId, cardId }
}

/** Charges the default card for an invoice that is owed, without waiting for its next attempt, if there is one. */
export async function payOwed(ctx: Ctx, invoiceId: string): Promise<{ status: 'paid' } | BankAction> {
  await ctx.aside((work) => askForAttempt({ ...ctx, ...work }, invoiceId))
  const outcome = await chargeNow(ctx, invoiceId)
  return outcome === 'paid' ? { status: 'paid' } : outcome
}

/** An attempt whose outcome is not known yet is only repeated: of two presses at once, one charges. */
async function askForAttempt(ctx: Ctx, invoiceId: string) {
  const presser = await lockPresser(ctx)
  const { companyId } = presser
  const { status } = await lockInvoice(ctx, { companyId, invoiceId })
  if (status === 'void') throw conflict('Cette facture est annulée\u00a0: il n’y a rien à payer.', { code: 'invoice-void' })
  if (!chargeableStates.includes(status)) return
  await cardToPress(ctx, presser, null)
  await change(ctx.tx, 'invoices', { companyId, id: invoiceId }, { nextAttemptAt: ctx.now })
}

/** Paid, or the confirmation the cardholder's bank wants. A refusal carries the provider's words. */
export async function chargeNow(ctx: Ctx, invoiceId: string): Promise<'paid' | BankAction> {
  const collected = await collectNow(ctx, { companyId: companyOf(ctx), invoiceId })
  switch (collected.is) {
    case 'paid':
      return 'paid'
    case 'action':
      return {
        status: 'action',
        clientSecret: collected.clientSecret,
        provider: ctx.gateways.payments.name,
        paymentMethodId: collected.cardId,
      }
    case 'refused':
      throw refusedCard(collected.message)
    default:
      throw conflict('Ce paiement n’a pas été confirmé à temps. Veuillez recommencer.', { code: 'payment-annulled' })
  }
}

const refusedCard = (message: string) => new Problem(422, message, { code: 'card-refused', formErrors: { card: { number: message } } })
