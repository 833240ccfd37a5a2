import { expect, test } from 'vitest'
import { CaptchaCheck } from './CaptchaCheck.ts'

test('a form sent before the box is ticked has no solution', async () => {
  expect(await new CaptchaCheck().solution()).toBeNull()
})

test('a form sent while the box is being checked waits for the solution', async () => {
  const check = new CaptchaCheck()
  check.begin()
  const waiting = check.solution()
  check.begin() // the widget may say so twice
  check.end('solved')
  expect(await waiting).toBe('solved')
  expect(await check.solution()).toBe('solved')
})

test('a check that fails, or a box that goes away, leaves no solution', async () => {
  const check = new CaptchaCheck()
  check.begin()
  const waiting = check.solution()
  check.end(null)
  expect(await waiting).toBeNull()
  check.begin()
  check.end('solved')
  check.begin() // ticked again after it expired
  check.end(null)
  expect(await check.solution()).toBeNull()
})
