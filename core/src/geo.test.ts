import fc from 'fast-check'
import geodesic from 'geographiclib-geodesic'
import { expect, test } from 'vitest'
import { boundsOf, contains, isSimple, metresBetween, type Point, type Polygon, quebecCity, squareFeet } from './geo.ts'

const around = (east: number, north: number): Point => ({ lat: quebecCity.lat + north, lng: quebecCity.lng + east })
const square: Polygon = [around(0, 0), around(0.001, 0), around(0.001, 0.001), around(0, 0.001)]
const bowTie: Polygon = [around(0, 0), around(0.001, 0.001), around(0.001, 0), around(0, 0.001)]

/** A star-shaped polygon: never crosses itself, whatever the radii. */
const stars = fc
  .tuple(fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 3, maxLength: 12 }), fc.constantFrom(0.0002, 0.01, 0.1))
  .map(
    ([radii, scale]): Polygon =>
      radii.map((r, i) => {
        const angle = (2 * Math.PI * i) / radii.length
        return around(scale * r * Math.cos(angle), scale * r * Math.sin(angle))
      }),
  )

test("areas match the ellipsoid's within a thousandth, from a driveway to a city", () => {
  fc.assert(
    fc.property(stars, (star) => {
      const exact = geodesic.Geodesic.WGS84.Polygon(false)
      for (const { lat, lng } of star) exact.AddPoint(lat, lng)
      const expected = Math.abs(exact.Compute(false, true).area ?? 0) * 10.76391041671
      expect(Math.abs(squareFeet(star) / expected - 1)).toBeLessThan(0.001)
    }),
  )
})

test('a box of 22,9 by 16,7 metres', () => {
  const { WGS84 } = geodesic.Geodesic
  const walk = ({ lat, lng }: Point, heading: number, metres: number): Point => {
    const { lat2 = 0, lon2 = 0 } = WGS84.Direct(lat, lng, heading, metres)
    return { lat: lat2, lng: lon2 }
  }
  const east = walk(quebecCity, 90, 22.9)
  const box: Polygon = [quebecCity, east, walk(east, 0, 16.7), walk(quebecCity, 0, 16.7)]
  expect(squareFeet(box)).toBeCloseTo(22.9 * 16.7 * 10.7639, 0)
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

test('the fast crossing check agrees with comparing every pair of sides', () => {
  const corner = fc.record({ lat: fc.integer({ min: 0, max: 6 }), lng: fc.integer({ min: 0, max: 6 }) })
  fc.assert(
    fc.property(fc.array(corner, { minLength: 3, maxLength: 8 }), (drawn) => {
      expect(isSimple(drawn)).toBe(isSimpleByAllPairs(drawn))
    }),
    { numRuns: 3000 },
  )
})

/** By definition: compares every pair of sides. Whole-numbered corners keep the arithmetic exact. */
function isSimpleByAllPairs(drawn: Polygon): boolean {
  const n = drawn.length
  const at = (i: number) => drawn[i % n] as Point
  const cross = (a: Point, b: Point, c: Point) => (b.lng - a.lng) * (c.lat - a.lat) - (b.lat - a.lat) * (c.lng - a.lng)
  const onSide = (a: Point, b: Point, p: Point) =>
    cross(a, b, p) === 0 && (p.lng - a.lng) * (p.lng - b.lng) <= 0 && (p.lat - a.lat) * (p.lat - b.lat) <= 0
  const meet = (a: Point, b: Point, c: Point, d: Point) =>
    onSide(a, b, c) ||
    onSide(a, b, d) ||
    onSide(c, d, a) ||
    onSide(c, d, b) ||
    (cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0)
  for (let i = 0; i < n; i++) {
    const [a, b, c] = [at(i), at(i + 1), at(i + 2)]
    if (a.lat === b.lat && a.lng === b.lng) return false
    if (onSide(a, b, c) || onSide(b, c, a)) return false
    for (let j = i + 2; j < n; j++) if (!(i === 0 && j === n - 1) && meet(a, b, at(j), at(j + 1))) return false
  }
  return true
}

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
