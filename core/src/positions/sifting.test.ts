import { expect, test } from 'vitest'
import { clockOffset, jumpsAmong, plausible, sifted } from './sifting.ts'

const position = (at: number, more: object = {}) => ({ lat: 46.8, lng: -71.2, at, accuracy: 5, speed: null, ...more })
const hour = 3_600_000
const sifting = { presences: [{ from: hour, until: null }], now: 2 * hour }

test.each([
  ['one from the run', position(hour + 1), true],
  ['from before it began', position(hour - 1), false],
  ['from the future', position(2 * hour + 120_001), false],
  ['from a clock that is a little ahead', position(2 * hour + 60_000), true],
  ['from nowhere in the Atlantic', position(hour + 1, { lat: 0, lng: 0 }), false],
  ['one that is unsure', position(hour + 1, { accuracy: 51 }), false],
  ['one that does not say', position(hour + 1, { accuracy: null }), true],
  ['one that says that it is none', position(hour + 1, { accuracy: -1 }), false],
  ['from beyond the pole', position(hour + 1, { lat: 91 }), false],
  ['from beyond the date line', position(hour + 1, { lng: -181 }), false],
])('%s', (_, one, isTaken) => {
  expect(sifted([one], sifting)).toEqual(isTaken ? [one] : [])
})

test('positions between a quit and the next start are private', () => {
  const presences = [
    { from: hour, until: hour + 1000 },
    { from: hour + 5000, until: null },
  ]
  const positions = [1000, 1001, 4999, 5000].map((ms) => position(hour + ms))
  expect(sifted(positions, { presences, now: 2 * hour })).toEqual([positions[0], positions[3]])
})

const far = { lat: 46.9 }

test('a position that no truck could have reached in time is a jump', () => {
  const [before, jump, after] = [position(1000), position(2000, far), position(3000)]
  expect(jumpsAmong([before, jump, after])).toEqual(new Set([jump]))
  expect(jumpsAmong([before, position(hour, far)]).size).toBe(0)
})

test('a track is drawn without its jumps, wherever they are; three that agree are where the truck is', () => {
  const drive = (from: number, at: object = {}) => [0, 1, 2, 3].map((i) => position(from + i * 1000, at))
  const [one, other] = [drive(1000), drive(10_000)]
  expect(plausible([position(0, far), ...one, position(8000, far), ...other])).toEqual([...one, ...other])
  expect(plausible([...one, ...drive(10_000, far)])).toHaveLength(8)
  expect(plausible([position(0, far)])).toHaveLength(1)
})

test("a clock off by more than two minutes is corrected from the batch's sending time", () => {
  expect(clockOffset(null, hour)).toBe(0)
  expect(clockOffset(hour - 119_000, hour)).toBe(0)
  expect(clockOffset(2 * hour, hour)).toBe(-hour)
})
