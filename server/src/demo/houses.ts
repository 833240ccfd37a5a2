// The town's houses, and where each one's lot meets its street. Deterministic: the same at each start.
import type { GazetteerAddress } from '../addresses/gazetteer.queries.ts'
import { ahead, bearingOf, between, distance, lengthOf, Segments, toPoint, type XY } from '../addresses/plane.ts'
import { isLand, type TownStreet, town } from './town.ts'

export interface TownHouse extends GazetteerAddress {
  /** The middle of the street in front of it, and the direction from there to the house, in degrees. */
  front: XY
  inward: number
  /** In a neighbourhood's centre or on an artery, not far out. */
  isCentral: boolean
}

/** Metres: from the middle of the street to the middle of a house, and from a house to any other street. */
const setBack = 13
const clearance = 19

let built: TownHouse[] | undefined
export function townHouses(): readonly TownHouse[] {
  built ??= town().flatMap(housesOn)
  return built
}

let indexed: Segments | undefined
export function townSegments(): Segments {
  if (indexed) return indexed
  indexed = new Segments()
  for (const [i, { line }] of town().entries()) indexed.add(line, i)
  return indexed
}

/** Houses on both sides wherever there is room, odd numbers on the left, increasing along the street. */
function housesOn({ name, city, zip, numbers, lot, line }: TownStreet, street: number): TownHouse[] {
  if (!numbers) return []
  const [first, last] = numbers
  const count = Math.max(2, Math.min(Math.floor(lengthOf(line) / lot), Math.floor((last - first) / 2)))
  const places = Array.from({ length: count }, (_, i) => placeOn(line, ((i + 0.5) * lengthOf(line)) / count))
  const isClear = (at: XY) => !townSegments().nearest(at, clearance, (segment) => segment.street !== street) && isLand(at)
  return [0, 1].flatMap((odd) => {
    const sided = places.map(({ at: front, bearing }) => ({ front, inward: bearing + (odd ? -90 : 90) }))
    const clear = sided.filter(({ front, inward }) => isClear(ahead(front, inward, setBack)))
    return clear.map(({ front, inward }, i) => {
      const even = 2 * Math.round((first + ((last - first) * (i + odd / 2)) / clear.length) / 2)
      const point = toPoint(ahead(front, inward, setBack))
      return { civicNumber: String(even + odd), name, city, state: 'QC', zip, ...point, front, inward, isCentral: lot < 50 }
    })
  })
}

/** The point that many metres along the line, and the line's direction there. */
function placeOn(line: readonly XY[], metres: number): { at: XY; bearing: number } {
  let rest = metres
  for (const [i, to] of line.slice(1).entries()) {
    const from = line[i] as XY
    const leg = distance(from, to)
    if (rest <= leg || i === line.length - 2) return { at: between(from, to, Math.min(1, rest / leg)), bearing: bearingOf(from, to) }
    rest -= leg
  }
  throw new Error('A street has at least two points')
}
