// The demo's town: arteries, and around each neighbourhood's centre a grid of streets that goes on until it meets the
// next neighbourhood, the river or a park. A collector runs where two neighbourhoods meet.

import { contains } from '@bordee/core/geo.ts'
import { parks, river } from '@bordee/core/landscape.ts'
import { ahead, bearingOf, between, distance, lengthOf, Segments, toPlane, toPoint, type XY } from '../addresses/plane.ts'
import { type Random, seeded } from './chance.ts'
import nameLists from './names.json' with { type: 'json' }
import { type Artery, arteries, type Neighbourhood, neighbourhoods } from './streets.ts'

export interface TownStreet {
  name: string
  city: string
  zip: string
  /** At its beginning and its end; null: no house stands on it. */
  numbers: readonly [first: number, last: number] | null
  /** Metres of street per house, on each side. */
  lot: number
  line: readonly XY[]
}

let made: TownStreet[] | undefined
/** Always the same one. */
export function town(): readonly TownStreet[] {
  made ??= buildTown()
  return made
}

/** Metres from its centre where a neighbourhood ends at the latest. */
const reach = 2000
const step = 60

function buildTown(): TownStreet[] {
  const random = seeded(1608)
  const nameFor = namer(random)
  const main = arteries.map(fromArtery)
  const mainSegments = new Segments()
  for (const [i, { line }] of main.entries()) mainSegments.add(line, i)
  const frees: Free[] = neighbourhoods.map((own) => (point) => nearestTo(point) === own && isLand(point))
  /** A street beside an artery, in the same direction, would look like a second carriageway. */
  const doubles = (point: XY, bearing: number, metres: number) =>
    mainSegments.nearest(point, metres, ({ from, to }) => Math.abs(Math.sin(((bearingOf(from, to) - bearing) * Math.PI) / 180)) < 0.4)
  const grid = neighbourhoods.flatMap((own, i) =>
    gridOf(own, random, nameFor, (point, bearing) => Boolean(frees[i]?.(point) && !doubles(point, bearing, 45))),
  )
  const collectors = pairs(neighbourhoods).flatMap(([a, b]) => collectorsOf(a, b, random, nameFor, (p, at) => !doubles(p, at, 80)))
  return [...main, ...collectors, ...grid]
}

type Free = (point: XY) => boolean
type FreeAlong = (point: XY, bearing: number) => boolean
type NameFor = (city: string, isMain?: boolean) => string

const centreOf = ({ centre: [lat, lng] }: Neighbourhood) => toPlane({ lat, lng })
const centres = neighbourhoods.map((one) => ({ one, at: centreOf(one) }))
const nearestTo = (point: XY) => centres.reduce((best, next) => (distance(next.at, point) < distance(best.at, point) ? next : best)).one

// Around the town only: the whole river has thousands of corners.
const water = (river[0] ?? []).filter(([lng]) => lng > -71.55 && lng < -71).map(([lng, lat]) => ({ lat, lng }))
const shores = new Segments()
shores.add(water.map(toPlane), 0)
const greens = parks.map(({ ring }) => ring.map(([lng, lat]) => ({ lat, lng })))
/** Metres from the shore. */
const bank = 60

/** Whether one may build here. */
export function isLand(point: XY): boolean {
  return !shores.nearest(point, bank) && ![water, ...greens].some((area) => contains(area, toPoint(point)))
}

function fromArtery({ name, city, zip, numbers, way }: Artery): TownStreet {
  const line = way.map(([lat, lng]) => toPlane({ lat, lng }))
  return { name, city, zip, numbers, lot: 30, line: line.length === 2 ? bowed(line[0] as XY, line[1] as XY, name.length) : line }
}

/** A slight curve to one side or the other, so that the map doesn't look ruled. */
function bowed(from: XY, to: XY, seed: number): XY[] {
  const bow = (distance(from, to) / 110) * (seed % 2 ? 1 : -1) * (1 + (seed % 3) / 2)
  return [0, 0.25, 0.5, 0.75, 1].map((part) => ahead(between(from, to, part), bearingOf(from, to), 0, Math.sin(part * Math.PI) * bow))
}

