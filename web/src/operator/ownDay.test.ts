import type { Punch } from '@bordee/core/punches/punch.ts'
import { expect, test } from 'vitest'
import { isUnderWay, latestDay } from './ownDay.ts'

const now = Date.parse('2026-01-14T20:00:00Z')
const punch = (startedAt: string, endedAt: string | null, more: object = {}) =>
  ({
    id: startedAt,
    accountId: 'marc',
    startedAt: `2026-01-${startedAt}Z`,
    endedAt: endedAt && `2026-01-${endedAt}Z`,
    removedAt: null,
    ...more,
  }) as Punch

test('the phone goes on with the day that the server knows', () => {
  const day = latestDay([punch('14T10:00:00', null), punch('13T10:00:00', '13T18:00:00')], 'marc', now)
  expect(day).toEqual({ id: '14T10:00:00', startedAt: '2026-01-14T10:00:00.000Z', endedAt: null })
  expect(isUnderWay(day, now)).toBe(true)
})

test('someone else’s hours, and removed ones, are no day of this driver', () => {
  const punches = [punch('14T10:00:00', null, { accountId: 'lise' }), punch('14T11:00:00', null, { removedAt: '2026-01-14T12:00:00Z' })]
  expect(latestDay(punches, 'marc', now)).toBeNull()
})

test('a forgotten day is not under way any more', () => {
  const day = latestDay([punch('13T10:00:00', null)], 'marc', now)
  expect(day?.endedAt).toBeNull()
  expect(isUnderWay(day, now)).toBe(false)
})

test('a day that ended long ago says nothing any more', () => {
  expect(latestDay([punch('12T10:00:00', '12T18:00:00')], 'marc', now)).toBeNull()
  expect(latestDay([punch('14T10:00:00', '14T18:00:00')], 'marc', now)).not.toBeNull()
})

test('its hours are by the clock of a phone that is late', () => {
  expect(latestDay([punch('14T10:00:00', null)], 'marc', now, 3_600_000)?.startedAt).toBe('2026-01-14T09:00:00.000Z')
})
