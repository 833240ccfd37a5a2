import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countCheck, countPlaywright, countVitest, total } from './tally.ts'

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
    testResults: files.map(([status, tests]) => ({ status, assertionResults: tests.map((test) => ({ status: test })) })),
  })

const playwright = (expected: number, unexpected: number, errors: unknown[] = []) =>
  report({ stats: { expected, unexpected, flaky: 0 }, errors })

test('a check only ever adds a failure', () => {
  expect(countCheck(0)).toEqual({ passed: 0, failed: 0 })
  expect(countCheck(2)).toEqual({ passed: 0, failed: 1 })
})

test('failed tests are counted once, although the program failed too', () => {
  expect(countVitest(1, vitest(5, 2, [['failed', ['passed', 'failed']]]))).toEqual({ passed: 5, failed: 2 })
  expect(countPlaywright(1, playwright(3, 1))).toEqual({ passed: 3, failed: 1 })
})

test('a file that could not be loaded counts, though none of its tests ran', () => {
  expect(countVitest(1, vitest(5, 0, [['failed', []]]))).toEqual({ passed: 5, failed: 1 })
})

test('an error outside of any test counts', () => {
  expect(countVitest(1, vitest(5, 0, [['passed', ['passed']]]))).toEqual({ passed: 5, failed: 1 })
  expect(countPlaywright(1, playwright(0, 0, [{ message: 'No tests found' }]))).toEqual({ passed: 0, failed: 1 })
})

test('a program that crashed before or while it wrote counts', () => {
  expect(countVitest(0, join(folder, 'absent.json'))).toEqual({ passed: 0, failed: 1 })
  expect(countPlaywright(137, report('{ "stats": {'))).toEqual({ passed: 0, failed: 1 })
})

test('totals', () => {
  expect(total([countCheck(1), { passed: 4, failed: 0 }, { passed: 2, failed: 3 }])).toEqual({ passed: 6, failed: 4 })
})
