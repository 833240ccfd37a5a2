import { expect, test } from 'vitest'
import { isFresh, type SiteAhead, sitesToWarn } from './route-alerts.ts'

const sites = (marks: string): SiteAhead[] =>
  Array.from(marks, (mark, i) => ({ id: String(i), isReached: mark === 'r' || mark === 'R', isWarned: mark === 't' || mark === 'R' }))

test.each([
  ['at the start the first ones', '.....', 2, ['0', '1']],
  ['up to so many beyond the furthest reached', 'R....', 2, ['1', '2']],
  ['also those that were skipped on the way', 'R..R...', 1, ['1', '2', '4']],
  ['those that were told are not told again', 'RttR.t', 2, ['4']],
  ['nobody who is reached already', 'rrr.', 1, ['3']],
  ['nobody ahead when none is to be', 'R.R..', 0, ['1']],
  ['at the end nobody is left', 'RRR', 5, []],
])('%s', (_, marks, siteBefore, told) => {
  expect(sitesToWarn(sites(marks), siteBefore)).toEqual(told)
})

test('events older than five minutes alert nobody', () => {
  expect([isFresh(0, 299_999), isFresh(0, 300_000)]).toEqual([true, false])
})

test('stops that the office adds never advance the front', () => {
  const stop = (id: string, isReached: boolean, isAdded = false) => ({ id, isReached, isWarned: false, isAdded })
  const sites = [stop('a', true), stop('b', false), stop('c', false), stop('x', true, true), stop('d', false)]
  expect(sitesToWarn(sites, 1)).toEqual(['b'])
})
