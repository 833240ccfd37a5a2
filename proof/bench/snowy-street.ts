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

export interface Street {
  houses: House[]
  areas: RunArea[]
  /** The truck's true position, ten times a second: x, y. */
  way: [number, number][]
}

const tick = 0.1

/** About half the houses are clients'; all of them have areas, as if a neighbour's contractor had drawn them. */
export function newStreet(count: number, random: () => number): Street {
  const houses = Array.from({ length: count }, (_, i) => ({ id: `h${i}`, x: i * apart, isCleared: random() < 0.5 }))
  const areas = houses.map(({ id, x }) => ({
    id,
    polygon: [onEarth(x, setback), onEarth(x + width, setback), onEarth(x + width, setback + length), onEarth(x, setback + length)],
  }))
  const way: [number, number][] = []
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
export function seen({ way }: Street, noise: number, every: number, random: () => number): Fix[] {
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
