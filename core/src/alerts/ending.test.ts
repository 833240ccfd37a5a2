import { expect, test } from 'vitest'
import { durationOf, endingOf, type LivingSend } from './ending.ts'

const now = new Date('2026-01-15T21:00:00Z') // 16:00 in Québec
const alive: LivingSend = {
  isStopped: false,
  isOpen: true,
  pressedAt: new Date('2026-01-15T20:00:00Z'),
  timeZone: 'America/Toronto',
  startHourAllowed: '06:00',
  endHourAllowed: '17:00',
}

test('a send ends when it is stopped, its company or module is off, half a day has passed, or the allowed hours end', () => {
  expect(endingOf(alive, now)).toBeNull()
  expect(endingOf({ ...alive, isStopped: true, isOpen: false }, now)).toBe('stopped')
  expect(endingOf({ ...alive, isOpen: false }, now)).toBe('module')
  expect(endingOf({ ...alive, pressedAt: new Date('2026-01-15T09:00:00Z') }, now)).toBe('expired')
  expect(endingOf(alive, new Date('2026-01-15T21:59:59Z'))).toBeNull()
  expect(endingOf(alive, new Date('2026-01-15T22:00:00Z'))).toBe('hours')
  expect(endingOf({ ...alive, endHourAllowed: null }, new Date('2026-01-16T04:00:00Z'))).toBeNull()
})

test('a send takes as long as its numbers need, and reports how many would be late', () => {
  expect(durationOf(5000, { rate: null, waiting: 0 }, alive, now)).toEqual({ seconds: 0, lateCount: 0 })
  expect(durationOf(600, { rate: 1, waiting: 0 }, alive, now)).toEqual({ seconds: 600, lateCount: 0 })
  expect(durationOf(601, { rate: 2, waiting: 0 }, alive, now)).toEqual({ seconds: 301, lateCount: 0 })
  // One hour is left: 3,600 can leave, of which 100 belong to another send.
  expect(durationOf(4000, { rate: 1, waiting: 100 }, alive, now)).toEqual({ seconds: 4100, lateCount: 500 })
  expect(durationOf(10, { rate: 1, waiting: 9000 }, alive, now)).toEqual({ seconds: 9010, lateCount: 10 })
  expect(durationOf(50_000, { rate: 1, waiting: 0 }, { ...alive, endHourAllowed: null }, now).lateCount).toBe(50_000 - 12 * 3600)
})
