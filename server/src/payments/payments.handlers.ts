import { type Card, cardErrors, cardFields, type PaymentMethod } from '@bordee/core/payments/card.ts'
import type { paymentCalls } from '@bordee/core/payments/payments.calls.ts'
import { conflict, invalid, notFound, tooMany } from '@bordee/core/problem.ts'
import { collectOpenLater } from '../billing/billing.jobs.ts'
import { owes } from '../billing/billing.queries.ts'
import { holdPayer, payerOf, setDefaultCard } from '../companies/company-payments.ts'
import { audit } from '../engine/audit.ts'
import type { Ctx, Handlers } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { CardRefused, type KeptCard } from '../outside/payments/payments.ts'

/** Anyone with more is testing numbers. */
const maxCards = 20
const attemptsPerHour = 30

/** The cards of the actor's company, oldest first. */
const cards = ({ actor }: Ctx) => sql<PaymentMethod>`
  select m.id, m.name, m.brand, m.last4, m.exp_month as "expMonth", m.exp_year as "expYear",
         m.id is not distinct from c.default_payment_method as "isDefault"
  from payment_methods m
  join companies c on c.id = m.company_id
  where m.company_id = ${actor.companyId}
  order by m.created_at, m.id`

/** Tells the provider to forget a removed card. */
const forgetCard = jobKind<{ cardId: string }>('payments.forget-card', { outside: true, urgent: true, retryLimit: 16 })

export const cardWorkers = [worker(forgetCard, ({ aside }, { cardId }) => aside((work) => work.gateways.payments.removeCard(work, cardId)))]

export const paymentHandlers: Handlers<typeof paymentCalls> = {
  listPaymentMethods: (ctx) => ctx.tx.rows(cards(ctx)),

  async setUpPaymentMethod(ctx) {
    await countAttempt(ctx)
    await ctx.aside((work) => refuseTooMany({ ...ctx, ...work }))
    const { customerId } = await payerOf(ctx)
    return { clientSecret: await ctx.aside((work) => work.gateways.payments.startCardSetup(work, customerId)) }
  },

  /** The provider saves it first: a crash in between leaves an unused card there, which the next try records. */
  async addPaymentMethod(ctx, { card, paymentMethodId }) {
    const typed = paymentMethodId ? null : goodCard(ctx, card)
    await countAttempt(ctx)
    await ctx.aside((work) => refuseTooMany({ ...ctx, ...work }))
    const { customerId } = await payerOf(ctx)
    const kept = await ctx.aside((work) => keep({ ...ctx, ...work }, customerId, typed ?? paymentMethodId ?? '')).catch(asProblem)
    return ctx.aside((work) => noteCard({ ...ctx, ...work }, kept))
  },

  async setDefaultPaymentMethod(ctx, { paymentMethodId }) {
    const companyId = await holdPayer(ctx)
    const card = (await ctx.tx.rows(cards(ctx))).find(({ id }) => id === paymentMethodId)
    if (!card) throw notFound('Carte')
    await setDefaultCard(ctx, companyId, card.id)
    await collectOpenLater(ctx, companyId)
    return null
  },

  async deletePaymentMethod(ctx, { paymentMethodId }) {
    const companyId = await holdPayer(ctx)
    const held = await ctx.tx.rows(cards(ctx))
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
function goodCard({ now }: Ctx, card: Card = cardFields.parse({})): Card {
  const errors = cardErrors(card, now)
  if (Object.keys(errors).length > 0) throw invalid({ card: errors })
  return card
}

type Named = KeptCard & { name: string }

async function keep(ctx: Ctx, customerId: string, card: Card | string): Promise<Named> {
  const { payments } = ctx.gateways
  if (typeof card === 'string') return payments.keepCard(ctx, customerId, card)
  return { ...(await payments.addCard(ctx, customerId, card)), name: card.name }
}

/** A known card stays as it is: a form may be sent twice. */
async function noteCard(ctx: Ctx, { id, name, brand, last4, expMonth, expYear }: Named): Promise<PaymentMethod> {
  const companyId = await holdPayer(ctx)
  const held = await ctx.tx.rows(cards(ctx))
  const known = held.find((one) => one.id === id)
  if (known) return known
  if (held.length >= maxCards) throw tooManyCards()
  const [removed] = await ctx.tx.sql`select from removed_cards where id = ${id}`
  if (removed) throw conflict('Cette carte vient d’être retirée\u00a0: entrez-la de nouveau.', { code: 'card-removed' })
  await ctx.tx.sql`
    insert into payment_methods (id, company_id, name, brand, last4, exp_month, exp_year)
    values (${id}, ${companyId}, ${name}, ${brand}, ${last4}, ${expMonth}, ${expYear})`
  const isDefault = held.length === 0
  if (isDefault) await setDefaultCard(ctx, companyId, id)
  await collectOpenLater(ctx, companyId)
  await audit(ctx, 'card-added', { brand, last4 })
  return { id, name, brand, last4, expMonth, expYear, isDefault }
}

async function refuseTooMany(ctx: Ctx) {
  const held = await ctx.tx.rows(cards(ctx))
  if (held.length >= maxCards) throw tooManyCards()
}

const tooManyCards = () => conflict(`Une compagnie garde au plus ${maxCards} cartes.`)

/** Per company too: people testing stolen numbers use many addresses. */
async function countAttempt({ throttle, actor }: Ctx) {
  const { hits, retryAfter } = await throttle.hit(`card:${actor.companyId}`, 3600)
  if (hits > attemptsPerHour) throw tooMany(retryAfter)
}

function asProblem(error: unknown): never {
  if (error instanceof CardRefused) throw invalid({ card: { [error.field]: error.message } }, 'card-refused')
  throw error
}
