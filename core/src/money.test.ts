import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney, parseMoney, toCents } from './money.ts'

test('amounts are printed as in Québec', () => {
  expect(formatMoney(123450)).toBe('1\u00a0234,50\u00a0$')
  expect(formatMoney(0)).toBe('0,00\u00a0$')
  expect(formatMoney(-5)).toBe('-0,05\u00a0$')
})

test('amounts are read with comma, point, spaces and dollar sign', () => {
  expect(parseMoney('1 234,50 $')).toBe(123450)
  expect(parseMoney('1234.5')).toBe(123450)
  expect(parseMoney(',99')).toBe(99)
  for (const wrong of ['', '$', 'abc', '1,234', '1.2.3']) expect(parseMoney(wrong)).toBeUndefined()
})

test('an amount printed then read is the same amount', () => {
  fc.assert(fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => parseMoney(formatMoney(cents)) === cents))
})

test('dollars become cents without floating-point errors', () => {
  expect(toCents(1.005)).toBe(101)
  expect(toCents(-0.1)).toBe(-10)
  expect(toCents(-0.001)).toBe(0)
  fc.assert(fc.property(fc.integer({ min: -1e11, max: 1e11 }), (cents) => toCents(cents / 100) === cents))
})
