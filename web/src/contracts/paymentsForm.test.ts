import { expect, test } from 'vitest'
import { changedPayments } from './paymentsForm.ts'

const kept = { id: 'a', amount: 100, paidAt: '2026-11-01', type: 'check' as const, deletedAt: null }
const other = { id: 'b', amount: 200, paidAt: '2026-11-02', type: 'cash' as const, deletedAt: null }
const fresh = { id: null, amount: 300, paidAt: '2026-11-03', type: 'cash' as const, deletedAt: null }

test('only payments that changed are sent', () => {
  const changed = { ...other, amount: 250 }
  expect(changedPayments({ payments: [kept, other] }, { payments: [kept, changed, fresh] })).toEqual([changed, fresh])
})

test('a removed payment is sent as deleted; one that was never saved is not sent', () => {
  const gone = { ...kept, deletedAt: '2026-11-04T12:00:00Z' }
  expect(changedPayments({ payments: [kept] }, { payments: [gone, { ...fresh, deletedAt: '2026-11-04T12:00:00Z' }] })).toEqual([gone])
})
