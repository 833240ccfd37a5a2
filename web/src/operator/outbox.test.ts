import { expect, test } from 'vitest'
import type { Waiting } from './kept.ts'
import { nextBatch } from './outbox.ts'

let seq = 0
const position = (runId: string): Waiting => ({
  kind: 'position',
  seq: ++seq,
  owner: 'o',
  runId,
  position: { lat: 46.8, lng: -71.2, timestamp: seq, accuracy: 5, speed: null },
})
const start = (runId: string): Waiting => ({ kind: 'start', seq: ++seq, owner: 'o', runId, routeId: 'r', at: '2026-01-20T05:00:00Z' })
const quit = (runId: string): Waiting => ({ kind: 'quit', seq: ++seq, owner: 'o', runId, at: '2026-01-20T06:00:00Z' })

test('the oldest report is sent first, and alone', () => {
  const reports = [start('a'), position('a'), quit('a')]
  expect(nextBatch(reports)).toEqual([reports[0]])
})

test('consecutive positions are sent together, but not past a report between them', () => {
  const reports = [position('a'), position('a'), quit('a'), position('a')]
  expect(nextBatch(reports)).toEqual(reports.slice(0, 2))
})

test('positions of different runs are not sent together', () => {
  const reports = [position('a'), position('b')]
  expect(nextBatch(reports)).toEqual(reports.slice(0, 1))
})

test('an empty queue sends nothing', () => expect(nextBatch([])).toEqual([]))
