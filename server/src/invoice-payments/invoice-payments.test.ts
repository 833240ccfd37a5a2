// A client pays invoices by card: one or several, each to the cent, once, whatever is repeated, late or simultaneous.
import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { describe, expect, test } from 'vitest'
import { payBy, payee } from '../testing/checkouts.ts'
import { cardPaymentsOf, invoicePayer, moveAtProvider, newInvoice, payByCard, payInvoice } from '../testing/client-invoices.ts'
import { today } from '../testing/contracts.ts'
import { newClient } from '../testing/folders.ts'
import { openListeningServer } from '../testing/listening.ts'
import { inCompany } from '../testing/people.ts'
import { soon } from '../testing/soon.ts'
import { killing } from '../testing/victims.ts'
import { syncInvoicePayment } from './followed-payments.ts'

const server = await openListeningServer()
const people = await payee(server)
const { owner, employee } = people
const neighbour = await server.newCompany()
const killAt = killing(server)
const { getClientInvoice, payClientInvoices, refundInvoicePayment, addInvoiceRefund, creditClientInvoice } = api

const read = (id: string) => owner(getClientInvoice, { id })
const left = async (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await read(id)).amountLeft))
const historyOf = async (id: string) => (await owner(api.listClientInvoiceHistory, { id })).map(({ event }) => event).toReversed()
const creditAll = (id: string) => owner(creditClientInvoice, { id, creditId: randomUUID(), reason: 'Entente' })

/** Invoices of one client, of 103.48, 51.74 and 1.15 $ with taxes. */
async function threeInvoices() {
  const payer = await invoicePayer(server, people)
  const invoices = []
  for (const amount of [9000, 4500, 100]) invoices.push(await newInvoice(server, people, { clientId: payer.clientId, amounts: [amount] }))
  return { ...payer, ids: invoices.map(({ id }) => id), numbers: invoices.map(({ number }) => number) }
}
const whole = [10_348, 5174, 115]
const all = 15_637

async function paidThree() {
  const made = await threeInvoices()
  await payByCard(server, made.client, made.ids)
  const [payment] = await cardPaymentsOf(server, people, made.ids[0] ?? '')
  return { ...made, paymentId: payment?.paymentId ?? '' }
}

/** Paid by card, then credited. */
async function overpaidInvoice() {
  const payer = await invoicePayer(server, people)
  const { id } = await newInvoice(server, people, { clientId: payer.clientId, amounts: [4500] })
  await payByCard(server, payer.client, [id])
  await creditAll(id)
  const [payment] = await cardPaymentsOf(server, people, id)
  return { ...payer, id, payment: payment?.id ?? '', paymentId: payment?.paymentId ?? '' }
}

