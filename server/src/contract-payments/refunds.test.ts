// Overpayments by card are refunded or kept; refunds and disputes at the provider show here. Each counts once.
import { randomUUID } from 'node:crypto'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { paymentAccountCalls } from '@bordee/core/payments/accounts.calls.ts'
import { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { describe, expect, test } from 'vitest'
import { onlinePayments, payableContract, payBy, payee } from '../testing/checkouts.ts'
import { today } from '../testing/contracts.ts'
import { openListeningServer } from '../testing/listening.ts'
import { historyOf } from '../testing/signers.ts'
import { soon } from '../testing/soon.ts'
import { killing } from '../testing/victims.ts'
import { syncPayment } from './followed-payments.ts'

const server = await openListeningServer()
const people = await payee(server)
const { owner, employee } = people
const neighbour = await server.newCompany()
const killAt = killing(server)
const { payContract, getContract, updateContract, refundSurplus, keepSurplus, listContractPayments, setContractStatuses } = contractCalls
const { moveSandboxPayment, listSandboxPayments } = sandboxCalls
const half = 24_432
const surplus = 1_000

/** A contract whose first half was paid by card. */
async function paidContract() {
  const made = await payableContract(server, people)
  const { clientSecret } = await made.client(payContract, { id: made.id })
  await payBy(server.anyone, clientSecret)
  await soon(async () => expect(await onlinePayments(owner, made.id)).toHaveLength(1))
  const [payment] = await onlinePayments(owner, made.id)
  return { ...made, payment: payment?.id ?? '' }
}

/** The office recorded nearly all of it by hand while the client paid half by card: ten dollars too much. */
async function overpaidContract() {
  const made = await payableContract(server, people)
  const { clientSecret } = await made.client(payContract, { id: made.id })
  const payments = [{ amount: half + surplus, paidAt: today(), type: 'cash' as const }]
  await owner(updateContract, { id: made.id, contract: { payments } })
  await payBy(server.anyone, clientSecret)
  await soon(async () => expect(await owner(getContract, { id: made.id })).toMatchObject({ overpaidAmount: surplus, status: 'paid' }))
  const [payment] = await onlinePayments(owner, made.id)
  return { ...made, payment: payment?.id ?? '' }
}

const accountToken = async () => (await owner(paymentAccountCalls.getAccountSignInLink)).url.split('/').at(-1) ?? ''
const providerId = async (payment: string) => {
  const [row] = await server.work(async ({ tx }) => {
    await tx.scope({ companies: [people.companyId] })
    return tx.sql<{ id: string }>`select provider_id as id from contract_payments where id = ${payment}`
  })
  return row?.id ?? ''
}
const atProvider = async (payment: string, event: 'refund' | 'dispute' | 'win') =>
  server.anyone(moveSandboxPayment, { token: await accountToken(), paymentId: await providerId(payment), event })
const madeRefunds = async (payment: string) =>
  server.sql<{ amount: number }>('select amount from sandbox_movements where payment_id = $1', [await providerId(payment)])

describe('an overpayment', () => {
  test('goes back to the card, that amount and once, however often the office presses', async () => {
    const { id, payment } = await overpaidContract()
    const pressed = await Promise.all([1, 2, 3].map(() => owner.raw(refundSurplus, { id, paymentId: payment })))
    expect(pressed.map(({ status }) => status).filter((status) => status === 200).length).toBeGreaterThan(0)
    expect(pressed.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const contract = await owner(getContract, { id })
    expect(contract).toMatchObject({ overpaidAmount: 0, status: 'paid' })
    expect(contract.payments.filter(({ wasOnline }) => wasOnline)).toMatchObject([
      { amount: half, movement: 'payment', refundable: half - surplus },
      { amount: -surplus, movement: 'refund', editable: false, type: 'credit_card', paidAt: today(), refundable: 0 },
    ])
    expect(await madeRefunds(payment)).toEqual([{ amount: -surplus }])
    expect(await owner.raw(refundSurplus, { id, paymentId: payment })).toMatchObject({ status: 409, body: { code: 'nothing-overpaid' } })
    expect(await historyOf(owner, id)).toContain('refund → paid')
    const rows = await owner(listContractPayments, { from: today(), to: today() })
    expect(rows.filter(({ contractId }) => contractId === id).map(({ amount }) => amount)).toContain(-surplus)
  })

  test('can stay with the company, and then no longer shows', async () => {
    const { id, payment } = await overpaidContract()
    expect(await owner(keepSurplus, { id, paymentId: payment })).toMatchObject({ overpaidAmount: 0, status: 'paid' })
    expect(await historyOf(owner, id)).toContain('kept → paid')
    for (const call of [keepSurplus, refundSurplus])
      expect(await owner.raw(call, { id, paymentId: payment })).toMatchObject({ status: 409, body: { code: 'nothing-overpaid' } })
    expect(await madeRefunds(payment)).toEqual([])
  })

  test('is not found on another payment, and nobody else can touch it', async () => {
    const { id, payment, client } = await overpaidContract()
    const byHand = (await owner(getContract, { id })).payments.find(({ wasOnline }) => !wasOnline)?.id ?? ''
    for (const call of [refundSurplus, keepSurplus]) {
      expect((await owner.raw(call, { id, paymentId: byHand })).status).toBe(404)
      expect((await owner.raw(call, { id, paymentId: id })).status).toBe(404)
      expect((await neighbour.owner.raw(call, { id, paymentId: payment })).status).toBe(404)
      expect((await client.raw(call, { id, paymentId: payment })).status).toBe(403)
      expect((await employee.raw(call, { id, paymentId: payment })).status).toBe(403)
    }
    const fair = await paidContract()
    expect(await owner.raw(refundSurplus, { id: fair.id, paymentId: fair.payment })).toMatchObject({ body: { code: 'nothing-overpaid' } })
  })

  test('stays when the provider refuses the refund, which may be tried again', async () => {
    const { id, payment } = await overpaidContract()
    // Refunded at the provider a moment ago; the news hasn't come yet.
    await server.sql(
      `insert into sandbox_movements (id, account_id, payment_id, kind, amount)
       select 're_' || $1, account_id, payment_id, 'refund', -amount from sandbox_checkouts where payment_id = $1`,
      [await providerId(payment)],
    )
    expect(await owner.raw(refundSurplus, { id, paymentId: payment })).toMatchObject({ status: 409, body: { code: 'refund-refused' } })
    expect(await owner(getContract, { id })).toMatchObject({ overpaidAmount: surplus })
    await server.sql('delete from sandbox_movements where id = $1', [`re_${await providerId(payment)}`])
    expect(await owner(refundSurplus, { id, paymentId: payment })).toMatchObject({ overpaidAmount: 0 })
  })
})

describe('what a card paid on a canceled contract', () => {
  async function canceledContract() {
    const made = await paidContract()
    await owner(setContractStatuses, { contractIds: [made.id], status: 'canceled' })
    return made
  }

  test('is refunded in part, then kept; payments by hand are not concerned', async () => {
    const made = await paidContract()
    await owner(updateContract, { id: made.id, contract: { payments: [{ amount: 500, paidAt: today(), type: 'cash' }] } })
    await owner(setContractStatuses, { contractIds: [made.id], status: 'canceled' })
    const at = { id: made.id, paymentId: made.payment }
    expect(await owner(getContract, { id: made.id })).toMatchObject({ overpaidAmount: half })
    expect(await owner.raw(refundSurplus, { ...at, amount: half + 1 })).toMatchObject({
      status: 422,
      body: { formErrors: { refund: { amount: expect.stringContaining('244,32') } } },
    })
    expect(await owner(refundSurplus, { ...at, amount: 10_000 })).toMatchObject({ status: 'canceled', overpaidAmount: half - 10_000 })
    expect(await owner(keepSurplus, at)).toMatchObject({ overpaidAmount: 0 })
    expect(await owner.raw(refundSurplus, at)).toMatchObject({ status: 409, body: { code: 'nothing-overpaid' } })
    expect(await madeRefunds(made.payment)).toEqual([{ amount: -10_000 }])
  })

  test('is refunded whole', async () => {
    const { id, payment } = await canceledContract()
    expect(await owner(refundSurplus, { id, paymentId: payment })).toMatchObject({ status: 'canceled', overpaidAmount: 0 })
    expect(await madeRefunds(payment)).toEqual([{ amount: -half }])
  })

  test('is refunded once under one id, however often it is sent', async () => {
    const { id, payment } = await canceledContract()
    const press = { id, paymentId: payment, amount: 1000, refundId: randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => owner.raw(refundSurplus, press)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await owner(refundSurplus, press)).toMatchObject({ overpaidAmount: half - 1000 })
    expect(await madeRefunds(payment)).toEqual([{ amount: -1000 }])
    await owner(refundSurplus, { ...press, refundId: randomUUID() })
    expect(await madeRefunds(payment)).toHaveLength(2)

    const other = await canceledContract()
    const theirs = { ...press, id: other.id, paymentId: other.payment }
    expect(await owner.raw(refundSurplus, theirs)).toMatchObject({ status: 409, body: { code: 'request-key-used' } })
    expect((await neighbour.owner.raw(refundSurplus, press)).status).toBe(404)
  })
})

test('canceling ends an open checkout first; a payment that came through anyway is offered for refund', async () => {
  const [late, early] = [await payableContract(server, people), await payableContract(server, people)]
  const { clientSecret } = await late.client(payContract, { id: late.id })
  const paid = await early.client(payContract, { id: early.id })
  // Its news is lost.
  await server.sql(`update sandbox_checkouts set status = 'paid', payment_id = $2, paid_at = now() where client_secret = $1`, [
    paid.clientSecret,
    `pi_${early.id}`,
  ])
  await owner(setContractStatuses, { contractIds: [late.id, early.id], status: 'canceled' })
  expect((await payBy(server.anyone, clientSecret)).status).toBe(409)
  const contract = await owner(getContract, { id: early.id })
  expect(contract).toMatchObject({ status: 'canceled', overpaidAmount: half })
  const [payment] = contract.payments
  expect(await owner(refundSurplus, { id: early.id, paymentId: payment?.id ?? '' })).toMatchObject({ overpaidAmount: 0 })
})

describe('at the provider', () => {
  test('a refunded payment is a negative row, and the contract is owed again', async () => {
    const { id, payment } = await paidContract()
    await atProvider(payment, 'refund')
    await soon(async () => expect(await onlinePayments(owner, id)).toHaveLength(2))
    const contract = await owner(getContract, { id })
    expect(contract.paymentShedules.map(({ amountLeft }) => amountLeft)).toEqual([half, half])
    expect(
      await owner.raw(updateContract, { id, contract: { payments: [{ ...contract.payments[1], deletedAt: '2026-01-01' }] } }),
    ).toMatchObject({
      status: 409,
    })
  })

  test('a dispute is a negative row; if it is won, the money comes back', async () => {
    const { id, payment } = await paidContract()
    await atProvider(payment, 'dispute')
    await soon(async () => expect(await onlinePayments(owner, id)).toHaveLength(2))
    await atProvider(payment, 'win')
    await soon(async () => expect(await onlinePayments(owner, id)).toHaveLength(3))
    expect((await onlinePayments(owner, id)).map(({ amount, movement }) => [amount, movement])).toEqual([
      [half, 'payment'],
      [-half, 'dispute'],
      [half, 'dispute'],
    ])
    expect((await historyOf(owner, id)).filter((line) => line.startsWith('dispute'))).toEqual([
      'dispute → accepted',
      'disputeWon → accepted',
    ])
    expect(await server.anyone(listSandboxPayments, { token: await accountToken() })).toContainEqual(
      expect.objectContaining({ id: await providerId(payment), left: half, disputed: 0 }),
    )
  })

  test('a refund reported before its payment is recorded once the payment is', async () => {
    const made = await payableContract(server, people)
    const { clientSecret } = await made.client(payContract, { id: made.id })
    // The confirmation waits while the refund is made and reported.
    await server.sql('begin')
    await server.sql('lock table payment_events in share mode')
    await payBy(server.anyone, clientSecret)
    const [session] = await server.sql<{ paymentId: string }>(
      'select payment_id as "paymentId" from sandbox_checkouts where client_secret = $1',
      [clientSecret],
    )
    await server.anyone(moveSandboxPayment, { token: await accountToken(), paymentId: session?.paymentId ?? '', event: 'refund' })
    await server.work((work) => syncPayment(work, { paymentId: session?.paymentId ?? '' })) // its payment isn't recorded yet
    await server.sql('rollback')
    await soon(async () => expect((await onlinePayments(owner, made.id)).map(({ amount }) => amount)).toEqual([half, -half]))
  })

  test('reported ten times at once, a refund is one row; a failed one is removed', async () => {
    const { id, payment } = await paidContract()
    await atProvider(payment, 'refund')
    const paymentId = await providerId(payment)
    await Promise.all(Array.from({ length: 10 }, () => server.work((work) => syncPayment(work, { paymentId }))))
    expect(await onlinePayments(owner, id)).toHaveLength(2)
    await server.sql('delete from sandbox_movements where payment_id = $1', [paymentId])
    await server.work((work) => syncPayment(work, { paymentId }))
    expect((await onlinePayments(owner, id)).map(({ amount }) => amount)).toEqual([half])
    expect(await historyOf(owner, id)).toContain('refundFailed → accepted')
  })
})

describe('a server dies during a refund', () => {
  test.each([
    ['before it is noted', 'contract_refunds'],
    ['between the note and the provider', 'sandbox_movements'],
    ['between the provider and the database', 'contract_payments'],
  ])('%s', async (_, table) => {
    const { id, payment } = await overpaidContract()
    await killAt(table, `/contracts/${id}/payments/${payment}/refund`, { by: owner })
    await owner.raw(refundSurplus, { id, paymentId: payment })
    await soon(async () => expect(await owner(getContract, { id })).toMatchObject({ overpaidAmount: 0 }))
    expect(await madeRefunds(payment)).toEqual([{ amount: -surplus }])
    expect((await onlinePayments(owner, id)).map(({ amount }) => amount)).toEqual([half, -surplus])
  })
})
