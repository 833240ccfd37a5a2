import { Problem } from '@bordee/core/problem.ts'
import { expect, test } from 'vitest'
import { isForGood } from './photoQueue.ts'

test.each([
  [new Error('no network'), false],
  [new Problem(401, 'x'), false],
  [new Problem(403, 'x'), false],
  [new Problem(409, 'x', { code: 'quota' }), false],
  [new Problem(429, 'x'), false],
  [new Problem(507, 'x', { code: 'no-room' }), false],
  [new Problem(403, 'x', { code: 'not-joined' }), true],
  [new Problem(404, 'x'), true],
  [new Problem(409, 'x', { code: 'too-many-photos' }), true],
  [new Problem(422, 'x'), true],
])('%o is final: %s', (error, isFinal) => {
  expect(isForGood(error)).toBe(isFinal)
})
