import { Problem } from '@bordee/core/problem.ts'
import { expect, test } from 'vitest'
import { verdictOn } from './verdict.ts'

const problem = (status: number, code?: string) => new Problem(status, 'Non.', code ? { code } : {})

test.each([
  ['no network', new TypeError('Failed to fetch'), 'later'],
  ['a server that fails', problem(503), 'later'],
  ['a server that is busy', problem(429), 'later'],
  ['a session that ended', problem(401), 'sign-in'],
  ['another company chosen in another tab', problem(409, 'company-changed'), 'company'],
  ['two at once', problem(409, 'try-again'), 'later'],
  ['a module switched off', problem(409, 'module-inactive'), 'company'],
  ['a run that is gone', problem(404), 'refused'],
  ['another run under way', problem(409, 'run-active'), 'refused'],
  ['what makes no sense', problem(422), 'refused'],
])('%s', (_, error, verdict) => {
  expect(verdictOn(error)).toBe(verdict)
})
