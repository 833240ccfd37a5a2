import { Problem } from '@bordee/core/problem.ts'
import { expect, test } from 'vitest'
import type { Report } from './kept.ts'
import { verdictOn } from './rejections.ts'

const problem = (status: number, code?: string) => new Problem(status, 'Non.', code ? { code } : {})

test.each<[string, Report['kind'], unknown, string]>([
  ['no network', 'mark', new TypeError('Failed to fetch'), 'later'],
  ['a server that fails', 'mark', problem(503), 'later'],
  ['a server that fails on a quit', 'quit', problem(500), 'later'],
  ['a server that fails on a start taken back', 'take-back', problem(503), 'later'],
  ['a server that is busy', 'mark', problem(429), 'later'],
  ['two at once', 'start', problem(409, 'try-again'), 'later'],
  ['an expired session', 'mark', problem(401), 'sign-in'],
  ['another company chosen in another tab', 'mark', problem(409, 'company-changed'), 'company'],
  ['a module switched off', 'start', problem(409, 'module-inactive'), 'module'],
  ['a lost access', 'mark', problem(403), 'access'],
  ['a start while in another run', 'start', problem(409, 'run-active'), 'hold-run'],
  ['a round that a colleague began', 'start', problem(409, 'round-begun'), 'hold-run'],
  ['a deleted route', 'start', problem(404), 'hold-run'],
  ['a start older than seven days', 'start', problem(422), 'hold-run'],
  ['a run id used by someone else', 'start', problem(409, 'id-used'), 'hold-run'],
  ['joining a finished run', 'join', problem(409, 'run-finished'), 'hold-run'],
  ['a mark in a deleted run', 'mark', problem(404, 'run-gone'), 'hold-run'],
  ['positions of a deleted run', 'position', problem(404, 'run-gone'), 'hold-run'],
  ['a mark after the end', 'mark', problem(409, 'run-finished'), 'set-aside'],
  ['a mark on a place that is gone', 'mark', problem(404), 'set-aside'],
  ['a day that is too old', 'punch', problem(422), 'set-aside'],
  ['a day that overlaps another', 'punch', problem(409, 'punch-overlap'), 'set-aside'],
  ['a mark that is too old', 'mark', problem(422), 'set-aside'],
  ['positions after a refusal to be recorded', 'position', problem(409, 'consent-refused'), 'settled'],
  ['quitting a run that is gone', 'quit', problem(404, 'run-gone'), 'settled'],
  ['a start taken back too late', 'take-back', problem(409, 'too-late'), 'quit-instead'],
  ['anything else', 'mark', problem(400), 'set-aside'],
])('%s', (_, kind, error, does) => {
  expect(verdictOn(kind, error).does).toBe(does)
})

test('a refusal because of another run names that run', () => {
  const error = new Problem(409, 'Non.', { code: 'run-active', conflicts: [{ id: 'other', message: 'Ailleurs.' }] })
  expect(verdictOn('start', error).rejection).toEqual({ why: expect.stringContaining('autre tournée'), otherRun: 'other' })
})

test('a refusal because of a colleague’s round names their run', () => {
  const error = new Problem(409, 'Non.', { code: 'round-begun', conflicts: [{ id: 'theirs', message: 'Ailleurs.' }] })
  expect(verdictOn('start', error).rejection).toEqual({ why: expect.stringContaining('collègue'), begunRun: 'theirs' })
})

test('a refusal because nothing is left of the round lets the driver take the whole route', () => {
  expect(verdictOn('start', problem(409, 'round-gone'))).toMatchObject({ does: 'hold-run', rejection: { isRoundGone: true } })
})

test('an entry on which the server fails again and again stops holding up the others', () => {
  expect(verdictOn('mark', problem(500), 7).does).toBe('later')
  expect(verdictOn('mark', problem(500), 8).does).toBe('set-aside')
})
