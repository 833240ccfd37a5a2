// Random sends, refunds, price changes and closings against a small model: each is billed once and refunded once.
import { taxedTotal } from '@bordee/core/contracts/contract-money.ts'
import { taxRates } from '@bordee/core/contracts/taxes.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { billedUntil, closeAt, giveBack, sendOnCredit } from '../testing/billing.ts'
import { inCompany, openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const rates = taxRates({ state: 'QC', country: 'CA' }, '2026-01-01')
const hour = 3_600_000

type Step =
  | { is: 'send'; count: number }
  | { is: 'giveBack'; picks: number[] }
  | { is: 'price'; price: number }
  | { is: 'pass'; hours: number }
  | { is: 'close' }

const step = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.record({ is: fc.constant('send' as const), count: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ is: fc.constant('giveBack' as const), picks: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }) }),
  fc.record({ is: fc.constant('price' as const), price: fc.constantFrom(0, 6, 8, 10) }),
  fc.record({ is: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 900 }) }),
  fc.record({ is: fc.constant('close' as const) }),
)

interface Modelled {
  price: number
  isGivenBack: boolean
  isBilled: boolean
  isCredited: boolean
}

interface Line {
  quantity: number
  amount: number
}

async function play(steps: readonly Step[]) {
  const people = await server.newCompany()
  const { companyId } = people
  let now = new Date('2025-11-10T15:00:00Z')
  await billedUntil(server, companyId, now)
  let price = 10
  const model = new Map<string, Modelled>()
  for (const one of [...steps, { is: 'pass', hours: 900 }, { is: 'close' }] as Step[]) {
    if (one.is === 'price') price = one.price
    if (one.is === 'pass') now = new Date(now.getTime() + one.hours * hour)
    if (one.is === 'send')
      for (const id of await sendOnCredit(server, people, one.count, { price, at: now }))
        model.set(id, { price, isGivenBack: false, isBilled: false, isCredited: false })
    if (one.is === 'giveBack' && model.size > 0) {
      const ids = [...new Set(one.picks.map((pick) => [...model.keys()][pick % model.size] ?? ''))]
      for (const id of ids) Object.assign(model.get(id) ?? {}, { isGivenBack: true })
      await giveBack(server, companyId, ids)
    }
    if (one.is === 'close') for (const invoiceId of await closeAt(server, companyId, now)) await bill(companyId, invoiceId, model)
  }
  await compare(companyId, model)
}

/** The rows stamped with the invoice must be what the model has left to bill. */
async function bill(companyId: string, invoiceId: string, model: Map<string, Modelled>) {
  const { invoice, charged, credited } = await inCompany(server, companyId, async (tx) => {
    const [row] = await tx.sql<{ lines: Line[]; subtotal: number; total: number; periodEnd: Date }>`
      select lines, subtotal, total, period_end as "periodEnd" from invoices where id = ${invoiceId}`
    return {
      invoice: row,
      charged: await tx.sql<{ id: string; price: number }>`select id, price from alert_deliveries where invoice_id = ${invoiceId}`,
      credited: await tx.sql<{
        id: string
        price: number
      }>`select delivery_id as id, price from alert_credits where invoice_id = ${invoiceId}`,
    }
  })
  for (const { id, price } of charged) {
    const known = model.get(id)
    expect(known).toEqual({ price, isGivenBack: false, isBilled: false, isCredited: false })
    if (known) known.isBilled = true
  }
  for (const { id, price } of credited) {
    const known = model.get(id)
    expect(known).toEqual({ price, isGivenBack: true, isBilled: true, isCredited: false })
    if (known) known.isCredited = true
  }
  const sum = (rows: readonly { price: number }[]) => rows.reduce((all, { price }) => all + price, 0)
  const subtotal = sum(charged) - sum(credited)
  expect(invoice?.subtotal).toBe(subtotal)
  expect(invoice?.lines.reduce((all, { amount }) => all + amount, 0)).toBe(subtotal)
  expect(invoice?.total).toBe(taxedTotal([{ price: subtotal, quantity: 1 }], rates).totalPrice)
}

/** At the end nothing is left to bill, except less than credits outweigh or than a card can pay. */
async function compare(companyId: string, model: Map<string, Modelled>) {
  const left = [...model.values()]
  const charges = left.filter((one) => !one.isBilled && !one.isGivenBack && one.price > 0)
  const credits = left.filter((one) => one.isBilled && one.isGivenBack && !one.isCredited)
  const sum = (rows: readonly Modelled[]) => rows.reduce((all, { price }) => all + price, 0)
  expect(taxedTotal([{ price: sum(charges) - sum(credits), quantity: 1 }], rates).totalPrice).toBeLessThan(50)
  for (const one of left) if (one.price === 0) expect(one.isBilled).toBe(false)
  const [unbilled] = await inCompany(
    server,
    companyId,
    (tx) => tx.sql<{ charges: number; credits: number }>`
      select (select coalesce(sum(price), 0)::int from alert_deliveries where paid_from = 'invoice' and invoice_id is null) as charges,
             (select coalesce(sum(price), 0)::int from alert_credits where invoice_id is null) as credits`,
  )
  expect(unbilled).toEqual({ charges: sum(charges), credits: sum(credits) })
}

test('whatever happens in whatever order, the bills add up', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), play), { numRuns: 40 })
}, 120_000)
