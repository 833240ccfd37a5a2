import { randomUUID } from 'node:crypto'
import { contractLife } from '@bordee/core/contracts/contract-life.ts'
import { amountsLeft, instalments, moneyEvent, overpaidAmount } from '@bordee/core/contracts/contract-money.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inDays, newContract, signedDaysAgo, today } from '../testing/contracts.ts'
import { openTestServer } from '../testing/server.ts'
import { historyOf } from '../testing/signers.ts'

const server = await openTestServer()
const { getContract, updateContract, listContractPayments } = contractCalls
const cash = (amount: number, paidAt = today()) => ({ amount, paidAt, type: 'cash' as const })

test('payments merge by id: those not sent stay, and only `deletedAt` removes one', async () => {
  const { owner } = await server.newCompany()
  const { id } = await newContract(owner, { status: 'accepted' })
  const pay = (payments: object[]) => owner(updateContract, { id, contract: { payments: payments as never } })
  const first = (await pay([cash(10_000)])).payments[0]
  expect((await pay([cash(5000, inDays(-1))])).payments).toMatchObject([
    { amount: 5000 },
    { id: first?.id, fieldId: first?.id, editable: true, wasOnline: false },
  ])
  expect((await pay([{ fieldId: first?.id, amount: 12_000, type: 'interac' }])).payments).toMatchObject([
    {},
    { amount: 12_000, type: 'interact' },
  ])
  const after = await pay([{ id: first?.id, deletedAt: new Date().toISOString() }])
  expect(after.payments).toMatchObject([{ amount: 5000 }])
  expect(after.paymentShedules).toMatchObject([{ amountLeft: 19_432 }, { amountLeft: 24_432 }])
  expect(await historyOf(owner, id)).toEqual(
    expect.arrayContaining(['payment → accepted', 'paymentChanged → accepted', 'paymentRemoved → accepted']),
  )
  // Already removed: removing it again does nothing, changing it is refused.
  expect((await pay([{ id: first?.id, deletedAt: new Date().toISOString() }])).payments).toHaveLength(1)
  expect((await owner.raw(updateContract, { id, contract: { payments: [{ id: first?.id, amount: 1, type: 'cash' }] } })).status).toBe(409)
  const other = await newContract(owner, { payments: [cash(100)] })
  expect((await owner.raw(updateContract, { id, contract: { payments: [{ ...other.payments[0], amount: 1 }] } })).status).toBe(404)
})

test('a payment sent again under its id is recorded once, even five times at once', async () => {
  const { owner } = await server.newCompany()
  const { id } = await newContract(owner, { status: 'accepted' })
  const payment = { id: randomUUID(), ...cash(5000) }
  const send = (more: object = {}) => owner.raw(updateContract, { id, contract: { payments: [{ ...payment, ...more }] } })
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send()))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect((await owner(getContract, { id })).payments).toMatchObject([{ id: payment.id, amount: 5000 }])
  expect((await historyOf(owner, id)).filter((line) => line.startsWith('payment'))).toEqual(['payment → accepted'])
  expect((await send({ amount: 6000 })).body).toMatchObject({ payments: [{ id: payment.id, amount: 6000 }] })
  await send({ deletedAt: 'now' })
  expect(await send()).toMatchObject({ status: 409, body: { code: 'payment-removed' } })
})

test('the id of another contract’s payment is refused, of another company’s too; so is an unknown one to remove', async () => {
  const { owner } = await server.newCompany()
  const { id } = await newContract(owner, { status: 'accepted' })
  const theirs = await newContract((await server.newCompany()).owner, { payments: [cash(100)] })
  const ours = await newContract(owner, { payments: [cash(100)] })
  const send = (payment: object) => owner.raw(updateContract, { id, contract: { payments: [payment] } })
  for (const taken of [theirs, ours]) expect((await send({ id: taken.payments[0]?.id, ...cash(100) })).status).toBe(404)
  expect((await send({ id: randomUUID(), deletedAt: 'now' })).status).toBe(404)
  expect((await send({ id: randomUUID(), ...cash(100), wasOnline: true })).status).toBe(404)
  expect((await owner(getContract, { id })).payments).toEqual([])
})

