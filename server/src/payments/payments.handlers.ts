import { cardErrors, type PaymentMethod } from '@bordee/core/payments/card.ts'
import type { paymentCalls } from '@bordee/core/payments/payments.calls.ts'
import { conflict, invalid, notFound, tooMany } from '@bordee/core/problem.ts'
import { collectOpenLater } from '../billing/billing.jobs.ts'
import { owes } from '../billing/billing.queries.ts'
import { lockPayer, setDefaultCard } from '../companies/company-payments.ts'
import { audit } from '../engine/audit.ts'
import type { Ctx, Handlers } from '../engine/ctx.ts'
import { CardRefused } from '../engine/outside/payments.ts'
import { sql } from '../engine/sql.ts'

/** Someone who holds more is trying numbers. */
const maxCards = 20
const attemptsPerHour = 30

/** The cards of the company one works in, oldest first. */
const cards = ({ actor }: Ctx) => sql<PaymentMethod>`
  select m.id, m.name, m.brand, m.last4, m.exp_month as "expMonth", m.exp_year as "expYear",
         m.id is not distinct from c.default_payment_method as "isDefault"
  from payment_methods m
  join companies c on c.id = m.company_id
  where m.company_id = ${actor.companyId}
  order by m.created_at, m.id`

export const paymentHandlers: Handlers<typeof paymentCalls> = {
  listPaymentMethods: (ctx) => ctx.tx.rows(cards(ctx)),

  async addPaymentMethod(ctx, { card }) {
    const errors = cardErrors(card, ctx.now)
    if (Object.keys(errors).length > 0) throw invalid({ card: errors })
    await countAttempt(ctx)
    const { companyId, customerId } = await lockPayer(ctx)
    const held = await ctx.tx.rows(cards(ctx))
    if (held.length >= maxCards) throw conflict(`Une compagnie garde au plus ${maxCards} cartes.`)
    const kept = await ctx.gateways.payments.addCard(ctx, customerId, card).catch(asProblem)
    await ctx.tx.sql`
      insert into payment_methods (id, company_id, name, brand, last4, exp_month, exp_year)
      values (${kept.id}, ${companyId}, ${card.name}, ${kept.brand}, ${kept.last4}, ${kept.expMonth}, ${kept.expYear})`
    const isDefault = held.length === 0
    if (isDefault) await setDefaultCard(ctx, companyId, kept.id)
    await collectOpenLater(ctx, companyId)
    await audit(ctx, 'card-added', { brand: kept.brand, last4: kept.last4 })
    return { ...kept, name: card.name, isDefault }
  },

  async deletePaymentMethod(ctx, { paymentMethodId }) {
    const { companyId } = await lockPayer(ctx)
    const held = await ctx.tx.rows(cards(ctx))
    const card = held.find(({ id }) => id === paymentMethodId)
    if (!card) throw notFound('Carte')
    if (held.length === 1 && (await owes(ctx, companyId)))
      throw conflict(
        'Gardez cette carte tant que des alertes restent à facturer ou à payer\u00a0: ajoutez-en une autre avant de la retirer.',
        {
          code: 'card-needed',
        },
      )
    await ctx.tx.sql`delete from payment_methods where company_id = ${companyId} and id = ${card.id}`
    if (card.isDefault) await setDefaultCard(ctx, companyId, held.find(({ id }) => id !== card.id)?.id ?? null)
    await ctx.gateways.payments.removeCard(ctx, card.id)
    await audit(ctx, 'card-removed', { brand: card.brand, last4: card.last4 })
    return null
  },
}

/** By company too: who tries stolen numbers comes from many addresses. */
async function countAttempt({ throttle, actor }: Ctx) {
  const { hits, retryAfter } = await throttle.hit(`card:${actor.companyId}`, 3600)
  if (hits > attemptsPerHour) throw tooMany(retryAfter)
}

function asProblem(error: unknown): never {
  if (error instanceof CardRefused) throw invalid({ card: { [error.field]: error.message } }, 'card-refused')
  throw error
}
