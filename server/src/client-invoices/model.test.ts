// A thousand random operations, beside a model that knows nothing but whole cents: money is counted once, whoever asks.
import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { expect, test } from 'vitest'
import { payee } from '../testing/checkouts.ts'
import { cardPaymentsOf, invoicePayer, moveAtProvider, newBillables, payByCard, payInvoice } from '../testing/client-invoices.ts'
import { today } from '../testing/contracts.ts'
import { openListeningServer } from '../testing/listening.ts'

const server = await openListeningServer()

/** GST and QST, each as the law says them, rounded together. */
const withTaxes = (subtotal: number) => subtotal + Math.floor((subtotal * 14_975 + 50_000) / 100_000)

interface Modelled {
  id: string
  open: { id: string; amount: number }[]
  whole: number
  payments: Map<string, number>
}

/** A card payment, and what came back of it. */
interface Card {
  paymentId: string
  of: Modelled[]
  left: number
  disputed: number
}

/** The same on every run. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test('whatever is billed, paid, bounced, credited, refunded and disputed, a client owes what is left, to the cent', async () => {
  const people = await payee(server)
  const { owner } = people
  const roll = dice(20_261_119)
  const { client, clientId } = await invoicePayer(server, people)
  const cards: Card[] = []
  const known: Modelled[] = []
  let numbers = 0

  const owed = (one: Modelled) => withTaxes(one.open.reduce((sum, { amount }) => sum + amount, 0))
  const paid = (one: Modelled) => [...one.payments.values()].reduce((sum, amount) => sum + amount, 0)
  const any = () => known[roll(known.length)]

  const bill = async () => {
    const amounts = Array.from({ length: 1 + roll(4) }, () => 1 + roll(9_999))
    const { ids } = await newBillables(server, people, { clientId, amounts })
    const { createdIds } = await owner(api.createClientInvoices, { requestKey: randomUUID(), billableIds: ids })
    const [id = ''] = createdIds
    await owner(api.issueClientInvoices, { invoiceIds: [id] })
    numbers++
    const { lines } = await owner(api.getClientInvoice, { id })
    const open = lines.map((line) => ({ id: line.id, amount: line.amount }))
    known.push({ id, open, whole: withTaxes(amounts.reduce((sum, amount) => sum + amount, 0)), payments: new Map() })
  }

  const pay = async (one: Modelled) => {
    const amount = 1 + roll(12_000)
    const id = randomUUID()
    const mayPay = one.open.length > 0 && amount <= owed(one) - paid(one)
    const { status } = await payInvoice(people, one.id, amount, { id, paidAt: today() })
    expect(status).toBe(mayPay ? 200 : 422)
    if (mayPay) one.payments.set(id, amount)
    // Sent again after a lost answer.
    if (mayPay && roll(3) === 0) expect((await payInvoice(people, one.id, amount, { id })).status).toBe(200)
  }

  const card = async () => {
    const owing = known.filter((one) => owed(one) > paid(one))
    const of = owing.filter(() => roll(owing.length) < 3).slice(0, 3)
    const lefts = of.map((one) => owed(one) - paid(one))
    const whole = lefts.reduce((sum, amount) => sum + amount, 0)
    if (whole < 50) return
    const ids = of.map(({ id }) => id)
    expect(await payByCard(server, client, ids)).toBe(whole)
    const [payment] = (await cardPaymentsOf(server, people, ids[0] ?? '')).toReversed()
    cards.push({ paymentId: payment?.paymentId ?? '', of, left: whole, disputed: 0 })
    for (const [i, one] of of.entries()) one.payments.set(`card ${payment?.paymentId}`, lefts[i] ?? 0)
  }

  /** What comes back adds up to the movement; of each invoice comes back its surplus first, then its part to within a cent. */
  const comeBack = async ({ paymentId, of, left }: Card, amount: number, run: () => Promise<unknown>) => {
    const key = `card ${paymentId}`
    const before = of.map((one) => ({
      left: one.payments.get(key) ?? 0,
      surplus: Math.max(0, Math.min(one.payments.get(key) ?? 0, paid(one) - owed(one))),
    }))
    const surplus = before.reduce((sum, one) => sum + one.surplus, 0)
    await run()
    const now = await Promise.all(of.map(async (one) => (await owner(api.getClientInvoice, { id: one.id })).paidAmount))
    const back = of.map((one, i) => paid(one) - (now[i] ?? 0))
    expect(back.reduce((sum, share) => sum + share, 0)).toBe(amount)
    for (const [i, one] of of.entries()) {
      const { left: had = 0, surplus: over = 0 } = before[i] ?? {}
      const exact =
        amount <= surplus ? (amount * over) / surplus : over + (left > surplus ? ((amount - surplus) * (had - over)) / (left - surplus) : 0)
      expect(Math.abs((back[i] ?? 0) - exact)).toBeLessThan(2)
      one.payments.set(key, had - (back[i] ?? 0))
    }
  }

  const refundOrDispute = async () => {
    const one = cards[roll(cards.length)]
    if (!one) return
    if (one.disputed > 0) {
      // Won: it is all back where it was.
      const before = one.of.map((invoice) => invoice.payments.get(`card ${one.paymentId}`) ?? 0)
      await moveAtProvider(server, one.paymentId, 'dispute', one.disputed)
      const now = await Promise.all(one.of.map(async (invoice) => (await owner(api.getClientInvoice, { id: invoice.id })).paidAmount))
      const again = one.of.map((invoice, i) => (now[i] ?? 0) - paid(invoice))
      expect(again.reduce((sum, amount) => sum + amount, 0)).toBe(one.disputed)
      for (const [i, invoice] of one.of.entries()) invoice.payments.set(`card ${one.paymentId}`, (before[i] ?? 0) + (again[i] ?? 0))
      Object.assign(one, { left: one.left + one.disputed, disputed: 0 })
      return
    }
    if (one.left === 0) return
    const kind = roll(3) === 0 ? 'dispute' : 'refund'
    const amount = roll(2) === 0 || kind === 'dispute' ? one.left : 1 + roll(one.left)
    await comeBack(one, amount, () => moveAtProvider(server, one.paymentId, kind, -amount))
    Object.assign(one, { left: one.left - amount, disputed: kind === 'dispute' ? amount : 0 })
  }

  /** The office gives back what is overpaid: to a card if one paid it, by cheque otherwise. */
  const giveBack = async (one: Modelled) => {
    const over = paid(one) - owed(one)
    if (over <= 0) return
    const payment = (await owner(api.getClientInvoice, { id: one.id })).payments.find(({ refundable }) => refundable > 0)
    if (!payment) {
      const refund = { id: randomUUID(), amount: over, paidAt: today(), type: 'check' as const }
      await owner(api.addInvoiceRefund, { id: one.id, refund })
      one.payments.set(refund.id, -over)
      return
    }
    const amount = Math.min(over, payment.refundable)
    await owner(api.refundInvoicePayment, { id: one.id, paymentId: payment.id })
    const { paymentId } = (await cardPaymentsOf(server, people, one.id)).find(({ id }) => id === payment.id) ?? {}
    one.payments.set(`card ${paymentId}`, (one.payments.get(`card ${paymentId}`) ?? 0) - amount)
    const of = cards.find((paidBy) => paidBy.paymentId === paymentId)
    if (of) of.left -= amount
  }

  const bounce = async (one: Modelled) => {
    const [id] = [...one.payments.keys()].filter((key) => !key.startsWith('card') && (one.payments.get(key) ?? 0) > 0)
    if (!id) return
    const isGivenBack = paid(one) < (one.payments.get(id) ?? 0)
    const { status } = await owner.raw(api.removeInvoicePayment, { id: one.id, paymentId: id })
    expect(status).toBe(isGivenBack ? 409 : 200)
    if (!isGivenBack) one.payments.delete(id)
  }

  const credit = async (one: Modelled) => {
    const lines = one.open.filter(() => roll(3) === 0)
    const wanted = {
      id: one.id,
      creditId: randomUUID(),
      reason: 'Entente',
      ...(lines.length > 0 && { lineIds: lines.map(({ id }) => id) }),
    }
    const { status } = await owner.raw(api.creditClientInvoice, wanted)
    expect(status).toBe(one.open.length > 0 ? 200 : 409)
    one.open = lines.length > 0 ? one.open.filter((line) => !lines.includes(line)) : []
  }

  for (let n = 0; n < 1000; n++) {
    const one = any()
    const what = roll(14)
    if (!one || (what === 0 && known.length < 60)) await bill()
    else if (what < 5) await pay(one)
    else if (what < 7) await bounce(one)
    else if (what === 7) await credit(one)
    else if (what < 10) await card()
    else if (what === 10) await refundOrDispute()
    else if (what === 11) await giveBack(one)
    else {
      const { amountLeft, overpaidAmount, creditedAmount, paidAmount, totalPrice } = await owner(api.getClientInvoice, { id: one.id })
      expect({ amountLeft, overpaidAmount, creditedAmount, paidAmount, totalPrice }).toEqual({
        amountLeft: Math.max(0, owed(one) - paid(one)),
        overpaidAmount: Math.max(0, paid(one) - owed(one)),
        creditedAmount: one.whole - owed(one),
        paidAmount: paid(one),
        totalPrice: one.whole,
      })
    }
  }

  expect(cards.filter(({ of }) => of.length > 1).length).toBeGreaterThan(10)
  const rows = await owner(api.listClientInvoices, { clientId })
  const balance = rows.reduce((sum, { totalPrice, creditedAmount, paidAmount }) => sum + totalPrice - creditedAmount - paidAmount, 0)
  expect(balance).toBe(known.reduce((sum, one) => sum + owed(one) - paid(one), 0))
  expect(new Set(rows.map(({ number }) => number)).size).toBe(numbers)
  for (const row of rows) {
    const one = known.find(({ id }) => id === row.id) as Modelled
    const left = owed(one) - paid(one)
    const status = one.open.length === 0 ? 'credited' : left <= 0 ? 'paid' : paid(one) > 0 ? 'partial' : 'issued'
    expect(row.status).toBe(status)
  }
}, 240_000)
