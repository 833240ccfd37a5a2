// Refunds and disputes of payments at the companies' accounts.
import type { Stripe } from 'stripe'
import type { Movement, Movements } from '../payments.ts'
import { keyOf, type Line, makeOnce, marked, Refused } from './line.ts'

const dateOf = (seconds: number) => new Date(seconds * 1000)
const idOf = (named: string | { id: string } | null) => (typeof named === 'string' ? named : named?.id)

export const stripeMovements = (line: Line): Movements => ({
  async readPayment(_work, accountId, paymentId) {
    const at = { stripeAccount: accountId }
    return line(async (api) => {
      const intent = await api.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] }, at)
      const movements: Movement[] = []
      if (intent.amount_received > 0) {
        const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
        movements.push({ id: intent.id, paymentId, is: 'payment', amount: intent.amount_received, at: dateOf((charge ?? intent).created) })
      }
      for await (const refund of api.refunds.list({ payment_intent: paymentId, limit: 100 }, at)) movements.push(...refunded(refund))
      for await (const dispute of api.disputes.list({ payment_intent: paymentId, limit: 100 }, at))
        movements.push(...dispute.balance_transactions.map((moved) => disputed(moved, paymentId)))
      return movements
    })
  },

  async refund({ now }, { accountId, paymentId, amount, key }) {
    const at = { stripeAccount: accountId }
    try {
      const { status } = await makeOnce({
        key: `refund-${key}`,
        now,
        find: () =>
          line(async (api) => {
            for await (const refund of api.refunds.list({ payment_intent: paymentId, limit: 100 }, at))
              if (keyOf(refund) === key) return refund
            return undefined
          }),
        make: (idempotencyKey) =>
          line((api) => api.refunds.create({ payment_intent: paymentId, amount, metadata: marked(key) }, { ...at, idempotencyKey })),
      })
      return isUndone(status) ? { status: 'refused', message: failed } : { status: 'done' }
    } catch (error) {
      if (error instanceof Refused && error.isMissing) return { status: 'refused', message: unreachableAccount }
      if (error instanceof Refused && (error.is === 'request' || error.is === 'card'))
        return { status: 'refused', message: refusals[error.code] ?? failed }
      throw error
    }
  },

  async listMovements(_work, accountId, from, until) {
    const at = { stripeAccount: accountId }
    const created = { gte: Math.ceil(from.getTime() / 1000), lt: Math.ceil(until.getTime() / 1000) }
    return line(async (api) => {
      const movements: Movement[] = []
      for await (const charge of api.charges.list({ created, limit: 100 }, at)) {
        const paymentId = idOf(charge.payment_intent)
        if (charge.status === 'succeeded' && paymentId)
          movements.push({ id: paymentId, paymentId, is: 'payment', amount: charge.amount_captured, at: dateOf(charge.created) })
      }
      for await (const refund of api.refunds.list({ created, limit: 100 }, at)) movements.push(...refunded(refund))
      // By when the money moved, not when the dispute began: it may come back weeks later.
      for await (const moved of api.balanceTransactions.list({ created, limit: 100, expand: ['data.source'] }, at)) {
        const source = typeof moved.source === 'object' ? moved.source : null
        const paymentId = source?.object === 'dispute' ? idOf(source.payment_intent) : undefined
        if (paymentId) movements.push(disputed(moved, paymentId))
      }
      return movements
    })
  },
})

const unreachableAccount = 'Le compte de paiement qui a reçu ce montant n’est plus accessible\u00a0: remboursez-le autrement.'
const failed = 'Le fournisseur de paiement n’a pas pu faire ce remboursement.'
const refusals: Record<string, string> = {
  charge_already_refunded: 'Ce paiement a déjà été remboursé en entier.',
  charge_disputed: 'Ce paiement est contesté auprès de la banque\u00a0: il ne peut pas être remboursé.',
  insufficient_funds: 'Le solde du compte de paiement ne suffit pas pour ce remboursement.',
  balance_insufficient: 'Le solde du compte de paiement ne suffit pas pour ce remboursement.',
}

const isUndone = (status: string | null) => status === 'failed' || status === 'canceled'

/** Money that has left, or is on its way: else somebody would send it again. A refund that fails later disappears. */
function refunded({ id, status, amount, created, payment_intent }: Stripe.Refund): Movement[] {
  const paymentId = idOf(payment_intent)
  return !isUndone(status) && paymentId ? [{ id, paymentId, is: 'refund', amount: -amount, at: dateOf(created) }] : []
}

/** Without Stripe's dispute fee, which is between Stripe and the company. */
const disputed = ({ id, amount, created }: Stripe.BalanceTransaction, paymentId: string): Movement => ({
  id,
  paymentId,
  is: 'dispute',
  amount,
  at: dateOf(created),
})
