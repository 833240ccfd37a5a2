import { expect, test } from 'vitest'
import { nextInstalment } from './nextInstalment.ts'

const contract = (status: string, ...dues: [dueDate: string, amountLeft: number][]) =>
  ({ status, paymentShedules: dues.map(([dueDate, amountLeft]) => ({ dueDate, amountLeft })) }) as never

test('the next instalment is the earliest that is left to pay, of the signed contracts', () => {
  const contracts = [
    contract('sent', ['2026-11-01', 100]),
    contract('accepted', ['2026-11-15', 0], ['2027-01-15', 200]),
    contract('unpaid', ['2026-12-01', 300], ['2027-02-01', 400]),
  ]
  expect(nextInstalment(contracts)?.due).toEqual({ dueDate: '2026-12-01', amountLeft: 300 })
})

test('there is none once everything is paid', () => {
  expect(nextInstalment([contract('paid', ['2026-11-15', 0])])).toBeUndefined()
})
