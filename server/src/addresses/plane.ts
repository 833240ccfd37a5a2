// The town is laid out on a plane: metres east and north of Québec City. Over thirty kilometres the earth is flat enough.
import type { Point, Polygon } from '@bordee/core/geo.ts'

export type XY = readonly [east: number, north: number]

const origin = { lat: 46.8, lng: -71.25 }
const metresPerDegree = 111_195
const shrink = Math.cos((origin.lat * Math.PI) / 180)

export const toPlane = ({ lat, lng }: Point): XY => [(lng - origin.lng) * metresPerDegree * shrink, (lat - origin.lat) * metresPerDegree]
export const toPoint = ([east, north]: XY): Point => ({
  lat: round(origin.lat + north / metresPerDegree),
  lng: round(origin.lng + east / (metresPerDegree * shrink)),
})
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6

export const between = (a: XY, b: XY, part: number): XY => [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]
export const distance = (a: XY, b: XY) => Math.hypot(b[0] - a[0], b[1] - a[1])
/** So many metres ahead of a point that looks in this direction (degrees clockwise from north), and to its right. */
export function ahead([east, north]: XY, bearing: number, metres: number, right = 0): XY {
  const angle = (bearing * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return [east + metres * sin + right * cos, north + metres * cos - right * sin]
}
export const bearingOf = (from: XY, to: XY) => (Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI

export const lengthOf = (line: readonly XY[]) => line.reduce((sum, point, i) => sum + distance(line[i - 1] ?? point, point), 0)
export const rectangle = (corner: XY, bearing: number, depth: number, width: number): Polygon =>
  [corner, ahead(corner, bearing, 0, width), ahead(corner, bearing, depth, width), ahead(corner, bearing, depth)].map(toPoint)

export interface Segment {
  from: XY
  to: XY
  street: number
  /** Its place in the street's line. */
  leg: number
}

export interface Foot {
  segment: Segment
  at: XY
  part: number
  away: number
}

const cell = 200

/** The segments of many lines, found by place. */
export class Segments {
  #cells = new Map<number, Segment[]>()

  add(line: readonly XY[], street: number) {
    for (const [leg, to] of line.slice(1).entries()) {
      const segment = { from: line[leg] as XY, to, street, leg }
      for (const key of cellsAlong(segment.from, to)) {
        const held = this.#cells.get(key)
        if (held) held.push(segment)
        else this.#cells.set(key, [segment])
      }
    }
  }

  /** Those that may touch the box around two points, some twice. */
  near(from: XY, to: XY): Segment[] {
    return cellsOf(from, to).flatMap((key) => this.#cells.get(key) ?? [])
  }

  /** The nearest place on any segment that is wanted, at most so many metres away. */
  nearest(point: XY, most: number, isWanted: (segment: Segment) => boolean = () => true): Foot | undefined {
    let best: Foot | undefined
    for (const segment of this.near([point[0] - most, point[1] - most], [point[0] + most, point[1] + most])) {
      if (!isWanted(segment)) continue
      const part = partOf(segment, point)
      const at = between(segment.from, segment.to, part)
      const away = distance(at, point)
      if (away <= most && (!best || away < best.away)) best = { segment, at, part, away }
    }
    return best
  }
}

/** How far along the segment its point nearest to this one is, from 0 to 1. */
function partOf({ from, to }: Segment, [east, north]: XY): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  return Math.max(0, Math.min(1, ((east - from[0]) * dx + (north - from[1]) * dy) / (dx * dx + dy * dy || 1)))
}

const column = (metres: number) => Math.floor(metres / cell)

/** Those of the box around two points. */
function cellsOf(a: XY, b: XY): number[] {
  const keys: number[] = []
  for (let x = column(Math.min(a[0], b[0])); x <= column(Math.max(a[0], b[0])); x++)
    for (let y = column(Math.min(a[1], b[1])); y <= column(Math.max(a[1], b[1])); y++) keys.push(x * 10_000 + y)
  return keys
}

/** Those that the line between two points may touch: the box around a long one has hundreds. */
function cellsAlong(from: XY, to: XY): Set<number> {
  const steps = Math.ceil(distance(from, to) / cell)
  const place = (i: number) => between(from, to, i / steps)
  return new Set(Array.from({ length: steps }, (_, i) => cellsOf(place(i), place(i + 1))).flat())
}
