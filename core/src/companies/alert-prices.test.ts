import { expect, test } from 'vitest'
import { alertPriceNames, alertPriceOf } from './alert-prices.ts'

test('a company pays ten cents an alert unless it has its own price', () => {
  expect(alertPriceOf({ alertPriceId: null })).toBe(10)
  expect(alertPriceOf({ alertPriceId: 'volume' })).toBe(6)
  expect(alertPriceOf({ alertPriceId: 'toString' })).toBe(10)
  expect(alertPriceNames).toMatchObject({ standard: '0,10\u00a0$ par alerte', free: 'Sans frais' })
})
