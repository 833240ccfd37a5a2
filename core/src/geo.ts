/** Longitude, latitude in degrees: the order of GeoJSON. */
export type Point = readonly [longitude: number, latitude: number]
/** The corners in order, first not repeated at the end. */
export type Polygon = readonly Point[]

/** Where maps open when nothing says otherwise (spec 1 §9). */
export const quebecCity: Point = [-71.2082, 46.8139]

const earthRadius = 6_371_008.8
const squareFeetPerSquareMetre = 10.76391041671
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Area on the sphere, in square feet, whichever way the corners turn. */
export function squareFeet(polygon: Polygon): number {
  if (polygon.length < 3) return 0
  let sum = 0
  polygon.forEach(([longitude, latitude], i) => {
    const [nextLongitude, nextLatitude] = at(polygon, i + 1)
    // Two sines of nearly equal angles would lose digits on a driveway: integrate from the first corner's latitude.
    sum += radians(nextLongitude - longitude) * (rise(latitude, at(polygon, 0)[1]) + rise(nextLatitude, at(polygon, 0)[1]))
  })
  return Math.abs((sum * earthRadius * earthRadius) / 2) * squareFeetPerSquareMetre
}

/** Do no two sides meet, except neighbours at their shared corner? A drawn zone must be simple. */
export function isSimple(polygon: Polygon): boolean {
  const n = polygon.length
  if (n < 3) return false
  for (let i = 0; i < n; i++) {
    const a = at(polygon, i)
    const b = at(polygon, i + 1)
    if (same(a, b)) return false
    // A neighbour may only touch at the shared corner: folding back over oneself is a crossing.
    if (turn(a, b, at(polygon, i + 2)) === 0 && dot(b, a, at(polygon, i + 2)) > 0) return false
    for (let j = i + 2; j < n; j++) {
      if (i === 0 && j === n - 1) continue
      if (meet(a, b, at(polygon, j), at(polygon, j + 1))) return false
    }
  }
  return true
}

/** Is the point inside, or on the border? */
export function contains(polygon: Polygon, point: Point): boolean {
  let inside = false
  for (let i = 0; i < polygon.length; i++) {
    const a = at(polygon, i)
    const b = at(polygon, i + 1)
    if (turn(a, b, point) === 0 && within(a, b, point)) return true
    if (a[1] > point[1] !== b[1] > point[1] && point[0] < ((b[0] - a[0]) * (point[1] - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside
  }
  return inside
}

/** Distance over the ground, in metres. */
export function metresBetween(a: Point, b: Point): number {
  const h =
    Math.sin(radians(b[1] - a[1]) / 2) ** 2 + Math.cos(radians(a[1])) * Math.cos(radians(b[1])) * Math.sin(radians(b[0] - a[0]) / 2) ** 2
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** South-west and north-east corners around the points; undefined when there are none. */
export function boundsOf(points: readonly Point[]): [Point, Point] | undefined {
  if (!points.length) return undefined
  const longitudes = points.map(([longitude]) => longitude)
  const latitudes = points.map(([, latitude]) => latitude)
  return [
    [Math.min(...longitudes), Math.min(...latitudes)],
    [Math.max(...longitudes), Math.max(...latitudes)],
  ]
}

/** The n-th corner, going around. */
function at(polygon: Polygon, i: number): Point {
  return polygon[i % polygon.length] as Point
}

/** sin(a) − sin(b), written so that close angles keep their digits. */
const rise = (a: number, b: number) => 2 * Math.cos(radians(a + b) / 2) * Math.sin(radians(a - b) / 2)
const same = (a: Point, b: Point) => a[0] === b[0] && a[1] === b[1]
const turn = (a: Point, b: Point, c: Point) => Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
const dot = (origin: Point, a: Point, b: Point) => (a[0] - origin[0]) * (b[0] - origin[0]) + (a[1] - origin[1]) * (b[1] - origin[1])
const within = (a: Point, b: Point, p: Point) =>
  p[0] >= Math.min(a[0], b[0]) && p[0] <= Math.max(a[0], b[0]) && p[1] >= Math.min(a[1], b[1]) && p[1] <= Math.max(a[1], b[1])

/** Do segments ab and cd share a point? */
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
