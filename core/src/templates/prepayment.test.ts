import { expect, test } from 'vitest'
import { prepaymentWarning } from './prepayment.ts'

const startAt = '2026-11-01'
const ahead = [{ paymentDate: '2026-10-01', percent: 50 }]

test('a cheque due before the service is warned about, a card is not', () => {
  expect(prepaymentWarning({ paymentMethods: ['credit_card', 'check'], schedules: ahead, startAt })).toMatch(/avant le début du service/)
  expect(prepaymentWarning({ paymentMethods: ['credit_card'], schedules: ahead, startAt })).toBeUndefined()
})

test('an instalment due on the first day, or of zero, is not a prepayment', () => {
  expect(prepaymentWarning({ paymentMethods: ['cash'], schedules: [{ paymentDate: startAt, percent: 100 }], startAt })).toBeUndefined()
  expect(prepaymentWarning({ paymentMethods: ['cash'], schedules: [{ paymentDate: '2026-10-01', percent: 0 }], startAt })).toBeUndefined()
  expect(prepaymentWarning({ paymentMethods: ['cash'], schedules: ahead, startAt: null })).toBeUndefined()
})
