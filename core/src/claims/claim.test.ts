import { expect, test } from 'vitest'
import { claimStates, daysLeft, heldDays, prescribedOn } from './claim.ts'
import { claimLife, eventTo } from './claim-life.ts'

test.each([
  ['2024-02-10', '2027-02-10'],
  ['2024-02-29', '2027-02-28'],
])('what happened on %s can be claimed until %s', (day, last) => {
  expect(prescribedOn(day)).toBe(last)
})

test('days are counted to the last one, across a change of hour', () => {
  expect(daysLeft('2027-03-20', '2027-03-10')).toBe(10)
  expect(daysLeft('2027-03-10', '2027-03-10')).toBe(0)
  expect(daysLeft('2027-03-09', '2027-03-10')).toBe(-1)
})

test.each([
  ['2026-02-10', '2025-08-01', '2026-07-31'],
  ['2025-12-31', '2025-08-01', '2026-07-31'],
  ['2026-08-01', '2026-08-01', '2027-07-31'],
])('a claim of %s holds the winter from %s to %s', (day, from, to) => {
  expect(heldDays(day)).toEqual({ from, to })
})

test('a claim can always be closed, and only opened again after that', () => {
  expect(claimLife.states).toEqual([...claimStates])
  expect(claimLife.from('close')).toEqual(['open', 'settled', 'rejected'])
  expect(claimStates.filter((to) => eventTo('closed', to))).toEqual(['open'])
  expect(eventTo('open', 'open')).toBeUndefined()
})
