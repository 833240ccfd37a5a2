import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countCheck, countPlaywright, countVitest, deservesRerun, mergeRerun, total } from './tally.ts'

const folder = mkdtempSync(join(tmpdir(), 'bordee-tally-'))
afterAll(() => rmSync(folder, { recursive: true }))

function report(content: unknown): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const vitest = (passed: number, failed: number, files: [string, string[]][] = []) =>
  report({
    numPassedTests: passed,
    numFailedTests: failed,
    testResults: files.map(([status, tests], i) => ({
      name: `file${i}`,
      status,
      assertionResults: tests.map((test, n) => ({ status: test, fullName: `test ${n}` })),
    })),
  })

const playwright = (expected: number, unexpected: number, errors: unknown[] = []) =>
  report({
    stats: { expected, unexpected, flaky: 0 },
    errors,
    suites: [
      { suites: [{ specs: Array.from({ length: unexpected }, (_, i) => ({ file: 'a.spec.ts', title: `journey ${i}`, ok: false })) }] },
    ],
  })

test('a check can only add a failure', () => {
  expect(countCheck(0)).toEqual({ passed: 0, failed: 0 })
  expect(countCheck(2)).toEqual({ passed: 0, failed: 1 })
})

test('failed tests are counted once, although the program fails too', () => {
  expect(countVitest(1, vitest(5, 1, [['failed', ['passed', 'failed']]]))).toEqual({ passed: 5, failed: 1, failures: ['file0 › test 1'] })
  expect(countPlaywright(1, playwright(3, 1))).toEqual({ passed: 3, failed: 1, failures: ['a.spec.ts › journey 0'] })
})

test('a file that could not be loaded counts as failed, though none of its tests ran', () => {
  expect(countVitest(1, vitest(5, 0, [['failed', []]]))).toEqual({ passed: 5, failed: 1, failures: ['file0'] })
})

test('an error outside any test counts', () => {
  expect(countVitest(1, vitest(5, 0, [['passed', ['passed']]]))).toMatchObject({ passed: 5, failed: 1 })
  expect(countPlaywright(1, playwright(0, 0, [{ message: 'No tests found' }]))).toMatchObject({ passed: 0, failed: 1 })
})

test('a program that crashed before or while writing its report counts', () => {
  expect(countVitest(0, join(folder, 'absent.json'))).toEqual({ passed: 0, failed: 1 })
  expect(countPlaywright(137, report('{ "stats": {'))).toEqual({ passed: 0, failed: 1 })
})

test('failed tests run again alone: those that pass are listed as unsteady, the others fail', () => {
  const first = { passed: 5, failed: 2, failures: ['a › 1', 'b › 2'] }
  expect(deservesRerun(first)).toBe(true)
  expect(mergeRerun(first, { passed: 3, failed: 0, failures: [] })).toEqual({
    passed: 7,
    failed: 0,
    failures: [],
    unsteady: ['a › 1', 'b › 2'],
  })
  expect(mergeRerun(first, { passed: 2, failed: 1, failures: ['b › 2'] })).toEqual({
    passed: 6,
    failed: 1,
    failures: ['b › 2'],
    unsteady: ['a › 1'],
  })
  expect(mergeRerun(first, { passed: 0, failed: 1 })).toMatchObject({ failed: 1 }) // it crashed
})

test('no failures, too many, or a failure without a test name get no second run', () => {
  expect(deservesRerun({ passed: 5, failed: 0, failures: [] })).toBe(false)
  expect(deservesRerun({ passed: 5, failed: 41, failures: Array.from({ length: 41 }, (_, n) => `a › ${n}`) })).toBe(false)
  expect(deservesRerun({ passed: 5, failed: 1 })).toBe(false)
})

test('totals', () => {
  const counts = [countCheck(1), { passed: 4, failed: 0 }, { passed: 2, failed: 3, failures: ['a', 'b', 'c'] }]
  expect(total(counts)).toEqual({ passed: 6, failed: 4, failures: ['a', 'b', 'c'], unsteady: [] })
})
