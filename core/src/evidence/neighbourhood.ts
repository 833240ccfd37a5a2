// The surroundings of a site: what a dossier shows of a track. The rest of it passes by other people's places.
import type { Point, Polygon } from '../geo.ts'

/** Metres around the drawn areas within which a track is shown. */
export const shownMetres = 100

/** East and south of an origin, in metres. */
export type Spot = readonly [number, number]

const metresPerDegree = 111_195

/** Exact enough over a few hundred metres. */
export function planeAround(origin: Point): (point: Point) => Spot {
  const narrow = Math.cos((origin.lat * Math.PI) / 180)
  return ({ lat, lng }) => [(lng - origin.lng) * metresPerDegree * narrow, (origin.lat - lat) * metresPerDegree]
}

/** The pieces of the track within `metres` of the areas, in order; a piece ends where the truck leaves. */
export function nearby<P extends Point>(areas: readonly Polygon[], track: readonly P[], metres = shownMetres): P[][] {
  const [origin] = areas.flat()
  if (!origin) return []
  const spotOf = planeAround(origin)
  const shapes = areas.map((polygon) => polygon.map(spotOf))
  const pieces: P[][] = []
  let wasNear = false
  for (const position of track) {
    const isNear = shapes.some((shape) => distanceTo(shape, spotOf(position)) <= metres)
    if (isNear && !wasNear) pieces.push([])
    if (isNear) pieces.at(-1)?.push(position)
    wasNear = isNear
  }
  return pieces
}

/** 0 inside. */
function distanceTo(shape: readonly Spot[], spot: Spot): number {
  let isInside = false
  let nearest = Number.POSITIVE_INFINITY
  for (const [i, a] of shape.entries()) {
    const b = shape[(i + 1) % shape.length] as Spot
    nearest = Math.min(nearest, toSide(a, b, spot))
    if (a[1] > spot[1] !== b[1] > spot[1] && spot[0] < ((b[0] - a[0]) * (spot[1] - a[1])) / (b[1] - a[1]) + a[0]) isInside = !isInside
  }
  return isInside ? 0 : nearest
}

function toSide(a: Spot, b: Spot, [x, y]: Spot): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - a[0]) * dx + (y - a[1]) * dy) / length))
  return Math.hypot(x - a[0] - along * dx, y - a[1] - along * dy)
}
