import { expect, test } from 'vitest'
import { instantOf } from '../time.ts'
import { comings, formatMinutes, isForgotten, minutesBetween, overlap, paidMinutesOf, proposedPay, timesTrouble } from './worked-time.ts'

const zone = 'America/Toronto'
const local = (date: string, time: string) => instantOf(date, time, zone).toISOString()
/** Of 14 January, in UTC. */
const at = (time: string) => `2026-01-14T${time}:00.000Z`
const punch = (id: string, from: string, to: string | null, paidMinutes: number | null = null) => ({
  id,
  startedAt: at(from),
  endedAt: to && at(to),
  paidMinutes,
})

test('time is counted as one reads it off the clock, over midnight too', () => {
  expect(minutesBetween('2026-01-14T05:12:50Z', '2026-01-14T05:20:05Z')).toBe(8)
  expect(minutesBetween(local('2026-01-14', '22:00'), local('2026-01-15', '06:30'))).toBe(8 * 60 + 30)
})

test('the night on which clocks go back has an hour more, and the one on which they go forward an hour less', () => {
  expect(minutesBetween(local('2026-10-31', '22:00'), local('2026-11-01', '06:00'))).toBe(9 * 60)
  expect(minutesBetween(local('2026-03-07', '22:00'), local('2026-03-08', '06:00'))).toBe(7 * 60)
})

test('a punch that begins when another ends does not overlap it', () => {
  expect(overlap(punch('a', '05:00', '09:00'), punch('b', '09:00', '12:00'))).toBe(false)
  expect(overlap(punch('a', '05:00', '09:00'), punch('b', '08:59', '12:00'))).toBe(true)
  expect(overlap(punch('a', '05:00', '12:00'), punch('b', '07:00', '08:00'))).toBe(true)
})

test('an open punch overlaps what begins after it, until it counts as forgotten', () => {
  const open = punch('a', '05:00', null)
  expect(overlap(open, punch('b', '20:59', null))).toBe(true)
  expect(overlap(open, punch('b', '21:00', null))).toBe(false)
  expect(isForgotten(open, Date.parse(at('21:00')))).toBe(false)
  expect(isForgotten(open, Date.parse(at('21:01')))).toBe(true)
  expect(isForgotten(punch('a', '05:00', '06:00'), Date.parse(at('23:00')))).toBe(false)
})

test.each([
  ['the future', at('13:00'), null, /à venir/],
  ['an end before the start', at('09:00'), at('08:00'), /après le début/],
  ['more than a day', '2026-01-12T09:00:00Z', at('10:00'), /24 heures/],
  ['a night', '2026-01-13T22:00:00Z', at('06:00'), undefined],
  ['a day under way', at('11:00'), null, undefined],
])('the times of a punch: %s', (_, startedAt, endedAt, trouble) => {
  const said = timesTrouble({ startedAt, endedAt }, Date.parse(at('12:00')))
  if (trouble) expect(said).toMatch(trouble)
  else expect(said).toBeUndefined()
})

test('punches with breaks of at most an hour are one coming to work', () => {
  const times = [punch('c', '12:01', '13:00'), punch('a', '05:00', '08:00'), punch('b', '09:00', '11:00')]
  expect(comings(times).map((group) => group.map(({ id }) => id))).toEqual([['a', 'b'], ['c']])
})

test('whoever comes for less than three hours is proposed three', () => {
  expect([...proposedPay([punch('a', '05:00', '06:10')])]).toEqual([['a', 180]])
  expect([...proposedPay([punch('a', '05:00', '08:00')])]).toEqual([])
})

test('two punches of one coming are proposed three hours together, on the last', () => {
  expect([...proposedPay([punch('a', '05:00', '06:00'), punch('b', '06:30', '07:00')])]).toEqual([['b', 120]])
  expect([...proposedPay([punch('a', '05:00', '07:00'), punch('b', '07:30', '09:00')])]).toEqual([])
  expect([...proposedPay([punch('a', '05:00', '06:00', 180), punch('b', '06:30', '07:00')])]).toEqual([])
})

test('nothing is proposed of what is decided, or still open', () => {
  expect([...proposedPay([punch('a', '05:00', '06:10', 70)])]).toEqual([])
  expect([...proposedPay([punch('a', '05:00', null)])]).toEqual([])
})

test('what is paid is what was decided, or else what was worked', () => {
  expect(paidMinutesOf({ minutes: 70, paidMinutes: 180 })).toBe(180)
  expect(paidMinutesOf({ minutes: 70, paidMinutes: null })).toBe(70)
  expect(paidMinutesOf({ minutes: null, paidMinutes: null })).toBe(0)
  expect(formatMinutes(425)).toBe('7\u00a0h\u00a005')
})