describe('one payment', () => {
  test('pays one invoice, with its receipt', async () => {
    const { client, clientId, email } = await invoicePayer(server, people)
    const { id, number } = await newInvoice(server, people, { clientId })
    expect(await client(getClientInvoice, { id })).toMatchObject({ isOnlinePaymentPossible: true, amountLeft: 5174 })
    const checkout = await client(payClientInvoices, { id })
    expect(checkout).toMatchObject({ provider: 'embedded', amount: 5174 })
    expect(await client(payClientInvoices, { id })).toEqual(checkout)
    for (let pressed = 0; pressed < 2; pressed++)
      expect(await payBy(server.anyone, checkout.clientSecret)).toMatchObject({ status: 200, body: { status: 'paid' } })
    await soon(async () => expect(await read(id)).toMatchObject({ status: 'paid', amountLeft: 0, isOnlinePaymentPossible: false }))
    expect((await read(id)).payments).toMatchObject([
      { amount: 5174, type: 'credit_card', wasOnline: true, movement: 'payment', paidAt: today(), refundable: 5174 },
    ])
    expect(await client.raw(payClientInvoices, { id })).toMatchObject({ status: 409, body: { code: 'invoice-paid' } })
    const { text } = await server.letterTo(email, /^Reçu/)
    expect(text).toContain(`${number}`)
    expect(text).toContain('51,74')
  })

  test('pays three, each to the cent, with one receipt', async () => {
    const { client, ids, email, numbers } = await threeInvoices()
    await payInvoice(people, ids[0] ?? '', 348)
    expect(await payByCard(server, client, ids)).toBe(all - 348)
    for (const [i, id] of ids.entries()) {
      const { status, payments, amountLeft } = await read(id)
      expect([status, amountLeft]).toEqual(['paid', 0])
      expect(payments.find(({ wasOnline }) => wasOnline)?.amount).toBe((whole[i] ?? 0) - (i === 0 ? 348 : 0))
    }
    await server.letterTo(email, /^Reçu/)
    const receipts = await server.sql<{ subject: string }>(`select subject from outbox where "to" = $1 and subject like 'Reçu%'`, [email])
    expect(receipts).toHaveLength(1)
    for (const number of numbers) expect(receipts[0]?.subject).toContain(number)
  })

  test('is one, however many tabs and orders it is begun in', async () => {
    const { client, ids } = await threeInvoices()
    const [a = '', b = '', c = ''] = ids
    const opened = await Promise.all([
      client(payClientInvoices, { id: a, invoiceIds: [b, c] }),
      client(payClientInvoices, { id: c, invoiceIds: [a, b] }),
      client(payClientInvoices, { id: b, invoiceIds: [a, c, b] }),
    ])
    expect(new Set(opened.map(({ clientSecret }) => clientSecret)).size).toBe(1)
    await Promise.all(opened.map(({ clientSecret }) => payBy(server.anyone, clientSecret)))
    await soon(async () => expect(await left(ids)).toEqual([0, 0, 0]))
    expect((await cardPaymentsOf(server, people, a)).length).toBe(1)
  })

  test('of others closes those that were begun', async () => {
    const { client, ids } = await threeInvoices()
    const [a = '', b = '', c = ''] = ids
    const first = await client(payClientInvoices, { id: a })
    const second = await client(payClientInvoices, { id: b, invoiceIds: [c] })
    const third = await client(payClientInvoices, { id: a, invoiceIds: [b] })
    for (const { clientSecret } of [first, second]) expect((await payBy(server.anyone, clientSecret)).status).toBe(409)
    await payBy(server.anyone, third.clientSecret)
    await soon(async () => expect(await left(ids)).toEqual([0, 0, 115]))
  })
})

describe('a payment is refused', () => {
  test('of someone else’s invoice, a draft, an unknown one, two companies', async () => {
    const mine = await threeInvoices()
    const [id = ''] = mine.ids
    const theirs = await threeInvoices()
    expect((await mine.client.raw(payClientInvoices, { id: theirs.ids[0] ?? '' })).status).toBe(404)
    expect((await mine.client.raw(payClientInvoices, { id, invoiceIds: theirs.ids })).status).toBe(404)
    expect((await mine.client.raw(payClientInvoices, { id: randomUUID() })).status).toBe(404)
    expect((await owner.raw(payClientInvoices, { id })).status).toBe(403)

    const other = await payee(server)
    const { accountId } = mine.client
    await inCompany(
      server,
      other.companyId,
      (tx) => tx.sql`insert into accesses (company_id, account_id, role) values (${other.companyId}, ${accountId}, 'client')`,
    )
    const folder = await newClient(other.owner, { email: mine.email, billingState: 'QC' })
    const elsewhere = await newInvoice(server, other, { clientId: folder.id })
    expect(await mine.client.raw(payClientInvoices, { id, invoiceIds: [elsewhere.id] })).toMatchObject({
      status: 409,
      body: { code: 'several-companies' },
    })
  })

  test('while the company doesn’t take cards, and below 0.50 $', async () => {
    const { client, ids } = await threeInvoices()
    const [id = '', , small = ''] = ids
    await payInvoice(people, small, 66)
    expect(await client.raw(payClientInvoices, { id: small })).toMatchObject({ status: 409, body: { code: 'invoice-too-small' } })
    const without = await server.newCompany()
    const payer = await invoicePayer(server, without)
    const invoice = await newInvoice(server, without, { clientId: payer.clientId })
    expect(await payer.client.raw(payClientInvoices, { id: invoice.id })).toMatchObject({
      status: 409,
      body: { code: 'online-payment-impossible' },
    })
    expect((await client.raw(payClientInvoices, { id, invoiceIds: Array.from({ length: 100 }, () => id) })).status).toBe(422)
  })
})

