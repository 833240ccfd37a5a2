import fc from 'fast-check'
import { expect, test } from 'vitest'
import { metresBetween, type Point } from '../geo.ts'
import { shorterOrder } from './shorter-order.ts'

const point = fc.record({ lat: fc.double({ min: 46.6, max: 47, noNaN: true }), lng: fc.double({ min: -71.6, max: -71, noNaN: true }) })
/** Some stops share a spot, like the doors of one building. */
const stops = fc
  .array(point, { maxLength: 40 })
  .chain((points) =>
    fc
      .array(fc.nat(Math.max(0, points.length - 1)), { maxLength: 8 })
      .map((doubles) => [...points, ...doubles.flatMap((at) => points[at] ?? [])]),
  )
const pins = fc.record({ first: fc.boolean(), last: fc.boolean() })
const effort = 20_000
const length = (points: readonly Point[], order: readonly number[]) =>
  order.reduce((sum, at, i) => sum + (i ? metresBetween(points[order[i - 1] as number] as Point, points[at] as Point) : 0), 0)

test('every stop is served once, in an order never longer than the given one, and pins stay', () => {
  fc.assert(
    fc.property(stops, pins, (points, { first, last }) => {
      const { order, metres, givenMetres } = shorterOrder(points, { first, last }, effort)
      expect(order.toSorted((a, b) => a - b)).toEqual(points.map((_, at) => at))
      expect(metres).toBeLessThanOrEqual(givenMetres)
      expect(metres).toBeCloseTo(length(points, order), 3)
      if (first && points.length) expect(order[0]).toBe(0)
      if (last && points.length) expect(order.at(-1)).toBe(points.length - 1)
    }),
    { numRuns: 300 },
  )
})

test('the same stops give the same order', () => {
  fc.assert(
    fc.property(stops, pins, (points, pinned) => {
      expect(shorterOrder(points, pinned, effort)).toEqual(shorterOrder(points, pinned, effort))
    }),
    { numRuns: 30 },
  )
})

test('a few stops get the optimal order', () => {
  const few = fc.array(point, { minLength: 3, maxLength: 7 })
  fc.assert(
    fc.property(few, pins, (points, { first, last }) => {
      const inner = points.map((_, at) => at)
      const best = Math.min(
        ...permutations(inner)
          .filter((order) => (!first || order[0] === 0) && (!last || order.at(-1) === points.length - 1))
          .map((order) => length(points, order)),
      )
      expect(shorterOrder(points, { first, last }, effort).metres).toBeCloseTo(best, 2)
    }),
    { numRuns: 100 },
  )
})

test.each([0, 1, 2])('%i stops are already in order', (count) => {
  const points = Array.from({ length: count }, (_, i) => ({ lat: 46.8, lng: -71.2 + i / 100 }))
  expect(shorterOrder(points).order).toEqual(points.map((_, at) => at))
})

test('three stops: the middle one goes between the others, unless an end is pinned', () => {
  const [west, middle, east] = [-71.3, -71.2, -71].map((lng) => ({ lat: 46.8, lng })) as [Point, Point, Point]
  expect(shorterOrder([west, east, middle]).order).toEqual([0, 2, 1])
  expect(shorterOrder([west, east, middle], { last: true }).order).toEqual([1, 0, 2])
  expect(shorterOrder([west, east, middle], { first: true, last: true }).order).toEqual([0, 1, 2])
})

test('stops along a street are served along it', () => {
  const street = Array.from({ length: 60 }, (_, i) => ({ lat: 46.8 + i / 2000, lng: -71.2 + i / 1500 }))
  const shuffled = street.map((_, i) => street[(i * 37) % 60] as Point)
  const { order, givenMetres, metres } = shorterOrder(shuffled, {}, 200_000)
  expect(metres).toBeCloseTo(
    length(
      street,
      street.map((_, at) => at),
    ),
    1,
  )
  expect(metres).toBeLessThan(givenMetres / 10)
  expect(order).toHaveLength(60)
})

test('stops may all share one spot, or lie on both sides of the date line', () => {
  const same = Array.from({ length: 20 }, () => ({ lat: 46.8, lng: -71.2 }))
  expect(shorterOrder(same).order).toEqual(same.map((_, at) => at))
  const pacific = [179.9, -179.9, 179.8, -179.8].map((lng) => ({ lat: 0, lng }))
  expect(shorterOrder(pacific).metres).toBeCloseTo(length(pacific, [2, 0, 1, 3]), 0)
})

function permutations(list: number[]): number[][] {
  if (list.length < 2) return [list]
  return list.flatMap((one, at) => permutations([...list.slice(0, at), ...list.slice(at + 1)]).map((rest) => [one, ...rest]))
}
