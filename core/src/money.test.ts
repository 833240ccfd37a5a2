import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney, toCents } from './money.ts'

test('amounts are printed as in Québec', () => {
  expect(formatMoney(123450)).toBe('1\u00a0234,50\u00a0$')
  expect(formatMoney(0)).toBe('0,00\u00a0$')
  expect(formatMoney(-5)).toBe('\u22120,05\u00a0$')
})

test('dollars become cents without floating-point errors', () => {
  expect(toCents(1.005)).toBe(101)
  expect(toCents(-0.1)).toBe(-10)
  expect(toCents(-0.001)).toBe(0)
  fc.assert(fc.property(fc.integer({ min: -1e11, max: 1e11 }), (cents) => toCents(cents / 100) === cents))
})
