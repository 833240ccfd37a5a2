// Switching the alert module on, for a fee.
import { activationFee, withTaxes } from '@bordee/core/alerts/activation.ts'
import { conflict, notFound, Problem } from '@bordee/core/problem.ts'
import { lockPayer, switchAlertsOn } from '../companies/company-payments.ts'
import { audit } from '../engine/audit.ts'
import type { Ctx } from '../engine/ctx.ts'

/** The company's row is held while the card is charged, and the key is the same each time: two clicks and two tries pay once. */
export async function activate(ctx: Ctx, paymentMethodId: string | null) {
  const { companyId, customerId } = await lockPayer(ctx)
  const [company] = await ctx.tx.sql<{ isActive: boolean; card: string | null }>`
    select alert_is_active as "isActive", default_payment_method as card from companies where id = ${companyId}`
  if (company?.isActive) throw conflict('Le module d’alertes est déjà actif.')
  const cardId = paymentMethodId ?? company?.card
  if (!cardId) throw refusedCard('Enregistrez une carte de crédit pour activer les alertes.')
  const [card] = await ctx.tx.sql`select from payment_methods where company_id = ${companyId} and id = ${cardId}`
  if (!card) throw notFound('Carte')
  const amount = withTaxes(activationFee)
  const outcome = await ctx.gateways.payments.charge(ctx, { customerId, cardId, amount, key: `alert-activation-${companyId}-${cardId}` })
  if (outcome.status === 'refused') throw refusedCard(outcome.message)
  if (outcome.status === 'action')
    throw refusedCard('Votre banque demande une authentification pour cette carte. Veuillez en utiliser une autre.')
  await switchAlertsOn(ctx, companyId)
  await audit(ctx, 'alerts-activated', { amount, chargeId: outcome.chargeId })
  return { message: 'Le module d’alertes est maintenant actif.', type: 'success' as const }
}

const refusedCard = (message: string) => new Problem(422, message, { code: 'card-refused', formErrors: { card: { number: message } } })
