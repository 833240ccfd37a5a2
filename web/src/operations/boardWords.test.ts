import type { BoardItem, BoardRound } from '@bordee/core/operations/board.ts'
import { expect, test } from 'vitest'
import { endWords, itemWords, momentIn, roundName, shiftOf, stateWords } from './boardWords.ts'

const zone = 'America/Toronto'
const now = Date.parse('2026-11-17T11:00:00Z') // 6 h
const round = (more: Partial<BoardRound>) =>
  ({
    kind: 'full',
    number: 1,
    isRedo: false,
    state: 'under-way',
    since: null,
    handedTo: [],
    startedAt: '2026-11-17T08:00:00Z',
    finishedAt: null,
    ...more,
  }) as BoardRound
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null

test('a round says what is wrong with it, and since when', () => {
  const words = (more: Partial<BoardRound>) => plain(stateWords(round(more), now))
  expect(words({ state: 'stopped', since: '2026-11-17T10:45:30Z' })).toBe('arrêtée 14 min')
  expect(words({ state: 'silent', since: '2026-11-17T09:55:00Z' })).toBe('sans nouvelles 1 h 05 min')
  expect(words({ state: 'not-started' })).toBe('non démarrée')
  expect(words({ state: 'not-started', isRedo: true })).toBe('à prendre')
  expect(words({ state: 'handed-over', handedTo: ['Lévis', 'Beauport'] })).toBe('remise à Lévis, Beauport')
  expect(words({})).toBeNull()
})

test('only what is unusual of a round is named', () => {
  expect(plain(roundName(round({})))).toBeNull()
  expect(plain(roundName(round({ kind: 'windrow', number: 2 })))).toBe('Bordure, ronde 2')
  expect(plain(roundName(round({ number: 2 })))).toBe('Complet, ronde 2')
  expect(plain(roundName(round({ isRedo: true })))).toBe('Reprise')
})

test('a driver has been out for long after twelve hours, and no longer once the run is over', () => {
  expect(shiftOf(round({}), now)).toMatchObject({ isLong: false })
  expect(shiftOf(round({ startedAt: '2026-11-16T23:00:00Z' }), now)).toMatchObject({ isLong: true })
  expect(shiftOf(round({ finishedAt: '2026-11-17T10:00:00Z' }), now)).toBeNull()
})

test('an end says by how much it is late', () => {
  const end = (expectedEnd: string | null, delayMinutes: number) => plain(endWords({ expectedEnd, delayMinutes }, zone))
  expect(end('2026-11-17T12:40:00Z', 40)).toBe('7 h 40 (+40 min)')
  expect(end('2026-11-17T11:20:00Z', 0)).toBe('6 h 20')
  expect(end(null, 0)).toBe('')
})

test('a moment has its day only where the hour could be that of another one', () => {
  expect(plain(momentIn(zone, '2026-11-17T03:10:00Z', now))).toBe('22 h 10')
  expect(plain(momentIn(zone, '2026-11-16T07:10:00Z', now))).toBe('16/11/2026 à 2 h 10')
})

test('what waits for someone says why', () => {
  const item = (more: Partial<BoardItem>) => plain(itemWords({ kind: 'redo', source: null, reason: null, ...more } as BoardItem))
  expect(item({ reason: 'gate' })).toBe('Pas fait : barrière fermée')
  expect(item({})).toBe('Pas atteint')
  expect(item({ kind: 'request', source: 'resident' })).toBe('Demande (occupant)')
})