describe('an invoice that is paid or credited meanwhile', () => {
  test('closes the form', async () => {
    const { client, ids } = await threeInvoices()
    const { clientSecret } = await client(payClientInvoices, { id: ids[0] ?? '', invoiceIds: ids.slice(1) })
    await payInvoice(people, ids[1] ?? '', 174)
    await soon(async () => expect(await server.anyone(api.getSandboxCheckout, { clientSecret })).toMatchObject({ status: 'expired' }))
    expect(await payByCard(server, client, ids)).toBe(all - 174)
  })

  test('is overpaid by a payment made in that moment, and the office is told', async () => {
    const { client, clientId } = await invoicePayer(server, people)
    const { id, number } = await newInvoice(server, people, { clientId })
    const { clientSecret } = await client(payClientInvoices, { id })
    // The provider has the payment; its news is lost.
    await server.sql(`update sandbox_checkouts set status = 'paid', payment_id = $2, paid_at = now() where client_secret = $1`, [
      clientSecret,
      `pi_${id}`,
    ])
    await creditAll(id)
    await soon(async () => expect(await read(id)).toMatchObject({ status: 'credited', overpaidAmount: 5174 }))
    const { text } = await server.letterTo('info@exemple.ca', new RegExp(`^Payé en trop.*${number}`))
    expect(text).toContain('51,74')
  })
})

describe('what comes back of a payment of three invoices reopens each', () => {
  test('whole, when it is all refunded', async () => {
    const { ids, paymentId } = await paidThree()
    await moveAtProvider(server, paymentId, 'refund', -all)
    expect(await left(ids)).toEqual(whole)
    expect((await read(ids[0] ?? '')).status).toBe('issued')
    expect(await historyOf(ids[2] ?? '')).toEqual(['create', 'issue', 'payment', 'refund'])
  })

  test('in part, then the rest, once for any number of news', async () => {
    const { ids, paymentId } = await paidThree()
    await moveAtProvider(server, paymentId, 'refund', -1000)
    expect(await left(ids)).toEqual([662, 331, 7])
    await Promise.all(Array.from({ length: 10 }, () => server.work((work) => syncInvoicePayment(work, { paymentId }))))
    expect(await left(ids)).toEqual([662, 331, 7])
    await moveAtProvider(server, paymentId, 'refund', -(all - 1000))
    expect(await left(ids)).toEqual(whole)
  })

  test('by a dispute, and a won one pays them again', async () => {
    const { ids, paymentId } = await paidThree()
    await moveAtProvider(server, paymentId, 'dispute', -all)
    expect(await left(ids)).toEqual(whole)
    await moveAtProvider(server, paymentId, 'dispute', all)
    expect(await left(ids)).toEqual([0, 0, 0])
    expect(await historyOf(ids[0] ?? '')).toEqual(['create', 'issue', 'payment', 'dispute', 'disputeWon'])
  })

  test('unless it failed: then they are paid again', async () => {
    const { ids, paymentId } = await paidThree()
    await moveAtProvider(server, paymentId, 'refund', -all)
    await server.sql('delete from sandbox_movements where payment_id = $1', [paymentId])
    await server.work((work) => syncInvoicePayment(work, { paymentId }))
    expect(await left(ids)).toEqual([0, 0, 0])
    expect(await historyOf(ids[0] ?? '')).toContain('refundFailed')
  })
})

