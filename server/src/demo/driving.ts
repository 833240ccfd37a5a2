// Simulates a demo truck: from site to site along straight lines, back and forth in each driveway, with a slightly
// inaccurate position every three seconds.
import { metresBetween, type Point, type Polygon } from '@bordee/core/geo.ts'
import type { Position } from '@bordee/core/positions/packing.ts'
import { type Random, seeded } from './chance.ts'

export interface Driven {
  id: string
  location: Point | null
  areas: { id: string; polygon: Polygon | null }[]
}

const stepMs = 3000
/** Metres per second, on the street and while clearing. */
const street = 9
const clearing = 1.6
/** Seconds in a driveway. */
const stay = { least: 30, most: 60 }

/** All positions of a run; always the same for the same arguments. */
export function drive(sites: readonly Driven[], startedAt: number, seed: number): Position[] {
  const random = seeded(seed)
  const track: Position[] = []
  let at = startedAt
  let here: Point | undefined
  for (const { location, areas } of sites) {
    const driveways = areas.flatMap(({ polygon }) => (polygon ? [polygon] : []))
    for (const [entrance, end] of driveways.length > 0 ? driveways.map(axisOf) : location ? [[location, location] as const] : []) {
      if (here) at = follow(track, here, entrance, at, street, random)
      at = clear(track, [entrance, end], at, random)
      here = entrance
    }
  }
  return track
}

/** From the middle of its first side to the middle of the opposite one: as far as a plough goes in. */
function axisOf(polygon: Polygon): readonly [Point, Point] {
  const middle = (i: number) => half(polygon[i % polygon.length] as Point, polygon[(i + 1) % polygon.length] as Point)
  const [a, b] = [middle(0), middle(Math.floor(polygon.length / 2))]
  return [along(a, b, 0.15), along(a, b, 0.85)]
}

const half = (a: Point, b: Point) => along(a, b, 0.5)
const along = (a: Point, b: Point, part: number): Point => ({ lat: a.lat + (b.lat - a.lat) * part, lng: a.lng + (b.lng - a.lng) * part })

/** Returns the time of arrival. */
function follow(track: Position[], from: Point, to: Point, at: number, speed: number, random: Random): number {
  const steps = Math.max(1, Math.ceil((metresBetween(from, to) / speed) * (1000 / stepMs)))
  for (let step = 1; step <= steps; step++) track.push(seen(along(from, to, step / steps), at + step * stepMs, speed, random))
  return at + steps * stepMs
}

function clear(track: Position[], [entrance, end]: readonly [Point, Point], at: number, random: Random): number {
  const seconds = stay.least + random() * (stay.most - stay.least)
  let now = at
  for (let way: [Point, Point] = [entrance, end]; now - at < seconds * 1000; way = [way[1], way[0]])
    now = follow(track, way[0], way[1], now, clearing, random)
  return now
}

const metre = 1 / 111_195
/** About a metre off, like a good receiver. */
const seen = ({ lat, lng }: Point, at: number, speed: number, random: Random): Position => ({
  lat: lat + (random() - 0.5) * 2 * metre,
  lng: lng + (random() - 0.5) * 3 * metre,
  at,
  speed: speed * (0.8 + random() * 0.4),
  accuracy: 3 + Math.round(random() * 4),
})
