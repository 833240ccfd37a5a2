// A small gazetteer around Québec City, to try the product offline. Deterministic: the same houses at each start.
import type { Point } from '@bordee/core/geo.ts'
import { drawStreets, type GazetteerAddress, settleGazetteer, storeAddresses } from '../addresses/gazetteer.queries.ts'
import { asOwner } from '../upkeep/database.ts'
import { ahead, bearingOf, between, distance, lengthOf, Segments, toPlane, toPoint, type XY } from './plane.ts'
import { isLand, type TownStreet, town } from './town.ts'

/** The gazetteer belongs to no company: only the owner of the tables writes it. Safe to repeat. */
export async function fillGazetteer(ownerUrl: string) {
  await asOwner(ownerUrl, (transact) =>
    transact(async (tx) => {
      await storeAddresses(tx, townHouses())
      await drawStreets(
        tx,
        town().map(({ name, city, line }) => ({ name, city, state: 'QC', line: line.map(toPoint) })),
      )
      await settleGazetteer(tx)
    }),
  )
}

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
  if (built) return built
  const segments = townSegments()
  const isClear = (at: XY, street: number) => !segments.nearest(at, clearance, (segment) => segment.street !== street) && isLand(at)
  built = town().flatMap((street, i) => housesOn(street).filter((house) => isClear(toPlane(house), i)))
  return built
}

let indexed: Segments | undefined
export function townSegments(): Segments {
  if (indexed) return indexed
  indexed = new Segments()
  for (const [i, { line }] of town().entries()) indexed.add(line, i)
  return indexed
}

/** Houses on both sides, odd numbers on the left, increasing along the street. */
function housesOn({ name, city, zip, numbers, lot, line }: TownStreet): TownHouse[] {
  if (!numbers) return []
  const [first, last] = numbers
  const count = Math.max(1, Math.min(Math.floor(lengthOf(line) / lot), Math.floor((last - first) / 2)))
  const metresEach = lengthOf(line) / count
  return Array.from({ length: count }, (_, i) => i).flatMap((i) => {
    const { at: front, bearing } = placeOn(line, (i + 0.5) * metresEach)
    const even = 2 * Math.round((first + ((last - first) * i) / count) / 2)
    return [0, 1].map((odd) => {
      const inward = bearing + (odd ? -90 : 90)
      const point: Point = toPoint(ahead(front, inward, setBack))
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
