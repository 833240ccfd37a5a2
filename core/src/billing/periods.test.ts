import { expect, test } from 'vitest'
import { endedPeriods, periodEnd } from './periods.ts'

const toronto = 'America/Toronto'
const at = (text: string) => new Date(text)

test.each([
  ['in winter', '2026-01-01T05:00:00Z', toronto, '2026-02-01T05:00:00Z'],
  ['the month in which summer time begins', '2026-03-01T05:00:00Z', toronto, '2026-04-01T04:00:00Z'],
  ['the month in which it ends', '2026-11-01T04:00:00Z', toronto, '2026-12-01T05:00:00Z'],
  ['from the middle of a month', '2026-01-17T15:12:00Z', toronto, '2026-02-01T05:00:00Z'],
  ['over the year', '2026-12-01T05:00:00Z', toronto, '2027-01-01T05:00:00Z'],
  ['in a leap year', '2028-02-01T05:00:00Z', toronto, '2028-03-01T05:00:00Z'],
  ['in Newfoundland', '2026-01-01T03:30:00Z', 'America/St_Johns', '2026-02-01T03:30:00Z'],
  [
    'after a move to the west, the hours left of the month join the next',
    '2026-03-01T05:00:00Z',
    'America/Vancouver',
    '2026-04-01T07:00:00Z',
  ],
  ['after a move to the east nothing is left', '2026-03-01T08:00:00Z', toronto, '2026-04-01T04:00:00Z'],
  ['opened in the last hours of a month', '2026-01-31T20:00:00Z', toronto, '2026-03-01T05:00:00Z'],
  ['opened a whole day before its end', '2026-01-31T05:00:00Z', toronto, '2026-02-01T05:00:00Z'],
])('%s', (_, start, zone, end) => {
  expect(periodEnd(at(start), zone).toISOString()).toBe(at(end).toISOString())
})

test('a period ends exactly at its last instant', () => {
  const start = at('2026-01-01T05:00:00Z')
  expect(endedPeriods(start, toronto, at('2026-02-01T04:59:59.999Z'))).toEqual([])
  expect(endedPeriods(start, toronto, at('2026-02-01T05:00:00Z'))).toEqual([{ start, end: at('2026-02-01T05:00:00Z') }])
})

test('months in which nobody looked are one period each, without gaps', () => {
  const periods = endedPeriods(at('2026-01-17T15:12:00Z'), toronto, at('2026-05-03T00:00:00Z'))
  expect(periods.map(({ end }) => end.toISOString().slice(0, 10))).toEqual(['2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01'])
  for (const [i, { start }] of periods.entries()) if (i > 0) expect(start).toEqual(periods[i - 1]?.end)
})
