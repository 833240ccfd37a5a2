import { metresBetween, type Point } from '../../core/src/geo.ts'
import { shorterOrder, usualEffort } from '../../core/src/routes/shorter-order.ts'
import { seeded } from '../../server/src/demo/chance.ts'
import { assertRight, type Bench, type Measure } from './bench.ts'

const sites = 300
const longRunMs = 60_000

export const bench: Bench = {
  title: 'Ordering of 300 sites',
  async run() {
    shorterOrder(scattered(sites, 99)) // the first call also pays for compilation
    return [...measure('random', scattered(sites, 1)), ...measure('clustered', clustered(sites, 2))]
  },
}

/** Both sides see the same points. The long run keeps the best of many starts with ten times the effort. */
function measure(name: string, points: Point[]): Measure[] {
  const cpu = process.cpuUsage()
  const { order, metres, givenMetres } = shorterOrder(points)
  const { user, system } = process.cpuUsage(cpu)
  const cpuMs = (user + system) / 1000
  assertRight(new Set(order).size === sites && order.every((at) => points[at]), `${name}: every site once`)
  assertRight(Math.abs(lengthOf(points, order) - metres) < 1, `${name}: the length it says`)
  assertRight(metres <= givenMetres, `${name}: never longer than the given order`)

  const random = seeded(5)
  let best = metres
  let runs = 0
  for (const begun = performance.now(); performance.now() - begun < longRunMs; runs++) {
    const shuffled = points.map((point) => ({ point, at: random() })).toSorted((a, b) => a.at - b.at)
    best = Math.min(
      best,
      shorterOrder(
        shuffled.map(({ point }) => point),
        {},
        10 * usualEffort,
      ).metres,
    )
  }
  const km = (value: number) => `${(value / 1000).toFixed(2)} km`
  return [
    {
      what: `${name}: length against the best of a 60-second run`,
      ratio: metres / best,
      most: 1.05,
      figures: `${km(metres)} against ${km(best)}, ${runs} long runs`,
    },
    { what: `${name}: seconds of CPU`, ratio: cpuMs / 1000, most: 1, figures: `${cpuMs.toFixed(0)} ms` },
    {
      what: `${name}: length against the given order`,
      ratio: metres / givenMetres,
      most: 1,
      figures: `${km(metres)} against ${km(givenMetres)}`,
    },
  ]
}

const lengthOf = (points: Point[], order: number[]) =>
  order.reduce((sum, at, i) => sum + (i ? metresBetween(points[order[i - 1] as number] as Point, points[at] as Point) : 0), 0)

/** Anywhere in and around Québec City. */
function scattered(count: number, seed: number): Point[] {
  const random = seeded(seed)
  return Array.from({ length: count }, () => ({ lat: 46.7 + random() * 0.2, lng: -71.4 + random() * 0.3 }))
}

/** In eight neighbourhoods. */
function clustered(count: number, seed: number): Point[] {
  const random = seeded(seed)
  const centres = scattered(8, seed + 100)
  const off = () => (random() + random() + random() - 1.5) * 0.01
  return Array.from({ length: count }, () => {
    const centre = centres[Math.floor(random() * centres.length)] as Point
    return { lat: centre.lat + off(), lng: centre.lng + off() }
  })
}