test('the status follows the money: paid, owing, late; a post-dated cheque counts on its day', async () => {
  const { owner } = await server.newCompany()
  const shedules = [
    { paymentDate: inDays(-5), percent: 50 },
    { paymentDate: inDays(20), percent: 50 },
  ]
  const made = await newContract(owner, { paymentShedules: shedules, status: 'accepted' })
  expect(made.status).toBe('accepted') // signed today
  await signedDaysAgo(server, made, 8)
  const pay = async (payment: object) => owner(updateContract, { id: made.id, contract: { payments: [payment as never] } })
  expect((await pay(cash(4432))).status).toBe('unpaid')
  expect((await pay(cash(20_000))).status).toBe('accepted')
  expect(await pay(cash(24_432, inDays(3)))).toMatchObject({ status: 'accepted', paymentShedules: [{ amountLeft: 0 }, { amountLeft: 0 }] })
  const { payments } = await owner(getContract, { id: made.id })
  expect((await pay({ ...payments.at(-1), paidAt: today() })).status).toBe('paid')
  expect((await pay({ ...payments[0], deletedAt: new Date().toISOString() })).status).toBe('accepted')
  expect(await historyOf(owner, made.id)).toEqual([
    'create → draft',
    'signOnPaper → accepted',
    'payment → accepted',
    'fallDue → unpaid',
    'payment → unpaid',
    'owe → accepted',
    'payment → accepted',
    'paymentChanged → accepted',
    'pay → paid',
    'paymentRemoved → paid',
    'owe → accepted',
  ])
})

test('an instalment is due on its date as signed, or seven days after the signature if that is later', async () => {
  const { owner } = await server.newCompany()
  const dates = [inDays(-5), inDays(6), inDays(20)]
  const paymentShedules = dates.map((paymentDate, i) => ({ paymentDate, percent: [30, 30, 40][i] }))
  const draft = await newContract(owner, { paymentShedules })
  const datesOf = async (id: string) =>
    (await owner(getContract, { id })).paymentShedules.map(({ paymentDate, dueDate }) => [paymentDate, dueDate])
  expect(await datesOf(draft.id)).toEqual(dates.map((date) => [date, date]))
  await owner(updateContract, { id: draft.id, contract: { status: 'accepted' } })
  expect(await datesOf(draft.id)).toEqual([
    [inDays(-5), inDays(7)],
    [inDays(6), inDays(7)],
    [inDays(20), inDays(20)],
  ])
  await signedDaysAgo(server, draft, 2)
  expect((await datesOf(draft.id)).map(([, dueDate]) => dueDate)).toEqual([inDays(5), inDays(6), inDays(20)])
})

test('payments recorded by hand never exceed the total, even when two people write at once', async () => {
  const { owner, admin } = await server.newCompany()
  const { id } = await newContract(owner, { status: 'accepted' })
  const pay = (caller: typeof owner, amount: number) => caller.raw(updateContract, { id, contract: { payments: [cash(amount)] } })
  const answers = await Promise.all([owner, admin, owner, admin].map((caller) => pay(caller, 20_000)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 422, 422])
  expect(answers.find(({ status }) => status === 422)).toMatchObject({
    body: { formErrors: { contract: { payments: 'La somme des paiements ne peut pas dépasser le total du contrat.' } } },
  })
  expect((await owner(getContract, { id })).payments.map(({ amount }) => amount)).toEqual([20_000, 20_000])
  for (const amount of [0, -5, 1.5]) expect((await pay(owner, amount)).status).toBe(422)
})

