import { expect, test } from 'vitest'
import { asPlaces, withSiteAt, withSiteAtNumber } from './places.ts'

const order = ['a', 'b', 'c']

test.each([
  [{ at: 'start' } as const, ['x', 'a', 'b', 'c']],
  [{ at: 'end' } as const, ['a', 'b', 'c', 'x']],
  [{ at: 'before', site: 'b' } as const, ['a', 'x', 'b', 'c']],
  [{ at: 'after', site: 'b' } as const, ['a', 'b', 'x', 'c']],
  [{ at: 'after', site: 'gone' } as const, ['a', 'b', 'c', 'x']],
])('a site is added %j', (where, expected) => {
  expect(withSiteAt(order, 'x', where)).toEqual(expected)
})

test('a site already in the route moves, and appears only once', () => {
  expect(withSiteAt(order, 'a', { at: 'after', site: 'b' })).toEqual(['b', 'a', 'c'])
  expect(withSiteAtNumber(order, 'c', 1)).toEqual(['c', 'a', 'b'])
  expect(withSiteAtNumber(order, 'a', 99)).toEqual(['b', 'c', 'a'])
  expect(withSiteAtNumber(order, 'b', 0)).toEqual(['b', 'a', 'c'])
})

test('an empty route needs no position', () => {
  expect(asPlaces(withSiteAt([], 'x', { at: 'end' }))).toEqual([{ site: 'x', sortOrder: 0 }])
})
