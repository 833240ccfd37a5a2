import { expect, test } from 'vitest'
import { endedWithoutAWord, lastMovement, quitWithoutAWord, secondsPresent, silentSince } from './presence.ts'

const hour = 3_600_000
/** At a minute, `north` metres north of home. */
const position = (minute: number, north: number) => ({
  lat: 46.8 + north / 111_195,
  lng: -71.2,
  at: minute * 60_000,
  accuracy: 5,
  speed: null,
})

test('a phone lying on a table drifts without moving', () => {
  expect(lastMovement([], 7)).toBe(7)
  expect(lastMovement([position(1, 0), position(2, 60), position(3, -30), position(4, 20)], 0)).toBe(0)
  expect(lastMovement([position(1, 0), position(2, 150), position(3, 160), position(4, 155)], 0)).toBe(2 * 60_000)
  expect(lastMovement([position(1, 0), position(2, 150), position(3, 20)], 0)).toBe(3 * 60_000)
})

test('two hours without moving or acting count as a quit, at the last of them', () => {
  expect(quitWithoutAWord(0, 0, 2 * hour - 1)).toBeNull()
  expect(quitWithoutAWord(0, 0, 2 * hour)).toBe(0)
  expect(quitWithoutAWord(0, hour, 2 * hour)).toBeNull()
  expect(quitWithoutAWord(5, hour, 4 * hour)).toBe(hour)
})

test('five minutes without a position or a mark are silence, from the last of them or the start', () => {
  const minutes = (n: number) => n * 60_000
  expect(silentSince(0, null, minutes(5) - 1)).toBeNull()
  expect(silentSince(0, null, minutes(5))).toBe(0)
  expect(silentSince(0, minutes(3), minutes(7))).toBeNull()
  expect(silentSince(0, minutes(3), minutes(8))).toBe(minutes(3))
})

test('twelve hours without a sign of life end a run', () => {
  expect([endedWithoutAWord(1, 12 * hour), endedWithoutAWord(0, 12 * hour)]).toEqual([null, 0])
})

test('presence counts from each start to the following quit, in whatever order they arrive', () => {
  const comings = [
    { type: 'quit' as const, at: 50_000 },
    { type: 'start' as const, at: 20_000 },
    { type: 'start' as const, at: 80_000 },
    { type: 'start' as const, at: 30_000 }, // already in the run
  ]
  expect(secondsPresent(comings, 100_000)).toBe(50)
  expect(secondsPresent(comings.slice(0, 2), 100_000)).toBe(30)
  expect(secondsPresent([{ type: 'quit', at: 5 }], 100_000)).toBe(0)
})
