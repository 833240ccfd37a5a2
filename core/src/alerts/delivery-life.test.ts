import { expect, test } from 'vitest'
import { deliveryLife } from './delivery-life.ts'

const { after, from, states } = deliveryLife

test('only what waits is taken, and only what waits is cancelled', () => {
  expect(from('take')).toEqual(['queued'])
  expect(from('cancel')).toEqual(['queued'])
})

test('a later word never goes back to an earlier state', () => {
  for (const state of ['accepted', 'delivered', 'failed', 'cancelled'] as const) expect(after(state, 'accept')).toBeUndefined()
  expect(after('delivered', 'miss')).toBeUndefined()
})

test('what nobody can tell still believes a late word, and is tried again once it is certain that it never left', () => {
  expect(after('unknown', 'accept')).toBe('accepted')
  expect(after('unknown', 'putBack')).toBe('queued')
})

test('what did not arrive may have arrived after all', () => {
  expect(after('failed', 'arrive')).toBe('delivered')
})

test('every state is reached, or is where a delivery is born', () => {
  const reached = new Set(
    states.flatMap((state) =>
      (['take', 'putBack', 'accept', 'refuse', 'arrive', 'miss', 'cancel', 'expire', 'forget', 'mistake'] as const).map((event) =>
        after(state, event),
      ),
    ),
  )
  expect(states.filter((state) => !reached.has(state))).toEqual([])
})
