import { expect, test } from 'vitest'
import { nextStop, withStops } from './stop-order.ts'

const stops = [
  { id: 'a', decidedAt: 10 },
  { id: 'b', decidedAt: 30 },
  { id: 'c', decidedAt: null },
  { id: 'd', decidedAt: 20 },
  { id: 'e', decidedAt: null },
]

test.each([
  ['next', ['x', 'y'], ['a', 'b', 'x', 'y', 'c', 'd', 'e']],
  ['end', ['x', 'y'], ['a', 'b', 'c', 'd', 'e', 'x', 'y']],
  ['next', ['e'], ['a', 'b', 'e', 'c', 'd']],
  ['next', ['b'], ['a', 'c', 'd', 'b', 'e']],
  ['end', ['a'], ['b', 'c', 'd', 'e', 'a']],
] as const)('%s: %j', (place, added, order) => {
  expect(withStops(stops, added, place)).toEqual(order)
})

test('a truck that has decided nothing begins with them', () => {
  expect(withStops([{ id: 'a', decidedAt: null }], ['x'], 'next')).toEqual(['x', 'a'])
  expect(withStops([], ['x'], 'next')).toEqual(['x'])
})

test('the next stop follows the one decided last, whatever was decided ahead of it', () => {
  const stops = [5, 9, null, null, 2].map((decidedAt, i) => ({ id: i, decidedAt }))
  expect(nextStop(stops)?.id).toBe(2)
  expect(nextStop([null, 1, 2].map((decidedAt, i) => ({ id: i, decidedAt })))?.id).toBe(0)
  expect(nextStop([{ decidedAt: 1 }])).toBeUndefined()
})
