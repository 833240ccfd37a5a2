import { expect, test } from 'vitest'
import type { Waiting } from './kept.ts'
import { nextBatch } from './outbox.ts'

let seq = 0
const now = Date.parse('2026-01-20T05:00:00Z')
const extras = () => ({ seq: ++seq, owner: 'o', stuck: 0 as const })
const position = (runId: string): Waiting => ({
  kind: 'position',
  ...extras(),
  runId,
  position: { lat: 46.8, lng: -71.2, timestamp: seq, accuracy: 5, speed: null },
})
const start = (runId: string): Waiting => ({ kind: 'start', ...extras(), runId, routeId: 'r', at: '2026-01-20T05:00:00Z' })
const quit = (runId: string, heldUntil?: number): Waiting => ({
  kind: 'quit',
  ...extras(),
  runId,
  at: '2026-01-20T06:00:00Z',
  ...(heldUntil && { heldUntil }),
})
const batchOf = (reports: Waiting[]) => nextBatch(reports, now).batch

test('the oldest report is sent first, and alone', () => {
  const reports = [start('a'), position('a'), quit('a')]
  expect(batchOf(reports)).toEqual([reports[0]])
})

test('consecutive positions are sent together, but not past a report between them', () => {
  const reports = [position('a'), position('a'), quit('a'), position('a')]
  expect(batchOf(reports)).toEqual(reports.slice(0, 2))
})

test('positions of different runs are not sent together', () => {
  const reports = [position('a'), position('b')]
  expect(batchOf(reports)).toEqual(reports.slice(0, 1))
})

test('an empty queue sends nothing', () => expect(nextBatch([], now)).toEqual({ batch: [], wait: null }))

test('a held entry holds everything later of its run, and nothing else', () => {
  const reports = [position('a'), quit('a', now + 3000), position('a'), quit('b', now + 2000), start('c')]
  expect(batchOf(reports)).toEqual([reports[0]])
  expect(batchOf(reports.slice(1))).toEqual([reports[4]])
  expect(nextBatch(reports.slice(1, 4), now)).toEqual({ batch: [], wait: 2000 })
  expect(nextBatch(reports.slice(1, 3), now + 3000).batch).toEqual([reports[1]])
})

test('a hold survives no clock that was set back', () => {
  const reports = [quit('a', now + 3_600_000)]
  expect(batchOf(reports)).toEqual(reports)
})

test('the marks of a street leave one by one, in order, once the driver can no longer take them back', () => {
  const street = ['s1', 's2', 's3'].map(
    (siteId): Waiting => ({
      kind: 'mark',
      ...extras(),
      runId: 'a',
      heldUntil: now + 5000,
      mark: { id: siteId, siteId, areaId: null, type: 'mark_as_done', at: '2026-01-20T05:00:00Z', reason: null, note: null },
    }),
  )
  expect(nextBatch(street, now)).toEqual({ batch: [], wait: 5000 })
  expect(nextBatch(street, now + 5000).batch).toEqual([street[0]])
  expect(nextBatch(street.slice(1), now + 5000).batch).toEqual([street[1]])
})
