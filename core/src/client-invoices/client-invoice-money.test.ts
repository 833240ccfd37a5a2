import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TaxRate } from '../contracts/taxes.ts'
import { balanceOf, creditOf, invoiceEvent, invoiceTotal } from './client-invoice-money.ts'

const rates: TaxRate[] = [
  { tax: 'TPS', code: 'gst', percent: 5 },
  { tax: 'TVQ', code: 'qst', percent: 9.975 },
]

test('taxes are rounded as a whole, and the last one takes the remainder', () => {
  expect(invoiceTotal([4500, 4500], rates)).toMatchObject({ subtotal: 9000, taxes: [{ amount: 450 }, { amount: 898 }], totalPrice: 10348 })
  expect(invoiceTotal([], rates).totalPrice).toBe(0)
})

test('the credits of all lines are the invoice, tax by tax, in whatever order they are made', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -5000, max: 100_000 }), { minLength: 1, maxLength: 12 }),
      fc.infiniteStream(fc.nat()),
      (amounts, picks) => {
        const total = invoiceTotal(amounts, rates)
        const lines = amounts.map((amount, i) => ({ id: String(i), amount, isCredited: false }))
        const sums = { subtotal: 0, totalPrice: 0, taxes: [0, 0] }
        while (lines.some(({ isCredited }) => !isCredited)) {
          const open = lines.filter(({ isCredited }) => !isCredited)
          const chosen = open.slice(0, 1 + ((picks.next().value as number) % open.length))
          const credit = creditOf(
            lines,
            chosen.map(({ id }) => id),
            rates,
          )
          sums.subtotal += credit.subtotal
          sums.totalPrice += credit.totalPrice
          sums.taxes = sums.taxes.map((sum, i) => sum + (credit.taxes[i]?.amount ?? 0))
          expect(credit.subtotal + credit.taxes.reduce((sum, { amount }) => sum + amount, 0)).toBe(credit.totalPrice)
          for (const line of chosen) line.isCredited = true
        }
        expect(sums).toEqual({ subtotal: total.subtotal, totalPrice: total.totalPrice, taxes: total.taxes.map(({ amount }) => amount) })
      },
    ),
  )
})

test('its money alone makes an invoice paid, partly paid, owed or credited', () => {
  const sums = { totalPrice: 1000, creditedAmount: 0, paidAmount: 0, isWhollyCredited: false }
  expect(invoiceEvent(sums)).toBe('owe')
  expect(invoiceEvent({ ...sums, paidAmount: 1 })).toBe('payPart')
  expect(invoiceEvent({ ...sums, creditedAmount: 400, paidAmount: 600 })).toBe('settle')
  expect(invoiceEvent({ ...sums, totalPrice: 0 })).toBe('settle')
  expect(invoiceEvent({ ...sums, creditedAmount: 1000, paidAmount: 300, isWhollyCredited: true })).toBe('credit')
  expect(balanceOf({ totalPrice: 1000, creditedAmount: 1000, paidAmount: 300 })).toBe(-300)
})
