import { expect, test } from 'vitest'
import { proposedFrom, type Stay } from './from-runs.ts'

const at = (time: string) => `2026-01-14T${time}:00Z`
const stay = (id: string, from: string, to: string, accountId = 'marc'): Stay => ({
  id,
  accountId,
  name: accountId,
  startedAt: at(from),
  endedAt: at(to),
  routeName: `Trajet ${id}`,
})
const punch = (from: string, to: string | null, more: object = {}) => ({
  accountId: 'marc',
  startedAt: at(from),
  endedAt: to && at(to),
  source: 'phone' as const,
  removedAt: null,
  ...more,
})
const brief = (...given: Parameters<typeof proposedFrom>) =>
  proposedFrom(...given).map(({ id, accountId, minutes, routeNames }) => [id, accountId, minutes, routeNames.length])

test('runs that follow each other are one proposal, from the start of the first to the end of the last', () => {
  expect(brief([stay('a', '03:00', '05:00'), stay('b', '05:40', '07:00')], [])).toEqual([['a', 'marc', 240, 2]])
})

test('a long gap makes two proposals, and each person has their own', () => {
  const stays = [stay('a', '03:00', '05:00'), stay('b', '09:00', '10:00'), stay('c', '03:00', '04:00', 'lise')]
  expect(brief(stays, [])).toEqual([
    ['a', 'marc', 120, 1],
    ['b', 'marc', 60, 1],
    ['c', 'lise', 60, 1],
  ])
})

test('a punch between two runs separates them', () => {
  const stays = [stay('a', '03:00', '04:00'), stay('b', '04:30', '05:30')]
  expect(brief(stays, [punch('04:05', '04:20')])).toEqual([
    ['a', 'marc', 60, 1],
    ['b', 'marc', 60, 1],
  ])
})

test('a run inside another one does not shorten it', () => {
  expect(brief([stay('a', '03:00', '07:00'), stay('b', '04:00', '05:00')], [])).toEqual([['a', 'marc', 240, 2]])
})

test('what a punch touches is not proposed, nor what was dismissed; a removed punch covers nothing', () => {
  const stays = [stay('a', '03:00', '05:00')]
  expect(brief(stays, [punch('02:30', '06:00')])).toEqual([])
  expect(brief(stays, [punch('02:30', null)])).toEqual([])
  expect(brief(stays, [punch('03:00', '05:00', { source: 'run', removedAt: at('09:00') })])).toEqual([])
  expect(brief(stays, [punch('02:30', '06:00', { removedAt: at('09:00') })])).toHaveLength(1)
  expect(brief(stays, [punch('02:30', '06:00', { accountId: 'lise' })])).toHaveLength(1)
})
