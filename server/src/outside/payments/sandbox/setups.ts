// The sandbox's form for saving a card: its holder's bank is asked before anyone knows the card.
import { randomBytes } from 'node:crypto'
import type { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { notFound } from '@bordee/core/problem.ts'
import type { Handlers } from '../../../engine/ctx.ts'
import { CardRefused, type CardSetups, type KeptCard } from '../payments.ts'
import { askBank, asksWhenSaved, saveCard } from './cards.ts'
import { providerId, refuseOnPublicServer } from './links.ts'

export const sandboxSetups: CardSetups = {
  async startCardSetup({ tx, env }, customerId) {
    refuseOnPublicServer(env)
    const id = providerId('seti')
    const clientSecret = `${id}_secret_${randomBytes(18).toString('base64url')}`
    await tx.sql`insert into sandbox_setups (client_secret, customer_id) values (${clientSecret}, ${customerId})`
    return { id, clientSecret }
  },

  async readCardSetup({ tx }, setupId) {
    const [setup] = await tx.sql<{ cardId: string | null }>`
      select card_id as "cardId" from sandbox_setups where split_part(client_secret, '_secret_', 1) = ${setupId}`
    if (!setup) return { status: 'expired' }
    return setup.cardId ? { status: 'saved', cardId: setup.cardId } : { status: 'open' }
  },

  async keepCard({ tx }, customerId, cardId) {
    const [card] = await tx.sql<KeptCard & { name: string }>`
      select c.id, c.name, c.brand, c.last4, c.exp_month as "expMonth", c.exp_year as "expYear"
      from sandbox_cards c
      where c.id = ${cardId} and c.customer_id = ${customerId}
        and exists (select from sandbox_setups s where s.card_id = c.id and s.customer_id = c.customer_id)`
    if (!card) throw new CardRefused('Cette carte n’est pas connue du fournisseur de paiement.')
    return card
  },
}

/** The card form. */
export const setupPages: Pick<Handlers<typeof sandboxCalls>, 'confirmSandboxSetup'> = {
  async confirmSandboxSetup(ctx, { clientSecret, card, isAuthenticated = false }) {
    refuseOnPublicServer(ctx.env)
    // Locked: a form sent twice saves one card.
    const [setup] = await ctx.tx.sql<{ customerId: string; cardId: string | null }>`
      select customer_id as "customerId", card_id as "cardId" from sandbox_setups where client_secret = ${clientSecret} for update`
    if (!setup) throw notFound('Formulaire')
    if (setup.cardId) return { status: 'succeeded' as const, paymentMethodId: setup.cardId }
    if (askBank(ctx, card, asksWhenSaved) && !isAuthenticated) return { status: 'action' as const, paymentMethodId: null }
    const { id } = await saveCard(ctx, setup.customerId, card)
    await ctx.tx.sql`update sandbox_setups set card_id = ${id} where client_secret = ${clientSecret}`
    return { status: 'succeeded' as const, paymentMethodId: id }
  },
}
