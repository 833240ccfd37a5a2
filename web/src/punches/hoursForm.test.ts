import { expect, test } from 'vitest'
import { momentsOf, timesOf } from './hoursForm.ts'

const zone = 'America/Toronto'
/** Twenty seconds after half past one, the second time on the night when clocks go back. */
const night = { startedAt: '2026-11-01T06:30:20.000Z', endedAt: '2026-11-01T11:00:05.000Z' }

test('an end that is not after the start is of the next day', () => {
  const times = timesOf({ day: '2026-01-13', from: '22:00', to: '06:30' }, zone)
  expect(times).toEqual({ startedAt: '2026-01-14T03:00:00.000Z', endedAt: '2026-01-14T11:30:00.000Z' })
  expect(timesOf({ day: '2026-01-13', from: '22:00', to: null }, zone).endedAt).toBeNull()
})

test('what nobody touched stays to the second, also in the hour that a change of clocks repeats', () => {
  expect(timesOf(momentsOf(night, zone), zone, night)).toEqual(night)
  expect(timesOf({ ...momentsOf(night, zone), to: '07:00' }, zone, night)).toEqual({ ...night, endedAt: '2026-11-01T12:00:00.000Z' })
})

test('another start moves an end after midnight with its day', () => {
  expect(timesOf({ ...momentsOf(night, zone), day: '2026-10-31', from: '23:00' }, zone, night)).toEqual({
    startedAt: '2026-11-01T03:00:00.000Z',
    endedAt: '2026-11-01T11:00:00.000Z',
  })
})
