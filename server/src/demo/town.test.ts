import { expect, test } from 'vitest'
import { ahead, distance, rectangle, toPlane } from '../addresses/plane.ts'
import { drive } from './driving.ts'
import { townHouses, townSegments } from './houses.ts'
import { wayBetween } from './roads.ts'
import { town } from './town.ts'

const central = townHouses().filter(({ isCentral }) => isCentral)
const some = Array.from({ length: 40 }, (_, i) => central[Math.floor((i * central.length) / 40)]).flatMap((house) => house ?? [])

test('the town is modest, and no house stands on a street', () => {
  expect(town().length).toBeLessThan(2600)
  expect(townHouses().length).toBeLessThan(45_000)
  for (const house of some) expect(townSegments().nearest(toPlane(house), 40)?.away, house.name).toBeGreaterThan(12)
})

test('houses stand on the streets far out, too', () => {
  const streets = (of: readonly { name: string; city: string }[]) => new Set(of.map(({ name, city }) => `${name}, ${city}`)).size
  expect(streets(townHouses()) / streets(town())).toBeGreaterThan(0.99)
})

test('a street leads from any house to any other', () => {
  for (const [i, house] of some.entries()) {
    const other = some[(i + 13) % some.length] ?? house
    const way = wayBetween(house, other).map(toPlane)
    expect(way.length, `${house.name} → ${other.name}`).toBeGreaterThan(2)
    expect(distance(way.at(-1) ?? [0, 0], toPlane(other))).toBeLessThan(20)
  }
})

test('a truck leaves the street only for a driveway', () => {
  const sites = some.slice(0, 8).map(({ front, inward, lat, lng }, i) => ({
    id: String(i),
    location: { lat, lng },
    areas: [{ id: String(i), polygon: rectangle(ahead(front, inward, 4.5, 5), inward, 13, 4) }],
  }))
  for (const position of drive(sites, 0, 1)) expect(townSegments().nearest(toPlane(position), 200)?.away).toBeLessThan(20)
})
