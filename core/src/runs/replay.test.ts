import { expect, test } from 'vitest'
import { distances, gapsIn, piecesOf, placeAt, placeBefore, stopsIn } from './replay.ts'

const perLat = 111_195
const position = (seconds: number, north: number, speed: number | null = null) => ({
  lat: 46.8 + north / perLat,
  lng: -71.2,
  at: seconds * 1000,
  accuracy: 5,
  speed,
})
const track = [position(0, 0), position(10, 50), position(20, 80, 5), position(100, 500), position(104, 520)]
const north = (at: number) => {
  const place = placeAt(track, at * 1000)
  return place && Math.round((place.lat - 46.8) * perLat)
}

test('between two positions a truck moves along, in ten steps', () => {
  expect([north(0), north(5), north(9.99), north(10)]).toEqual([0, 25, 45, 50])
  expect([north(-1), north(104), north(105)]).toEqual([undefined, 520, undefined])
})

test('in a gap the truck stays where it was last seen', () => {
  expect(placeAt(track, 60_000)).toMatchObject({ isUnseen: true, speed: null })
  expect(north(60)).toBe(80)
})

test("its speed is the receiver's, or computed from the distance", () => {
  expect(placeAt(track, 5000)?.speed).toBeCloseTo(18, 1)
  expect(placeAt(track, 20_000)?.speed).toBe(18)
})

test('gaps add no distance', () => {
  expect(distances(track).map(Math.round)).toEqual([0, 50, 80, 80, 100])
})

test('a moment is found in a long track', () => {
  const long = Array.from({ length: 20_000 }, (_, i) => position(i * 2, i))
  expect([placeBefore(long, -1), placeBefore(long, 0), placeBefore(long, 3999), placeBefore(long, 1e12)]).toEqual([-1, 0, 1, 19_999])
})

test('gaps are listed, and no piece of the path crosses one', () => {
  expect(gapsIn(track)).toEqual([{ from: 20_000, to: 100_000 }])
  expect(piecesOf(track, 10)).toEqual([
    { first: 0, last: 2 },
    { first: 3, last: 4 },
  ])
  const straight = Array.from({ length: 8 }, (_, i) => position(i * 2, i * 10))
  expect(piecesOf(straight, 3)).toEqual([
    { first: 0, last: 3 },
    { first: 3, last: 6 },
    { first: 6, last: 7 },
  ])
  expect([piecesOf([], 3), piecesOf(straight.slice(0, 1), 3)]).toEqual([[], []])
})

test('a truck that drifts a few metres for a minute is stopped, one that creeps along is not', () => {
  const stands = Array.from({ length: 20 }, (_, i) => position(100 + i * 5, 200 + (i % 3) * 4))
  const leaves = Array.from({ length: 20 }, (_, i) => position(200 + i * 5, 220 + i * 12))
  expect(stopsIn([position(95, 150), ...stands, ...leaves])).toEqual([{ from: 100_000, to: 200_000 - 5000 }])
  expect(stopsIn(Array.from({ length: 60 }, (_, i) => position(i * 5, i * 5)))).toEqual([])
})