test('a draft cannot become cheaper than its recorded payments', async () => {
  const { owner } = await server.newCompany()
  const { id, services } = await newContract(owner, { payments: [cash(40_000)] })
  expect(await owner.raw(updateContract, { id, contract: { services: [{ ...services[0], price: 100 }] } })).toMatchObject({
    status: 422,
    body: { formErrors: { contract: { payments: expect.any(String) } } },
  })
})

test('the office cannot change a card payment; it shows as overpaid, and other payments can still be corrected', async () => {
  const { owner, companyId } = await server.newCompany()
  const made = await newContract(owner, { status: 'accepted', payments: [cash(20_000)] })
  await server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    await tx.sql`
      insert into contract_payments (company_id, contract_id, amount, paid_at, type, was_online, provider_id)
      values (${companyId}, ${made.id}, 48864, ${today()}, 'credit_card', true, 'pi_1')`
  })
  const held = await owner(getContract, { id: made.id })
  const online = held.payments.find(({ wasOnline }) => wasOnline)
  expect(held).toMatchObject({ overpaidAmount: 20_000 })
  expect(online).toMatchObject({ editable: false })
  const pay = (payment: object) => owner.raw(updateContract, { id: made.id, contract: { payments: [payment] } })
  expect(await pay({ ...online, amount: 1 })).toMatchObject({ status: 409, body: { code: 'online-payment' } })
  expect((await pay({ ...online, deletedAt: new Date().toISOString() })).status).toBe(409)
  expect((await pay({ ...online })).status).toBe(200)
  expect((await pay(cash(1))).status).toBe(422)
  expect(await pay({ ...made.payments[0], amount: 15_000 })).toMatchObject({
    status: 200,
    body: { overpaidAmount: 15_000, status: 'paid' },
  })
  expect(await owner(listContractPayments, { from: today(), to: today() })).toMatchObject([
    { wasOnline: true, clientName: made.clientName },
    { amount: 15_000 },
  ])
})

test('the database’s amounts match the rules, whatever is sold and paid', async () => {
  const { owner } = await server.newCompany()
  const { id } = await newContract(owner)
  const line = fc.record({
    name: fc.constant('Service'),
    price: fc.integer({ min: 0, max: 5_000_000 }).map((cents) => cents / 100),
    quantity: fc.integer({ min: 1, max: 1000 }).map((n) => n / 100),
  })
  const cuts = fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 4 }).map((places) => {
    const edges = [0, ...places.toSorted((a, b) => a - b), 10_000]
    return edges.slice(1).map((edge, i) => ({ percent: (edge - (edges[i] ?? 0)) / 100, paymentDate: inDays(((i * 37) % 5) * 10 - 10) }))
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 4 }),
      cuts,
      fc.array(fc.double({ min: 0.01, max: 0.4, noNaN: true }), { maxLength: 2 }),
      async (services, paymentShedules, parts) => {
        const held = await owner(getContract, { id })
        const removed = held.payments.map((payment) => ({ id: payment.id, deletedAt: 'now' }))
        const edited = await owner(updateContract, { id, contract: { services, paymentShedules, payments: removed } })
        const made = parts.map((part) => Math.floor(edited.totalPrice * part)).filter((amount) => amount > 0)
        const read = await owner(updateContract, { id, contract: { payments: made.map((amount) => cash(amount)) } })

        const dues = instalments(read.totalPrice, read.paymentShedules)
        expect(read.paymentShedules.map(({ amount }) => amount)).toEqual(dues.map(({ amount }) => amount))
        expect(read.paymentShedules.map(({ amountLeft }) => amountLeft)).toEqual(amountsLeft(dues, read.payments))
        expect(read.overpaidAmount).toBe(overpaidAmount(read, read.payments))
        expect(read.subtotal + read.taxes.reduce((sum, { amount }) => sum + amount, 0)).toBe(read.totalPrice)
        expect(contractLife.to(moneyEvent(read.totalPrice, dues, read.payments, today()))).toBeDefined()
      },
    ),
    { numRuns: 25 },
  )
})
