import { expect, test } from 'vitest'
import { deliveryLife } from './delivery-life.ts'

const { after, from, states } = deliveryLife

test('only a queued delivery can be taken or cancelled', () => {
  expect(from('take')).toEqual(['queued'])
  expect(from('cancel')).toEqual(['queued'])
})

test('a late event never moves a delivery back to an earlier state', () => {
  for (const state of ['accepted', 'delivered', 'failed', 'cancelled'] as const) expect(after(state, 'accept')).toBeUndefined()
  expect(after('delivered', 'miss')).toBeUndefined()
})

test('an unknown delivery still accepts a late status, and is retried once it certainly never left', () => {
  expect(after('unknown', 'accept')).toBe('accepted')
  expect(after('unknown', 'putBack')).toBe('queued')
})

test('a failed delivery may turn out to have arrived', () => {
  expect(after('failed', 'arrive')).toBe('delivered')
})

test('every state can be reached', () => {
  const reached = new Set(
    states.flatMap((state) =>
      (['take', 'putBack', 'accept', 'refuse', 'arrive', 'miss', 'cancel', 'expire', 'forget', 'mistake'] as const).map((event) =>
        after(state, event),
      ),
    ),
  )
  expect(states.filter((state) => !reached.has(state))).toEqual([])
})
