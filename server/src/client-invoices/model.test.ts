// A thousand random operations, beside a model that knows nothing but whole cents: money is counted once, whoever asks.
import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { expect, test } from 'vitest'
import { newBillables, payInvoice } from '../testing/client-invoices.ts'
import { today } from '../testing/contracts.ts'
import { newClient } from '../testing/folders.ts'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()

/** GST and QST, each as the law says them, rounded together. */
const withTaxes = (subtotal: number) => subtotal + Math.floor((subtotal * 14_975 + 50_000) / 100_000)

interface Modelled {
  id: string
  open: { id: string; amount: number }[]
  whole: number
  payments: Map<string, number>
}

/** The same on every run. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test('whatever is billed, paid, bounced and credited, a client owes what their invoices leave, to the cent', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const roll = dice(20_261_119)
  const { id: clientId } = await newClient(owner, { billingState: 'QC' })
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

  const bounce = async (one: Modelled) => {
    const [id] = one.payments.keys()
    if (!id) return
    await owner(api.removeInvoicePayment, { id: one.id, paymentId: id })
    one.payments.delete(id)
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
    const what = roll(10)
    if (!one || (what === 0 && known.length < 40)) await bill()
    else if (what < 6) await pay(one)
    else if (what < 8) await bounce(one)
    else if (what === 8) await credit(one)
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
