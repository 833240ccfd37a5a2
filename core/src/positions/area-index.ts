// Finds the area that contains a point, and how deep inside it is. A grid makes a route of three hundred areas cost
// no more than one of three.
import type { Point, Polygon } from '../geo.ts'

export interface RunArea {
  id: string
  /** Null: marked by hand. */
  polygon: Polygon | null
}

/** Metres per cell. A driveway covers few cells, and those of a street are empty. */
const cell = 16
/** Cells per side of the map; nothing lies beyond. */
const span = 1 << 15
const metresPerDegree = 111_195
/** Cells per area: a larger one is checked every time, or one across half a province would fill the memory. */
const mostCells = 4096
/** Corners checked for one point: of a thousand areas drawn on top of each other, only the first ones count. */
const mostCorners = 5000

const none: readonly number[] = []

type Edges = [left: number, right: number, bottom: number, top: number]

/** One polygon in metres from the index's origin: x0, y0, x1, y1… and its bounding box. */
interface Shape {
  corners: Float64Array
  left: number
  right: number
  bottom: number
  top: number
}

export class AreaIndex {
  readonly ids: readonly string[]
  readonly #shapes: Shape[]
  readonly #cells = new Map<number, number[]>()
  readonly #large: number[] = []
  readonly #origin: Point
  readonly #perLng: number

  /** How far outside an area `at` can still find it, in metres. */
  readonly #reach: number

  constructor(areas: readonly RunArea[], reach: number) {
    const drawn = areas.flatMap(({ id, polygon }) => (polygon && polygon.length >= 3 ? [{ id, polygon }] : []))
    this.#reach = reach
    this.#origin = drawn[0]?.polygon[0] ?? { lat: 0, lng: 0 }
    this.#perLng = metresPerDegree * Math.cos((this.#origin.lat * Math.PI) / 180)
    this.ids = drawn.map(({ id }) => id)
    this.#shapes = drawn.map(({ polygon }) => this.#shapeOf(polygon))
    for (const [i, shape] of this.#shapes.entries()) this.#place(shape, i)
  }

  x = (lng: number) => (lng - this.#origin.lng) * this.#perLng
  y = (lat: number) => (lat - this.#origin.lat) * metresPerDegree

  /**
   * The area the point is deepest in, as an index into `ids`; -1 for none; the first of two equally deep. Up to `margin`
   * metres outside still count, because receivers are no more precise. Leaves the depth in `depth`, negative outside the
   * drawn border, and in `lead` how much deeper this is than in any other area.
   */
  at(x: number, y: number, margin: number): number {
    const near = this.#cells.get(key(Math.floor(x / cell), Math.floor(y / cell))) ?? none
    const candidates = this.#large.length === 0 ? near : [...near, ...this.#large]
    let deepest = -1
    let second = Number.NEGATIVE_INFINITY
    let corners = 0
    for (const i of candidates) {
      const shape = this.#shapes[i] as Shape
      corners += shape.corners.length / 2
      if (corners > mostCorners) break
      if (x < shape.left - margin || x > shape.right + margin || y < shape.bottom - margin || y > shape.top + margin) continue
      const depth = depthIn(shape.corners, x, y)
      if (depth <= -margin) continue
      if (deepest >= 0 && depth <= this.depth) {
        second = Math.max(second, depth)
        continue
      }
      if (deepest >= 0) second = this.depth
      deepest = i
      this.depth = depth
    }
    this.lead = this.depth - second
    return deepest
  }
  depth = 0
  lead = 0

  #shapeOf(polygon: Polygon): Shape {
    const xs = polygon.map(({ lng }) => this.x(lng))
    const ys = polygon.map(({ lat }) => this.y(lat))
    return {
      corners: Float64Array.from(xs.flatMap((x, i) => [x, ys[i] as number])),
      left: Math.min(...xs),
      right: Math.max(...xs),
      bottom: Math.min(...ys),
      top: Math.max(...ys),
    }
  }

  #place(shape: Shape, i: number) {
    const edges = [shape.left - this.#reach, shape.right + this.#reach, shape.bottom - this.#reach, shape.top + this.#reach]
    const [left, right, bottom, top] = edges.map((edge) => Math.floor(edge / cell)) as Edges
    if ((right - left + 1) * (top - bottom + 1) > mostCells) {
      this.#large.push(i)
      return
    }
    for (let column = left; column <= right; column++)
      for (let row = bottom; row <= top; row++) {
        const here = key(column, row)
        const known = this.#cells.get(here)
        if (known) known.push(i)
        else this.#cells.set(here, [i])
      }
  }
}

const key = (column: number, row: number) => (column + span / 2) * span + row + span / 2

/** Metres to the border, positive inside: where an odd number of sides lie to the right, even if they cross. */
function depthIn(corners: Float64Array, x: number, y: number): number {
  let isInside = false
  let nearest = Number.POSITIVE_INFINITY
  let ax = corners.at(-2) as number
  let ay = corners.at(-1) as number
  for (let i = 0; i < corners.length; i += 2) {
    const bx = corners[i] as number
    const by = corners[i + 1] as number
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside
    const [dx, dy] = [bx - ax, by - ay]
    const length2 = dx * dx + dy * dy
    const along = length2 === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length2))
    const [ex, ey] = [x - ax - along * dx, y - ay - along * dy]
    nearest = Math.min(nearest, ex * ex + ey * ey)
    ax = bx
    ay = by
  }
  return isInside ? Math.sqrt(nearest) : -Math.sqrt(nearest)
}
