// Card payments by Déneigement Boréal's clients: one paid twice, one disputed, one normal.
import { formatMoney } from '@bordee/core/money.ts'
import { addDays, homeZone, instantOf, todayIn } from '@bordee/core/time.ts'
import { addHistory, followMoney } from '../contracts/contract-moves.ts'
import { reread } from '../contracts/contract-totals.ts'
import type { Work } from '../engine/ctx.ts'
import { insert } from '../engine/db/writing.ts'
import { boreal, demoPaymentAccount } from './payments.ts'

const cases = [
  { status: 'paid', days: 2, isDisputed: false }, // also paid by hand
  { status: 'accepted', days: 9, isDisputed: true },
  { status: 'accepted', days: 4, isDisputed: false },
] as const

export async function fillCardPayments(work: Work) {
  const taken: string[] = []
  for (const [i, { status, days, isDisputed }] of cases.entries()) {
    const [contract] = await work.tx.sql<{ id: string; amount: number }>`
      select k.id, d.amount
      from contracts k
      join contract_instalments d on d.company_id = k.company_id and d.contract_id = k.id and d.position = 0
      where k.company_id = ${boreal} and k.status = ${status} and k.payment_methods ? 'credit_card' and k.id <> all(${taken}::uuid[])
        and k.client_email is distinct from 'client@bordee.demo'
      order by k.start_at desc, k.id
      limit 1`
    if (!contract) continue
    taken.push(contract.id)
    const at = instantOf(addDays(todayIn(homeZone, work.now), -days), '19:12', homeZone)
    const payment = { ...contract, paymentId: `pi_demo_${i + 1}`, at }
    await pay(work, payment)
    if (isDisputed) await dispute(work, payment, addDays(todayIn(homeZone, work.now), -1))
    await followMoney(work, [await reread(work, contract.id)])
  }
}

interface CardPayment {
  id: string
  amount: number
  paymentId: string
  at: Date
}

async function pay(work: Work, { id, amount, paymentId, at }: CardPayment) {
  await work.tx.sql`
    insert into sandbox_checkouts (id, key, account_id, client_secret, amount, description, status, payment_id, paid_at)
    select 'cs_' || ${paymentId}, ${paymentId}, ${demoPaymentAccount}, 'cs_' || ${paymentId} || '_secret', ${amount},
           'Contrat ' || k.contract_number || ', ' || k.company_name, 'paid', ${paymentId}, ${at}
    from contracts k
    where k.id = ${id}
    on conflict do nothing`
  await record(work, { id, amount, paymentId, providerId: paymentId, paidAt: todayIn(homeZone, at), movement: 'payment' })
}

async function dispute(work: Work, { id, amount, paymentId }: CardPayment, paidAt: string) {
  const providerId = `dp_${paymentId}`
  await work.tx.sql`
    insert into sandbox_movements (id, account_id, payment_id, kind, amount, created_at)
    values (${providerId}, ${demoPaymentAccount}, ${paymentId}, 'dispute', ${-amount}, ${instantOf(paidAt, '08:30', homeZone)})
    on conflict do nothing`
  await record(work, { id, amount: -amount, paymentId, providerId, paidAt, movement: 'dispute' })
}

interface Recorded {
  id: string
  amount: number
  paymentId: string
  providerId: string
  paidAt: string
  movement: 'payment' | 'dispute'
}

async function record(work: Work, { id: contractId, ...row }: Recorded) {
  await insert(work.tx, 'contract_payments', {
    ...row,
    companyId: boreal,
    contractId,
    type: 'credit_card',
    wasOnline: true,
    accountId: demoPaymentAccount,
  })
  await addHistory(work, row.movement, [
    { ...(await reread(work, contractId)), detail: row.movement === 'dispute' ? formatMoney(row.amount) : null },
  ])
}