describe('an overpaid amount', () => {
  const madeRefunds = (paymentId: string) =>
    server.sql<{ amount: number }>('select amount from sandbox_movements where payment_id = $1', [paymentId])

  test('goes back to the card, once, and reopens no other invoice that was paid with it', async () => {
    const { ids, paymentId } = await paidThree()
    const [, id = ''] = ids
    await creditAll(id)
    const [payment] = await cardPaymentsOf(server, people, id)
    const press = { id, paymentId: payment?.id ?? '', amount: 5000, refundId: randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => owner.raw(refundInvoicePayment, press)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await read(id)).toMatchObject({ status: 'credited', overpaidAmount: 174 })
    expect(await left(ids)).toEqual([0, 0, 0])
    expect(await owner(refundInvoicePayment, { id, paymentId: press.paymentId })).toMatchObject({ overpaidAmount: 0 })
    expect((await madeRefunds(paymentId)).map(({ amount }) => amount)).toEqual([-5000, -174])
    expect(await owner.raw(refundInvoicePayment, { id, paymentId: press.paymentId })).toMatchObject({
      status: 409,
      body: { code: 'nothing-overpaid' },
    })
    expect((await neighbour.owner.raw(refundInvoicePayment, press)).status).toBe(404)
    expect((await employee.raw(refundInvoicePayment, press)).status).toBe(403)
    expect((await owner.raw(refundInvoicePayment, { ...press, id: ids[0] ?? '' })).status).toBe(404)
  })

  test('is never refunded beyond what was overpaid', async () => {
    const { id, payment } = await overpaidInvoice()
    expect(await owner.raw(refundInvoicePayment, { id, paymentId: payment, amount: 5175 })).toMatchObject({
      status: 422,
      body: { formErrors: { refund: { amount: expect.stringContaining('51,74') } } },
    })
  })

  test('can go back by cheque: the office notes it, once', async () => {
    const { id } = await overpaidInvoice()
    const refund = { id: randomUUID(), amount: 5000, paidAt: today(), type: 'check' as const }
    for (let sent = 0; sent < 2; sent++) expect(await owner(addInvoiceRefund, { id, refund })).toMatchObject({ overpaidAmount: 174 })
    expect((await read(id)).payments.at(-1)).toMatchObject({ amount: -5000, movement: 'refund', wasOnline: false, type: 'check' })
    const more = { ...refund, id: randomUUID(), amount: 175 }
    expect(await owner.raw(addInvoiceRefund, { id, refund: more })).toMatchObject({
      status: 422,
      body: { formErrors: { refund: { amount: expect.stringContaining('1,74') } } },
    })
    expect(await owner.raw(addInvoiceRefund, { id, refund: { ...refund, amount: 10 } })).toMatchObject({ body: { code: 'id-used' } })
    expect(await owner(api.removeInvoicePayment, { id, paymentId: refund.id })).toMatchObject({ overpaidAmount: 5174 })
    const fair = await newInvoice(server, people)
    expect(await owner.raw(addInvoiceRefund, { id: fair.id, refund: more })).toMatchObject({ body: { code: 'nothing-overpaid' } })
  })
})

describe('a server dies', () => {
  test.each([
    ['before a payment is noted', 'client_invoice_checkouts'],
    ['between its note and the provider', 'sandbox_checkouts'],
  ])('%s', async (_, table) => {
    const { client, ids } = await threeInvoices()
    const [id = '', ...invoiceIds] = ids
    await killAt(table, `/client-invoices/${id}/pay`, { by: client, body: JSON.stringify({ invoiceIds }) })
    await payByCard(server, client, ids)
    expect(await left(ids)).toEqual([0, 0, 0])
    expect(await cardPaymentsOf(server, people, id)).toHaveLength(1)
  })

  test.each([
    ['between the note of a refund and the provider', 'sandbox_movements'],
    ['between the provider and the database', 'client_invoice_payments'],
  ])('%s', async (_, table) => {
    const { id, payment, paymentId } = await overpaidInvoice()
    await killAt(table, `/client-invoices/${id}/payments/${payment}/refund`, { by: owner })
    await owner.raw(refundInvoicePayment, { id, paymentId: payment })
    await soon(async () => expect(await read(id)).toMatchObject({ overpaidAmount: 0 }))
    expect(await server.sql('select amount from sandbox_movements where payment_id = $1', [paymentId])).toEqual([{ amount: -5174 }])
  })

  test('goes back once, by card or otherwise, however both are pressed', async () => {
    const { id, payment } = await overpaidInvoice()
    const refund = { id: randomUUID(), amount: 5174, paidAt: today(), type: 'cash' as const }
    const answers = await Promise.all([
      owner.raw(refundInvoicePayment, { id, paymentId: payment, refundId: randomUUID() }),
      owner.raw(addInvoiceRefund, { id, refund }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await read(id)).toMatchObject({ overpaidAmount: 0, paidAmount: 0, amountLeft: 0 })
  })

  test('once it was given back, what was paid can’t be removed too', async () => {
    const { id, totalPrice } = await newInvoice(server, people)
    const payment = { id: randomUUID(), amount: totalPrice, paidAt: today(), type: 'check' as const }
    await owner(api.addInvoicePayment, { id, payment })
    await creditAll(id)
    await owner(addInvoiceRefund, { id, refund: { ...payment, id: randomUUID() } })
    expect(await owner.raw(api.removeInvoicePayment, { id, paymentId: payment.id })).toMatchObject({
      status: 409,
      body: { code: 'payment-refunded' },
    })
    expect(await read(id)).toMatchObject({ status: 'credited', paidAmount: 0, amountLeft: 0 })
  })
})
