// A street with driveways, a truck that clears some and passes the others, and what a receiver records.
import type { Point } from '@bordee/core/geo.ts'
import type { RunArea } from '@bordee/core/positions/area-index.ts'
import type { Fix } from '@bordee/core/positions/visits.ts'

const home: Point = { lat: 46.8, lng: -71.2 }
const perLat = 111_195
const perLng = perLat * Math.cos((home.lat * Math.PI) / 180)
const onEarth = (x: number, y: number): Point => ({ lat: home.lat + y / perLat, lng: home.lng + x / perLng })

/** Metres: a driveway's width and length, the distance between houses, and from the street's middle to a driveway. */
const width = 6
const length = 15
const apart = 18
const setback = 5

interface House {
  id: string
  x: number
  isCleared: boolean
}

/** The truck's true position, ten times a second: x, y. */
type Way = [number, number][]

export interface Street {
  houses: House[]
  areas: RunArea[]
  way: Way
}

const tick = 0.1

const drivewayAt = (id: string, x: number): RunArea => ({
  id,
  polygon: [onEarth(x, setback), onEarth(x + width, setback), onEarth(x + width, setback + length), onEarth(x, setback + length)],
})

/** Seconds that the truck spent in the driveway of a house. */
export const secondsInside = ({ way }: Street, { x: left }: House): number =>
  tick * way.filter(([x, y]) => x >= left && x <= left + width && y >= setback && y <= setback + length).length

/** A truck that stands `beside` metres from a driveway; `next` is the distance to another one on the other side. */
export function parked(seconds: number, beside: number, next?: number): { areas: RunArea[]; way: Way } {
  const x = width + beside
  const place: [number, number] = [x, setback + length / 2]
  const driving = Array.from({ length: 100 }, (_, i): [number, number] => [x, place[1] - 8 * tick * (i + 1)])
  return {
    areas: [drivewayAt('one', 0), ...(next === undefined ? [] : [drivewayAt('other', x + next)])],
    way: [...driving.toReversed(), ...Array.from({ length: seconds / tick }, () => place), ...driving],
  }
}

/** About half the houses are clients'; all of them have areas, as if a neighbour's contractor had drawn them. */
export function newStreet(count: number, random: () => number): Street {
  const houses = Array.from({ length: count }, (_, i) => ({ id: `h${i}`, x: i * apart, isCleared: random() < 0.5 }))
  const areas = houses.map(({ id, x }) => drivewayAt(id, x))
  const way: Way = []
  let [x, y] = [-60, 0]
  const go = (toX: number, toY: number, speed: number) => {
    const steps = Math.max(1, Math.round(Math.hypot(toX - x, toY - y) / speed / tick))
    for (let i = 1; i <= steps; i++) way.push([x + ((toX - x) * i) / steps, y + ((toY - y) * i) / steps])
    ;[x, y] = [toX, toY]
  }
  const rest = (seconds: number) => {
    for (let i = 0; i < seconds / tick; i++) way.push([x, y])
  }
  for (const { x: left, isCleared } of houses) {
    const middle = left + width / 2
    if (!isCleared) continue
    go(middle, 0, 6 + random() * 4) // 22 to 36 km/h along the street
    const passes = 2 + Math.floor(random() * 3)
    for (let pass = 0; pass < passes; pass++) {
      const lane = left + 1.5 + random() * (width - 3)
      go(lane, setback + length - 2, 1.2 + random() * 1.3)
      rest(1 + random() * 4)
      go(lane, 0, 1.2 + random() * 1.3)
      rest(1 + random() * 2)
    }
  }
  go(count * apart + 60, 0, 8)
  return { houses, areas, way }
}

/**
 * What a receiver reports every `every` seconds. Its error has this standard deviation in metres on each axis and
 * doesn't jump: half of it remains after twenty seconds, as with real receivers.
 */
export function seen({ way }: { way: Way }, noise: number, every: number, random: () => number): Fix[] {
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const memory = 0.5 ** (every / 20)
  let [ex, ey] = [gauss() * noise, gauss() * noise]
  const fixes: Fix[] = []
  for (let t = 0; t * tick < way.length * tick; t += every / tick) {
    const [x, y] = way[Math.round(t)] ?? [0, 0]
    ex = ex * memory + gauss() * noise * Math.sqrt(1 - memory * memory)
    ey = ey * memory + gauss() * noise * Math.sqrt(1 - memory * memory)
    fixes.push({ ...onEarth(x + ex, y + ey), at: t * tick * 1000, accuracy: noise })
  }
  return fixes
}
