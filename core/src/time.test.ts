import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addDays,
  formatDate,
  formatDuration,
  formatInstant,
  instantOf,
  monthAfter,
  monthBefore,
  monthName,
  parseDate,
  todayIn,
  wallClock,
} from './time.ts'

const zone = 'America/Toronto'
const days = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))

test('a day is written dd/MM/yyyy and read back', () => {
  expect(formatDate('2026-01-05')).toBe('05/01/2026')
  expect(formatDate(null)).toBe('')
  expect(parseDate('5/1/2026')).toBe('2026-01-05')
  for (const wrong of ['31/02/2026', '2026-01-05', '1/13/2026', '']) expect(parseDate(wrong)).toBeUndefined()
  fc.assert(fc.property(days, (day) => parseDate(formatDate(day)) === day))
})

test("an instant is shown in the company's time zone, summer and winter", () => {
  expect(formatInstant('2026-01-05T11:30:00Z', zone)).toBe('05/01/2026 6\u00a0h\u00a030')
  expect(formatInstant('2026-07-05T11:30:00Z', zone)).toBe('05/07/2026 7\u00a0h\u00a030')
  expect(formatInstant(null, zone)).toBe('')
  expect(todayIn(zone, new Date('2026-01-05T03:00:00Z'))).toBe('2026-01-04')
})

test('an hour skipped by daylight saving becomes the next one; a repeated hour is the first', () => {
  expect(instantOf('2026-03-08', '02:30', zone).toISOString()).toBe('2026-03-08T07:30:00.000Z')
  expect(instantOf('2026-11-01', '01:30', zone).toISOString()).toBe('2026-11-01T05:30:00.000Z')
})

test('a wall-clock time becomes an instant and back, away from clock changes', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 4, max: 23 }), fc.integer({ min: 0, max: 59 }), (date, hour, minute) => {
      const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
      expect(wallClock(instantOf(date, time, zone), zone)).toEqual({ date, time })
    }),
  )
})

test('days are added across months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29')
})

test('a month before is the same day, or the last of that month', () => {
  expect(monthAfter('2026-01-31')).toBe('2026-02-28')
  expect(monthAfter('2026-12-15')).toBe('2027-01-15')
  expect(monthName('2026-11-15')).toBe('novembre 2026')
  expect(monthBefore('2026-11-15')).toBe('2026-10-15')
  expect(monthBefore('2026-03-31')).toBe('2026-02-28')
  expect(monthBefore('2026-01-01')).toBe('2025-12-01')
})

test('a duration has hours and minutes, and seconds only under ten minutes', () => {
  const words = (seconds: number) => formatDuration(seconds).replaceAll('\u00a0', ' ')
  expect([0, 45, 59.6, 60, 65, 599].map(words)).toEqual(['0 s', '45 s', '1 min', '1 min', '1 min 05 s', '9 min 59 s'])
  expect([600, 645, 3599, 3600, 3905, 90_000].map(words)).toEqual(['10 min', '10 min', '59 min', '1 h 00 min', '1 h 05 min', '25 h 00 min'])
})
