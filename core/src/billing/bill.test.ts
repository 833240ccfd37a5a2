import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { taxRates } from '../contracts/taxes.ts'
import { activationBill, alertsBill, isWorthIssuing, lotBill, taxLabel } from './bill.ts'

const rates = (state: string) => taxRates({ state, country: 'CA' }, '2026-11-16')

test('a bill has a line for each price, highest first, then the credits', () => {
  const bill = alertsBill(
    [
      { price: 6, count: 50 },
      { price: 10, count: 120 },
    ],
    [{ price: 8, count: 5 }],
    rates('QC'),
  )
  expect(bill).toEqual({
    lines: [
      { description: 'Alertes à 0,10\u00a0$', quantity: 120, amount: 1200 },
      { description: 'Alertes à 0,06\u00a0$', quantity: 50, amount: 300 },
      { description: 'Alertes remboursées à 0,08\u00a0$', quantity: 5, amount: -40 },
    ],
    subtotal: 1460,
    taxes: [
      { tax: 'TPS', code: 'gst', percent: 5, amount: 73 },
      { tax: 'TVQ', code: 'qst', percent: 9.975, amount: 146 },
    ],
    total: 1679,
  })
  expect(bill.taxes.map(taxLabel)).toEqual(['TPS (5\u00a0%)', 'TVQ (9,975\u00a0%)'])
})

test.each([
  ['QC', 22_995],
  ['ON', 22_600],
  ['NS', 22_800],
  ['AB', 21_000],
])('in %s the activation costs %i', (state, total) => {
  expect(activationBill(rates(state)).total).toBe(total)
})

test('a lot is one line', () => {
  expect(lotBill({ amount: 1000, price: 8500 }, rates('QC'))).toMatchObject({
    subtotal: 8500,
    total: 9773,
    lines: [{ quantity: 1, amount: 8500 }],
  })
})

test('a bill that no card can pay, or that would give money back, is not issued', () => {
  const bill = (credits: number) => alertsBill([{ price: 10, count: 40 }], [{ price: 10, count: credits }], rates('QC'))
  expect([30, 36, 40, 50].map((credits) => isWorthIssuing(bill(credits)))).toEqual([true, false, false, false])
})

test('every bill adds up', () => {
  const groups = fc.uniqueArray(fc.record({ price: fc.integer({ min: 1, max: 50 }), count: fc.integer({ min: 1, max: 100_000 }) }), {
    selector: ({ price }) => price,
    maxLength: 5,
  })
  fc.assert(
    fc.property(groups, groups, fc.constantFrom('QC', 'ON', 'NB', 'AB'), (charges, credits, state) => {
      const { lines, subtotal, taxes, total } = alertsBill(charges, credits, rates(state))
      const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)
      expect(sum(lines.map(({ amount }) => amount))).toBe(subtotal)
      expect(subtotal + sum(taxes.map(({ amount }) => amount))).toBe(total)
    }),
  )
})
