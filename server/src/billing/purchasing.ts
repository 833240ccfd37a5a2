// Purchases someone waits for: activation, a lot for the bank. The invoice names his card and is charged at once.
import type { BankAction } from '@bordee/core/billing/invoice.ts'
import { conflict, notFound, Problem } from '@bordee/core/problem.ts'
import { type Ctx, companyOf, type Work } from '../engine/ctx.ts'
import { collectNow } from './collecting.ts'

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
