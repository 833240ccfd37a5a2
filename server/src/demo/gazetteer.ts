// A small gazetteer around Québec City, to try the product offline. Deterministic: the same houses at each start.
import { metresBetween, type Point } from '@bordee/core/geo.ts'
import { drawStreets, type GazetteerAddress, settleGazetteer, storeAddresses } from '../addresses/gazetteer.queries.ts'
import { asOwner } from '../upkeep/database.ts'
import { type Artery, arteries, type LatLng, type Neighbourhood, neighbourhoods } from './streets.ts'

export interface DemoStreet {
  name: string
  city: string
  zip: string
  firstNumber: number
  lastNumber: number
  line: Point[]
}

const demoStreets = (): DemoStreet[] => [...arteries.map(fromArtery), ...neighbourhoods.flatMap(streetsOf)]

/** The gazetteer belongs to no company: only the owner of the tables writes it. Safe to repeat. */
export async function fillGazetteer(ownerUrl: string) {
  const streets = demoStreets()
  await asOwner(ownerUrl, (transact) =>
    transact(async (tx) => {
      await storeAddresses(tx, streets.flatMap(housesOn))
      await drawStreets(
        tx,
        streets.map(({ name, city, line }) => ({ name, city, state: 'QC', line })),
      )
      await settleGazetteer(tx)
    }),
  )
}

const lot = 22 // metres of street per house
const setBack = 13 // metres from the middle of the street

/** Houses on both sides, odd numbers on the left, increasing along the street. */
function housesOn({ name, city, zip, firstNumber, lastNumber, line }: DemoStreet): GazetteerAddress[] {
  const metres = lengthOf(line)
  const count = Math.max(4, Math.min(Math.floor(metres / lot), Math.floor((lastNumber - firstNumber) / 2)))
  const houses = Array.from({ length: count }, (_, i) => {
    const part = (i + 0.5) / count
    const side = i % 2 ? 1 : -1
    const rough = Math.round(firstNumber + (lastNumber - firstNumber) * (i / (count - 1)))
    const number = rough % 2 === (side === 1 ? 1 : 0) ? rough : rough + 1
    const { lat, lng } = beside(line, part * metres, side * setBack)
    return { civicNumber: String(number), name, city, state: 'QC', zip, lat: round(lat), lng: round(lng) }
  })
  return [...new Map(houses.map((house) => [house.civicNumber, house])).values()]
}

function fromArtery({ name, city, zip, numbers, way }: Artery): DemoStreet {
  const line = bent(
    way.map(([lat, lng]) => ({ lat, lng })),
    name.length,
  )
  return { name, city, zip, firstNumber: numbers[0], lastNumber: numbers[1], line }
}

/** A grid around the centre, with slightly curved streets. */
function streetsOf({ city, zone, centre, bearing, along, across, gaps, firstNumber }: Neighbourhood): DemoStreet[] {
  const [alongGap, acrossGap] = gaps
  const halfAcross = ((across.length - 1) * acrossGap) / 2
  const halfAlong = ((along.length - 1) * alongGap) / 2
  const street = (name: string, index: number, from: Point, to: Point): DemoStreet => ({
    name,
    city,
    zip: `${zone} ${1 + (index % 9)}${'ABCEGHJKLM'[(index * 7 + name.length) % 10]}${(index * 3 + name.length) % 10}`,
    firstNumber: firstNumber + index * 10,
    lastNumber: firstNumber + index * 10 + Math.round(metresBetween(from, to) / 8),
    line: bent([from, to], index),
  })
  const at = (ahead: number, aside: number) => moved(moved(toPoint(centre), bearing, ahead), bearing + 90, aside)
  return [
    ...along.map((name, i) => {
      const aside = i * alongGap - halfAlong
      return street(name, i, at(-halfAcross - 40, aside), at(halfAcross + 40, aside))
    }),
    ...across.map((name, i) => {
      const ahead = i * acrossGap - halfAcross
      return street(name, along.length + i, at(ahead, -halfAlong - 40), at(ahead, halfAlong + 40))
    }),
  ]
}

/** A slight curve to one side or the other, so that the map doesn't look ruled. */
function bent(way: Point[], seed: number): Point[] {
  const [from, to] = [way[0], way.at(-1)]
  if (way.length !== 2 || !from || !to) return way
  const metres = metresBetween(from, to)
  const bow = (metres / 110) * (seed % 2 ? 1 : -1) * (1 + (seed % 3) / 2)
  const towards = bearingOf(from, to)
  return [0, 0.25, 0.5, 0.75, 1].map((part) => moved(moved(from, towards, part * metres), towards + 90, Math.sin(part * Math.PI) * bow))
}

/** The point that many metres along the line and to its left. */
function beside(line: readonly Point[], metres: number, left: number): Point {
  let rest = metres
  for (const [i, to] of line.entries()) {
    const from = line[i - 1]
    if (!from) continue
    const leg = metresBetween(from, to)
    if (rest <= leg || i === line.length - 1) return moved(moved(from, bearingOf(from, to), rest), bearingOf(from, to) - 90, left)
    rest -= leg
  }
  return line[0] as Point
}

const lengthOf = (line: readonly Point[]) => line.reduce((sum, point, i) => sum + metresBetween(line[i - 1] ?? point, point), 0)
const toPoint = ([lat, lng]: LatLng): Point => ({ lat, lng })
const round = (degrees: number) => Number(degrees.toFixed(6))
const metresPerDegree = 111_195
const shrink = (lat: number) => Math.cos((lat * Math.PI) / 180)

function moved({ lat, lng }: Point, bearing: number, metres: number): Point {
  const angle = (bearing * Math.PI) / 180
  return {
    lat: lat + (metres * Math.cos(angle)) / metresPerDegree,
    lng: lng + (metres * Math.sin(angle)) / (metresPerDegree * shrink(lat)),
  }
}

function bearingOf(from: Point, to: Point): number {
  return (Math.atan2((to.lng - from.lng) * shrink(from.lat), to.lat - from.lat) * 180) / Math.PI
}
