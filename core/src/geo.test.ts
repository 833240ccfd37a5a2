import area from '@turf/area'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundsOf, contains, isSimple, metresBetween, type Point, type Polygon, quebecCity, squareFeet } from './geo.ts'

const around = (east: number, north: number): Point => ({ lat: quebecCity.lat + north, lng: quebecCity.lng + east })
const square: Polygon = [around(0, 0), around(0.001, 0), around(0.001, 0.001), around(0, 0.001)]
const bowTie: Polygon = [around(0, 0), around(0.001, 0.001), around(0.001, 0), around(0, 0.001)]

/** A star-shaped polygon: never crosses itself, whatever the radii. */
const stars = fc
  .tuple(fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 3, maxLength: 12 }), fc.constantFrom(0.0002, 0.01, 0.5))
  .map(
    ([radii, scale]): Polygon =>
      radii.map((r, i) => {
        const angle = (2 * Math.PI * i) / radii.length
        return around(scale * r * Math.cos(angle), scale * r * Math.sin(angle))
      }),
  )

test('areas agree with turf within one thousandth, from a driveway to a region', () => {
  fc.assert(
    fc.property(stars, (star) => {
      const first = star[0] as Point
      const expected = area({ type: 'Polygon', coordinates: [[...star, first].map(({ lat, lng }) => [lng, lat])] }) * 10.76391041671
      expect(Math.abs(squareFeet(star) / expected - 1)).toBeLessThan(0.001)
    }),
  )
})

test('a box of 22,9 by 16,7 metres', () => {
  const metre = 1 / 111_195
  const width = (22.9 * metre) / Math.cos((quebecCity.lat * Math.PI) / 180)
  const box: Polygon = [around(0, 0), around(width, 0), around(width, 16.7 * metre), around(0, 16.7 * metre)]
  expect(squareFeet(box)).toBeCloseTo(22.9 * 16.7 * 10.7639, -1)
  expect(squareFeet(box.toReversed())).toBeCloseTo(squareFeet(box), 6)
  expect(squareFeet(box.slice(0, 2))).toBe(0)
})

test('a zone may not cross itself', () => {
  expect(isSimple(square)).toBe(true)
  expect(isSimple(bowTie)).toBe(false)
  expect(isSimple([around(0, 0), around(1, 0)])).toBe(false)
  expect(isSimple([around(0, 0), around(1, 0), around(0.5, 0)])).toBe(false)
  expect(isSimple([around(0, 0), around(0, 0), around(1, 1)])).toBe(false)
  fc.assert(fc.property(stars, (star) => isSimple(star)))
})

test('a point is inside, outside or on the border', () => {
  expect(contains(square, around(0.0005, 0.0005))).toBe(true)
  expect(contains(square, around(0.002, 0.0005))).toBe(false)
  expect(contains(square, around(0.0005, 0))).toBe(true)
  fc.assert(fc.property(stars, (star) => contains(star, quebecCity)))
})

test('distances and bounds', () => {
  const montreal: Point = { lat: 45.5017, lng: -73.5673 }
  expect(metresBetween(quebecCity, montreal)).toBeGreaterThan(232_000)
  expect(metresBetween(quebecCity, montreal)).toBeLessThan(234_500)
  expect(boundsOf(square)).toEqual([around(0, 0), around(0.001, 0.001)])
  expect(boundsOf([])).toBeUndefined()
})
