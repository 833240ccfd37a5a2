import { type Card, cardErrors, cardFields } from '@bordee/core/payments/card.ts'
import type { paymentCalls } from '@bordee/core/payments/payments.calls.ts'
import { conflict, invalid, notFound, tooMany } from '@bordee/core/problem.ts'
import { today } from '../bank/lots.ts'
import { collectOpenLater } from '../billing/billing.jobs.ts'
import { owes } from '../billing/billing.queries.ts'
import { holdPayer, payerOf, setDefaultCard } from '../companies/company-payments.ts'
import { audit } from '../engine/audit.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { insert } from '../engine/db/writing.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { CardRefused } from '../outside/payments/payments.ts'
import { cardsOf, type NamedCard, noteCard, refuseTooMany } from './saved-cards.ts'

/** Whoever needs more is testing numbers. */
const attemptsPerHour = 30

/** Tells the provider to forget a removed card. */
const forgetCard = jobKind<{ cardId: string }>('payments.forget-card', { outside: true, urgent: true, retryLimit: 16 })

export const cardWorkers = [worker(forgetCard, ({ aside }, { cardId }) => aside((work) => work.gateways.payments.removeCard(work, cardId)))]

export const paymentHandlers: Handlers<typeof paymentCalls> = {
  listPaymentMethods: (ctx) => cardsOf(ctx, companyOf(ctx)),

  async setUpPaymentMethod(ctx) {
    await countAttempt(ctx)
    await ctx.aside((work) => refuseTooMany(work, companyOf(ctx)))
    const payer = await payerOf(ctx)
    const { id: setupId, clientSecret } = await ctx.aside((work) => work.gateways.payments.startCardSetup(work, payer.customerId))
    await ctx.aside(({ tx }) => insert(tx, 'card_setups', { ...payer, setupId }))
    return { clientSecret }
  },

  /** The provider saves it first: a crash in between leaves an unused card there, which the next try records. */
  async addPaymentMethod(ctx, { card, paymentMethodId }) {
    const typed = paymentMethodId ? null : await goodCard(ctx, card)
    await countAttempt(ctx)
    await ctx.aside((work) => refuseTooMany(work, companyOf(ctx)))
    const { customerId, companyId } = await payerOf(ctx)
    const kept = await ctx.aside((work) => keep({ ...ctx, ...work }, customerId, typed ?? paymentMethodId ?? '')).catch(asProblem)
    return ctx.aside((work) => noteCard({ ...ctx, ...work }, companyId, kept))
  },

  async setDefaultPaymentMethod(ctx, { paymentMethodId }) {
    const companyId = companyOf(ctx)
    await holdPayer(ctx, companyId)
    const card = (await cardsOf(ctx, companyId)).find(({ id }) => id === paymentMethodId)
    if (!card) throw notFound('Carte')
    await setDefaultCard(ctx, companyId, card.id)
    await collectOpenLater(ctx, companyId)
    return null
  },

  async deletePaymentMethod(ctx, { paymentMethodId }) {
    const companyId = companyOf(ctx)
    await holdPayer(ctx, companyId)
    const held = await cardsOf(ctx, companyId)
    const card = held.find(({ id }) => id === paymentMethodId)
    if (!card) throw notFound('Carte')
    if (held.length === 1 && (await owes(ctx, companyId)))
      throw conflict('Des alertes restent à payer avec cette carte. Ajoutez-en une autre avant de la supprimer.', { code: 'card-needed' })
    await ctx.tx.sql`delete from payment_methods where company_id = ${companyId} and id = ${card.id}`
    if (card.isDefault) await setDefaultCard(ctx, companyId, held.find(({ id }) => id !== card.id)?.id ?? null)
    await ctx.tx.sql`insert into removed_cards (id) values (${card.id}) on conflict do nothing`
    await ctx.later(forgetCard, { cardId: card.id })
    await audit(ctx, 'card-removed', { brand: card.brand, last4: card.last4 })
    return null
  },
}

/** The typed card, if it is plausible. */
async function goodCard(ctx: Ctx, card: Card = cardFields.parse({})): Promise<Card> {
  const errors = cardErrors(card, await ctx.aside((work) => today(work, companyOf(ctx))))
  if (Object.keys(errors).length > 0) throw invalid({ card: errors })
  return card
}

async function keep(ctx: Ctx, customerId: string, card: Card | string): Promise<NamedCard> {
  const { payments } = ctx.gateways
  if (typeof card === 'string') return payments.keepCard(ctx, customerId, card)
  return { ...(await payments.addCard(ctx, customerId, card)), name: card.name }
}

/** Per company too: people testing stolen numbers use many addresses. */
async function countAttempt({ throttle, actor }: Ctx) {
  const { hits, retryAfter } = await throttle.hit(`card:${actor.companyId}`, 3600)
  if (hits > attemptsPerHour) throw tooMany(retryAfter)
}

function asProblem(error: unknown): never {
  if (error instanceof CardRefused) throw invalid({ card: { [error.field]: error.message } }, 'card-refused')
  throw error
}
