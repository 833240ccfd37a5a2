import { expect, test } from 'vitest'
import { withStops } from './stop-order.ts'

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
