import type * as z from 'zod'
import type { point } from './wire.ts'

/** Degrees, as in the API. GeoJSON's [longitude, latitude] stays inside the web map. */
export type Point = z.infer<typeof point>
/** The corners in order; the first is not repeated at the end. */
export type Polygon = readonly Point[]

/** Where maps open by default. */
export const quebecCity: Point = { lat: 46.8139, lng: -71.2082 }

const earthRadius = 6_371_008.8
/** The GPS ellipsoid (WGS84): radius in metres, squared eccentricity. A sphere would be 0.25 % off at Québec. */
const equator = 6_378_137
const eccentricity2 = 0.006_694_379_990_14
const squareFeetPerSquareMetre = 10.76391041671
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Area on the ellipsoid in square feet, whatever the orientation of the corners. */
export function squareFeet(polygon: Polygon): number {
  if (polygon.length < 3) return 0
  const origin = at(polygon, 0).lat
  let sum = 0
  polygon.forEach(({ lat, lng }, i) => {
    const next = at(polygon, i + 1)
    // On a driveway the areas down to the equator nearly cancel out and lose their digits, so measure from the
    // latitude of the first corner.
    sum += radians(next.lng - lng) * (strip(lat, origin) + strip(next.lat, origin))
  })
  return Math.abs((sum * equator * equator) / 2) * squareFeetPerSquareMetre
}

export const squareKm = (polygon: Polygon): number => squareFeet(polygon) / squareFeetPerSquareMetre / 1e6

/**
 * The area between two parallels per radian of longitude, on an ellipsoid of equatorial radius 1. It uses the
 * flattening half-way, which is exact enough between neighbours.
 */
function strip(lat: number, origin: number): number {
  const halfWay = Math.sin(radians(lat + origin) / 2)
  return (rise(lat, origin) * (1 - eccentricity2)) / (1 - eccentricity2 * halfWay * halfWay) ** 2
}

/** Whether no two sides meet, except neighbours at their shared corner. A drawn zone must be simple. */
export function isSimple(polygon: Polygon): boolean {
  const n = polygon.length
  if (n < 3) return false
  for (let i = 0; i < n; i++) {
    const [a, b, c] = [at(polygon, i), at(polygon, i + 1), at(polygon, i + 2)]
    if (same(a, b)) return false
    // Neighbours may only touch at the shared corner: folding back is a crossing.
    if (turn(a, b, c) === 0 && dot(b, a, c) > 0) return false
  }
  // West to east: compare a side only with those that begin before it ends.
  const sides = polygon.map((a, i) => sideBetween(i, a, at(polygon, i + 1))).toSorted((one, other) => one.west - other.west)
  for (const [i, side] of sides.entries()) {
    for (let j = i + 1; j < n; j++) {
      const other = sides[j] as Side
      if (other.west > side.east) break
      if (other.south > side.north || other.north < side.south || areNeighbours(side.index, other.index, n)) continue
      if (meet(side.a, side.b, other.a, other.b)) return false
    }
  }
  return true
}

type Side = ReturnType<typeof sideBetween>
const sideBetween = (index: number, a: Point, b: Point) => ({
  index,
  a,
  b,
  west: Math.min(a.lng, b.lng),
  east: Math.max(a.lng, b.lng),
  south: Math.min(a.lat, b.lat),
  north: Math.max(a.lat, b.lat),
})
const areNeighbours = (i: number, j: number, n: number) => Math.abs(i - j) === 1 || Math.abs(i - j) === n - 1

/** Whether the point is inside or on the border. */
export function contains(polygon: Polygon, point: Point): boolean {
  let inside = false
  for (let i = 0; i < polygon.length; i++) {
    const a = at(polygon, i)
    const b = at(polygon, i + 1)
    if (turn(a, b, point) === 0 && within(a, b, point)) return true
    const level = (point.lat - a.lat) / (b.lat - a.lat)
    if (a.lat > point.lat !== b.lat > point.lat && point.lng < (b.lng - a.lng) * level + a.lng) inside = !inside
  }
  return inside
}

export function metresBetween(a: Point, b: Point): number {
  const h =
    Math.sin(radians(b.lat - a.lat) / 2) ** 2 +
    Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(radians(b.lng - a.lng) / 2) ** 2
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** South-west and north-east corners around the points; undefined when there are none. */
export function boundsOf(points: readonly Point[]): [Point, Point] | undefined {
  if (!points.length) return undefined
  const lats = points.map(({ lat }) => lat)
  const lngs = points.map(({ lng }) => lng)
  return [
    { lat: Math.min(...lats), lng: Math.min(...lngs) },
    { lat: Math.max(...lats), lng: Math.max(...lngs) },
  ]
}

/** The i-th corner, wrapping around. */
function at(polygon: Polygon, i: number): Point {
  return polygon[i % polygon.length] as Point
}

/** sin(a) − sin(b), in a form that keeps precision for close angles. */
const rise = (a: number, b: number) => 2 * Math.cos(radians(a + b) / 2) * Math.sin(radians(a - b) / 2)
const same = (a: Point, b: Point) => a.lng === b.lng && a.lat === b.lat
const turn = (a: Point, b: Point, c: Point) => Math.sign((b.lng - a.lng) * (c.lat - a.lat) - (b.lat - a.lat) * (c.lng - a.lng))
const dot = (origin: Point, a: Point, b: Point) => (a.lng - origin.lng) * (b.lng - origin.lng) + (a.lat - origin.lat) * (b.lat - origin.lat)
const within = (a: Point, b: Point, p: Point) =>
  p.lng >= Math.min(a.lng, b.lng) && p.lng <= Math.max(a.lng, b.lng) && p.lat >= Math.min(a.lat, b.lat) && p.lat <= Math.max(a.lat, b.lat)

/** Whether segments ab and cd share a point. */
function meet(a: Point, b: Point, c: Point, d: Point): boolean {
  const abc = turn(a, b, c)
  const abd = turn(a, b, d)
  const cda = turn(c, d, a)
  const cdb = turn(c, d, b)
  if (abc !== abd && cda !== cdb) return true
  return (
    (abc === 0 && within(a, b, c)) || (abd === 0 && within(a, b, d)) || (cda === 0 && within(c, d, a)) || (cdb === 0 && within(c, d, b))
  )
}
