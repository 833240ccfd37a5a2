// What somebody buys and waits for: the activation of alerts, a lot of the bank. An invoice is noted with his card and charged at once.
import type { BankAction } from '@bordee/core/billing/invoice.ts'
import { conflict, notFound, Problem } from '@bordee/core/problem.ts'
import { type Ctx, companyOf, type Work } from '../engine/ctx.ts'
import { collectNow } from './collecting.ts'

interface Presser {
  companyId: string
  accountId: string
}

/** Milliseconds for which whoever pressed is at it himself; then it is looked at by whoever comes by. */
const ownTime = 120_000
export const leftTo = ({ now }: Work) => new Date(now.getTime() + ownTime)

/** The company is held until the transaction ends: of two presses at once the second finds what the first noted. */
export async function lockPresser(ctx: Ctx): Promise<Presser> {
  const companyId = companyOf(ctx)
  await ctx.tx.sql`select from companies where id = ${companyId} for no key update`
  return { companyId, accountId: ctx.actor.accountId }
}

/** The card that is named, else the default one. */
export async function cardToPress(ctx: Ctx, presser: Presser, paymentMethodId: string | null) {
  const [company] = await ctx.tx.sql<{ customerId: string | null; cardId: string | null }>`
    select customer_id as "customerId", default_payment_method as "cardId" from companies where id = ${presser.companyId}`
  const cardId = paymentMethodId ?? company?.cardId
  if (!cardId) throw refusedCard('Enregistrez une carte de crédit pour payer.')
  const [card] = await ctx.tx.sql`select from payment_methods where company_id = ${presser.companyId} and id = ${cardId}`
  if (!card || !company?.customerId) throw notFound('Carte')
  return { ...presser, customerId: company.customerId, cardId }
}

/** Paid, or what the bank of the card's holder must be asked first. Refused, it says why in the provider's words. */
export async function charged(ctx: Ctx, invoiceId: string): Promise<'paid' | BankAction> {
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
