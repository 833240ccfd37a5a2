import { expect, test } from 'vitest'
import { noGaps, withGap } from './spacing.ts'

/** A receiver's gaps in seconds, at 5 m/s unless told otherwise. */
const isTooLong = (gaps: readonly number[], speed = 5) =>
  gaps.reduce((spacing, seconds) => withGap(spacing, seconds, seconds * speed), noGaps).isTooLong
const times = (count: number, seconds: number) => Array.from({ length: count }, () => seconds)

test('a position every minute is too far from the next, one every 30 s is not, even if it comes a little late', () => {
  expect(isTooLong(times(5, 60))).toBe(true)
  expect(isTooLong(times(50, 900))).toBe(true)
  expect(isTooLong(times(50, 32))).toBe(false)
  expect(isTooLong(times(50, 1))).toBe(false)
})

test('a few silences, or too few gaps, prove nothing', () => {
  expect(isTooLong([...times(20, 5), 600, 1200, ...times(20, 5)])).toBe(false)
  expect(isTooLong(times(4, 60))).toBe(false)
})

test('a parked truck may report rarely', () => {
  expect(isTooLong(times(100, 300), 0.05)).toBe(false)
})
