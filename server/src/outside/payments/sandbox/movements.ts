// Money that goes back from the sandbox's payments: refunded by the payee, or taken back by a bank.
import type { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { conflict, notFound } from '@bordee/core/problem.ts'
import type { Handlers } from '../../../engine/ctx.ts'
import { sql } from '../../../engine/db/sql.ts'
import type { GatewayWork } from '../../gateway-work.ts'
import type { Movement, PaymentProvider } from '../payments.ts'
import { reportLater } from './events.ts'
import { providerId, readLink, refuseOnPublicServer } from './links.ts'

/** Payments, then their refunds and disputes. */
const movements = sql<Movement & { accountId: string }>`(
  select payment_id as id, payment_id as "paymentId", account_id as "accountId", 'payment' as "is", amount, paid_at as at
  from sandbox_checkouts
  where payment_id is not null
  union all
  select id, payment_id, account_id, kind, amount, created_at
  from sandbox_movements)`

export const sandboxMovements: Pick<PaymentProvider, 'readPayment' | 'refund' | 'listMovements'> = {
  readPayment: ({ tx }, accountId, paymentId) =>
    tx.sql<Movement>`
      select id, "paymentId", "is", amount, at
      from ${movements} m
      where "accountId" = ${accountId} and "paymentId" = ${paymentId}
      order by at, "is" <> 'payment', id`,

  async refund(work, { accountId, paymentId, amount, key }) {
    refuseOnPublicServer(work.env)
    const left = await lockLeft(work, accountId, paymentId)
    const [made] = await work.tx.sql`select from sandbox_movements where key = ${key}`
    if (made) return { status: 'done' }
    if (left < amount) return { status: 'refused', message: 'Il ne reste pas assez de ce paiement pour ce remboursement.' }
    await moveBack(work, { accountId, paymentId, kind: 'refund', amount: -amount, key })
    return { status: 'done' }
  },

  listMovements: ({ tx }, accountId, from, until) =>
    tx.sql<Movement>`
      select id, "paymentId", "is", amount, at
      from ${movements} m
      where "accountId" = ${accountId} and at >= ${from} and at < ${until}
      order by at, id`,
}

/** What is left of a payment. Locks it: of two refunds at once, the second sees what the first left. */
async function lockLeft({ tx }: GatewayWork, accountId: string, paymentId: string): Promise<number> {
  await tx.sql`select from sandbox_checkouts where account_id = ${accountId} and payment_id = ${paymentId} for update`
  const [sum] = await tx.sql<{ left: number }>`
    select coalesce(sum(amount), 0)::int as left from ${movements} m where "accountId" = ${accountId} and "paymentId" = ${paymentId}`
  return sum?.left ?? 0
}

interface Back {
  accountId: string
  paymentId: string
  kind: 'refund' | 'dispute'
  amount: number
  key: string | null
}

async function moveBack(work: GatewayWork, { accountId, paymentId, kind, amount, key }: Back) {
  const id = providerId(kind === 'refund' ? 're' : 'dp')
  await work.tx.sql`
    insert into sandbox_movements (id, key, account_id, payment_id, kind, amount)
    values (${id}, ${key}, ${accountId}, ${paymentId}, ${kind}, ${amount})`
  const type = kind === 'refund' ? 'charge.refunded' : amount < 0 ? 'charge.dispute.created' : 'charge.dispute.closed'
  await reportLater(work, { type, data: { object: { id, payment_intent: paymentId } } })
}

/** What an account's holder, or their client's bank, does at the provider without us. */
export const movementPages: Pick<Handlers<typeof sandboxCalls>, 'listSandboxPayments' | 'moveSandboxPayment'> = {
  async listSandboxPayments(ctx, { token }) {
    const { accountId } = readLink(ctx, 'account', token)
    return ctx.tx.sql<{ id: string; amount: number; left: number; disputed: number; description: string; at: string }>`
      select c.payment_id as id,
             c.amount,
             c.description,
             c.paid_at::text as at,
             (c.amount + coalesce(sum(m.amount), 0))::int as left,
             (-coalesce(sum(m.amount) filter (where m.kind = 'dispute'), 0))::int as disputed
      from sandbox_checkouts c
      left join sandbox_movements m on m.account_id = c.account_id and m.payment_id = c.payment_id
      where c.account_id = ${accountId} and c.payment_id is not null
      group by c.id
      order by c.paid_at desc, c.id
      limit 20`
  },

  async moveSandboxPayment(ctx, { token, paymentId, event }) {
    refuseOnPublicServer(ctx.env)
    const { accountId } = readLink(ctx, 'account', token)
    const left = await lockLeft(ctx, accountId, paymentId)
    if (event === 'win') {
      const [disputed] = await ctx.tx.sql<{ amount: number }>`
        select -sum(amount)::int as amount
        from sandbox_movements
        where account_id = ${accountId} and payment_id = ${paymentId} and kind = 'dispute'
        having sum(amount) < 0`
      if (!disputed) throw notFound('Contestation')
      await moveBack(ctx, { accountId, paymentId, kind: 'dispute', amount: disputed.amount, key: null })
    } else {
      if (left <= 0) throw conflict('Il ne reste rien de ce paiement.')
      await moveBack(ctx, { accountId, paymentId, kind: event, amount: -left, key: null })
    }
    return null
  },
}
