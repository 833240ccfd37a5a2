// The sandbox's checkouts: opened under a key, paid with a test card on its own page or inside ours.
import { randomBytes } from 'node:crypto'
import type { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { conflict, notFound } from '@bordee/core/problem.ts'
import type { Handlers } from '../../../engine/ctx.ts'
import { sql } from '../../../engine/db/sql.ts'
import type { GatewayWork } from '../../gateway-work.ts'
import type { CheckoutState, PaymentProvider } from '../payments.ts'
import { askBank, chargeOf } from './cards.ts'
import { reportLater } from './events.ts'
import { providerId, refuseOnPublicServer } from './links.ts'

interface Kept {
  id: string
  key: string
  accountId: string
  clientSecret: string
  amount: number
  description: string
  status: 'open' | 'paid' | 'expired'
  paymentId: string | null
}

const kept = sql`
  id, key, account_id as "accountId", client_secret as "clientSecret", amount, description, status, payment_id as "paymentId"`

const stateOf = ({ status, paymentId, amount }: Kept): CheckoutState =>
  paymentId ? { status: 'paid', paymentId, amount } : { status: status === 'open' ? 'open' : 'expired' }

export const sandboxCheckouts: Pick<PaymentProvider, 'openCheckout' | 'readCheckout' | 'expireCheckout'> = {
  async openCheckout({ tx, env }, { key, accountId, amount, description }) {
    refuseOnPublicServer(env)
    const clientSecret = `${providerId('cs')}_secret_${randomBytes(18).toString('base64url')}`
    await tx.sql`
      insert into sandbox_checkouts (id, key, account_id, client_secret, amount, description)
      values (${providerId('cs')}, ${key}, ${accountId}, ${clientSecret}, ${amount}, ${description})
      on conflict (key) do nothing`
    const [session] = await tx.sql<Kept>`select ${kept} from sandbox_checkouts where key = ${key}`
    if (!session) throw new Error('no checkout')
    const { id, clientSecret: secret } = session
    return { ...stateOf(session), id, clientSecret: secret, url: `${env.publicUrl}/sandbox/checkout/${secret}` }
  },

  async readCheckout({ tx }, accountId, sessionId) {
    const [session] = await tx.sql<Kept>`select ${kept} from sandbox_checkouts where id = ${sessionId} and account_id = ${accountId}`
    return session ? stateOf(session) : { status: 'expired' }
  },

  async expireCheckout(work, accountId, sessionId) {
    await work.tx.sql`
      update sandbox_checkouts set status = 'expired' where id = ${sessionId} and account_id = ${accountId} and status = 'open'`
    const state = await sandboxCheckouts.readCheckout(work, accountId, sessionId)
    return state.status === 'open' ? { status: 'expired' } : state
  },
}

/** The payment page. */
export const checkoutPages: Pick<Handlers<typeof sandboxCalls>, 'getSandboxCheckout' | 'paySandboxCheckout'> = {
  async getSandboxCheckout(ctx, { clientSecret }) {
    const [session] = await ctx.tx.sql<Kept>`select ${kept} from sandbox_checkouts where client_secret = ${clientSecret}`
    if (!session) throw notFound('Paiement')
    const { amount, description, status } = session
    return { amount, description, status }
  },

  async paySandboxCheckout(ctx, { clientSecret, card, isAuthenticated = false }) {
    refuseOnPublicServer(ctx.env)
    // Locked: of two tabs that pay at once, the second finds it paid.
    const [session] = await ctx.tx.sql<Kept>`select ${kept} from sandbox_checkouts where client_secret = ${clientSecret} for update`
    if (!session) throw notFound('Paiement')
    if (session.status === 'paid') return { status: 'paid' as const }
    if (session.status === 'expired') throw conflict('Ce paiement n’est plus offert. Rechargez la page pour recommencer.')
    if (askBank(ctx, card, chargeOf) === 'authenticates' && !isAuthenticated) return { status: 'action' as const }
    await refuseWithoutCharges(ctx, session.accountId)
    await confirm(ctx, session)
    return { status: 'paid' as const }
  },
}

async function refuseWithoutCharges({ tx }: GatewayWork, accountId: string) {
  const [account] = await tx.sql`select from sandbox_accounts where id = ${accountId} and charges_enabled`
  if (!account) throw conflict('La compagnie n’accepte plus les cartes pour le moment.')
}

/** The charge and its news are written together. */
async function confirm(work: GatewayWork, { id, key, accountId, amount }: Kept) {
  const paymentId = providerId('pi')
  await work.tx.sql`update sandbox_checkouts set status = 'paid', payment_id = ${paymentId}, paid_at = ${work.now} where id = ${id}`
  const object = { id, client_reference_id: key, payment_intent: paymentId, amount_total: amount }
  await reportLater(work, { type: 'checkout.session.completed', account: accountId, data: { object } })
}
