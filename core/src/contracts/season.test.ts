import { expect, test } from 'vitest'
import { seasonDays, seasonName, seasonOf } from './season.ts'

test.each([
  ['2026-11-01', 2026],
  ['2027-02-15', 2026],
  ['2027-04-30', 2026],
  ['2027-05-01', 2027],
])('a contract that starts on %s is for the winter of %d', (day, season) => {
  expect(seasonOf(day)).toBe(season)
})

test('a season is named by its two years, and starts and ends on days of its own', () => {
  expect(seasonName(2026)).toBe('2026-2027')
  const { from, to } = seasonDays(2026)
  expect([seasonOf(from), seasonOf(to)]).toEqual([2026, 2026])
})