/** Its streets in both directions, in waves that bend them together. */
function gridOf(own: Neighbourhood, random: Random, nameFor: NameFor, isFree: FreeAlong): TownStreet[] {
  const { city, zone, bearing, gaps, firstNumber } = own
  const [phase, wave] = [random() * 6, 14 + random() * 10]
  const at = (forth: number, aside: number) =>
    ahead(centreOf(own), bearing, forth + wave * Math.sin(aside / 310 + phase), aside + wave * Math.sin(forth / 420 + phase))
  const middle = (count: number, gap: number) => ((count - 1) * gap) / 2
  const ways = [
    { names: own.along, gap: gaps[0], others: own.across.length, otherGap: gaps[1], lot: 20, outerLot: 84, place: at, bearing },
    {
      names: own.across,
      gap: gaps[1],
      others: own.along.length,
      otherGap: gaps[0],
      lot: 34,
      outerLot: 185,
      place: (forth: number, aside: number) => at(aside, forth),
      bearing: bearing + 90,
    },
  ]
  const used = new Set<string>()
  return ways.flatMap(({ names, gap, others, otherGap, lot, outerLot, place, bearing: towards }, w) => {
    const aside = (i: number) => i * gap - middle(names.length, gap)
    const forth = (k: number) => k * otherGap - middle(others, otherGap)
    const [first, last] = [Math.ceil(-reach / gap), Math.floor(reach / gap) + names.length]
    // Outside the centre the blocks are twice as long and as wide.
    const lines = range(first, last).filter((i) => names[i] !== undefined || i % 2 === 0)
    return lines.flatMap((i) => {
      const end = reach * (0.7 + 0.3 * random())
      const marks = range(-60, 60 + 2 * others)
        .map((half) => half / 2)
        .filter((k) => Math.abs(forth(k)) <= end && Math.abs(aside(i)) <= reach)
      const runs = runsOf(marks, (k) => isFree(place(forth(k), aside(i)), towards))
      return runs.flatMap((run) =>
        piecesOf(run, others).flatMap(({ marks: part, isCore }) => {
          const line = simplified(part.map((k) => place(forth(k), aside(i))))
          if (lengthOf(line) < 70 || (!isCore && i % 2 !== 0)) return []
          const known = isCore ? names[i] : undefined
          const name = known && !used.has(known) ? known : nameFor(city)
          used.add(name)
          const n = i - first + 7 * w
          const start = firstNumber + Math.round((forth(part[0] ?? 0) + reach) / 6)
          const numbers = [start, start + Math.round(lengthOf(line) / 5)] as const
          return { name, city, zip: zipOf(zone, n, name), numbers, lot: known ? lot : outerLot, line }
        }),
      )
    })
  })
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const pairs = <T>(list: readonly T[]) => list.flatMap((a, i) => list.slice(i + 1).map((b) => [a, b] as const))
const zipOf = (zone: string, n: number, { length }: string) =>
  `${zone} ${1 + (n % 9)}${'ABCEGHJKLM'[(n * 7 + length) % 10]}${(n * 3 + length) % 10}`

/** The longest stretches of marks that are free, each with ends a few metres past the last free place. */
function runsOf(marks: readonly number[], isFree: (mark: number) => boolean): number[][] {
  const runs: number[][] = []
  let run: number[] = []
  const edge = (inside: number, outside: number) => {
    let [good, bad] = [inside, outside]
    for (let i = 0; i < 6; i++) {
      const half = (good + bad) / 2
      if (isFree(half)) good = half
      else bad = half
    }
    return bad
  }
  for (const [i, mark] of marks.entries()) {
    const before = marks[i - 1]
    if (isFree(mark)) {
      if (run.length === 0 && before !== undefined) run.push(edge(mark, before))
      run.push(mark)
    } else if (run.length > 0) {
      runs.push([...run, edge(run.at(-1) as number, mark)])
      run = []
    }
  }
  return [...runs, run].filter(({ length }) => length > 1)
}

/** Streets change names: around the centre, and then after every eighth crossing. */
function piecesOf(run: readonly number[], crossings: number): { marks: number[]; isCore: boolean }[] {
  const isCut = (k: number) => Number.isInteger(k) && (k < 0 ? (k + 1) % 8 === 0 : k >= crossings && (k - crossings) % 8 === 0)
  const pieces: number[][] = [[]]
  for (const [i, k] of run.entries()) {
    pieces.at(-1)?.push(k)
    if (isCut(k) && i > 0 && i < run.length - 1) pieces.push([k])
  }
  return pieces.map((marks) => {
    const middle = ((marks[0] ?? 0) + (marks.at(-1) ?? 0)) / 2
    return { marks, isCore: middle > -1 && middle < crossings }
  })
}

/** Along the border of two neighbourhoods, where they touch. */
function collectorsOf(a: Neighbourhood, b: Neighbourhood, random: Random, nameFor: NameFor, isAlone: FreeAlong): TownStreet[] {
  const [from, to] = [centreOf(a), centreOf(b)]
  if (distance(from, to) > 2 * reach) return []
  const [middle, towards] = [between(from, to, 0.5), bearingOf(from, to) + 90]
  const at = (metres: number) => ahead(middle, towards, metres)
  const isBorder = (point: XY) => {
    const least = distance(point, from) - 1
    return least < reach && centres.every((other) => distance(other.at, point) >= least) && isLand(point) && isAlone(point, towards)
  }
  const marks = range(-Math.ceil(reach / step), Math.ceil(reach / step))
  return runsOf(marks, (mark) => isBorder(at(mark * step))).flatMap((run) => {
    const line = [at((run[0] ?? 0) * step), at((run.at(-1) ?? 0) * step)]
    const first = 100 + 10 * Math.floor(random() * 200)
    if (lengthOf(line) < 200) return []
    const name = nameFor(a.city, true)
    return {
      name,
      city: a.city,
      zip: zipOf(a.zone, first, name),
      numbers: [first, first + Math.round(lengthOf(line) / 4)] as const,
      lot: 84,
      line,
    }
  })
}

/** Without the points that hardly bend the line (Douglas–Peucker). */
function simplified(line: readonly XY[]): XY[] {
  const [from, to] = [line[0] as XY, line.at(-1) as XY]
  const long = distance(from, to) || 1
  const off = line.map((p) => Math.abs((to[0] - from[0]) * (p[1] - from[1]) - (to[1] - from[1]) * (p[0] - from[0])) / long)
  const worst = off.indexOf(Math.max(...off))
  if ((off[worst] ?? 0) < 1.5 || line.length < 3) return [from, to]
  return [...simplified(line.slice(0, worst + 1)).slice(0, -1), ...simplified(line.slice(worst))]
}

/** Names that no street of the city has yet: of flowers, trees and birds, then of people. */
function namer(random: Random): NameFor {
  const taken = new Set([...arteries, ...neighbourhoods.flatMap(namesOf)].map(({ city, name }) => `${city} ${name}`))
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const candidate = (type: string) =>
    random() < 0.45 ? `${type} ${pick(nameLists.streetNouns)}` : `${type} ${pick(nameLists.firstNames)}-${pick(nameLists.lastNames)}`
  return (city, isMain = false) => {
    for (;;) {
      const name = candidate(pick(isMain ? ['boulevard', 'chemin'] : ['rue', 'rue', 'rue', 'rue', 'avenue']))
      if (taken.has(`${city} ${name}`)) continue
      taken.add(`${city} ${name}`)
      return name
    }
  }
}
const namesOf = ({ city, along, across }: Neighbourhood) => [...along, ...across].map((name) => ({ city, name }))
