// Counts what passed and failed across programs that each report differently. A program that fails without naming a
// test counts as one failure: nothing that goes wrong may leave the total at zero.
import { readFileSync } from 'node:fs'

export interface Count {
  passed: number
  failed: number
  /** Failed tests, listed at the end of a long run. */
  failures?: string[]
  /** Tests that failed among others but passed alone. */
  unsteady?: string[]
}

/** More than this is no accident, even on a machine that froze for a minute. */
const mostUnsteady = 40

/** Whether the failed tests deserve a second run, alone. */
export function deservesRerun({ failed, failures = [] }: Count): boolean {
  return failed > 0 && failed === failures.length && failed <= mostUnsteady
}

/** Merges the second run of failed tests, alone: those that fail twice have failed, the others are unsteady. */
export function mergeRerun(first: Count, again: Count): Count {
  const stillFails = new Set(again.failures)
  return {
    passed: first.passed + Math.max(0, first.failed - again.failed),
    failed: again.failed,
    failures: again.failures ?? [],
    unsteady: first.failures?.filter((name) => !stillFails.has(name)) ?? [],
  }
}

/** A type check or a lint: it has no tests, so it can only add a failure. */
export function countCheck(exitCode: number): Count {
  return { passed: 0, failed: exitCode === 0 ? 0 : 1 }
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
}

export function countVitest(exitCode: number, file: string): Count {
  const report = read<VitestReport>(file)
  if (!report) return { passed: 0, failed: 1 }
  const broken = report.testResults.filter(
    (suite) => suite.status === 'failed' && !suite.assertionResults.some((test) => test.status === 'failed'),
  )
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => `${name} › ${fullName}`),
  )
  return atLeastOne(exitCode, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    failures: [...failures, ...broken.map(({ name }) => name)],
  })
}

interface PlaywrightSuite {
  specs?: { file: string; title: string; ok: boolean }[]
  suites?: PlaywrightSuite[]
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; unexpected: number; flaky: number }
  errors?: unknown[]
}

export function countPlaywright(exitCode: number, file: string): Count {
  const report = read<PlaywrightReport>(file)
  if (!report) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = report.stats
  return atLeastOne(exitCode, {
    passed: expected,
    failed: unexpected + flaky + (report.errors?.length ?? 0),
    failures: specsOf(report).flatMap(({ file, title, ok }) => (ok ? [] : `${file} › ${title}`)),
  })
}

const specsOf = ({ specs = [], suites = [] }: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> => [
  ...specs,
  ...suites.flatMap(specsOf),
]

export function total(counts: Count[]): Required<Count> {
  return {
    passed: sum(counts.map((count) => count.passed)),
    failed: sum(counts.map((count) => count.failed)),
    failures: counts.flatMap(({ failures = [] }) => failures),
    unsteady: counts.flatMap(({ unsteady = [] }) => unsteady),
  }
}

function atLeastOne(exitCode: number, { failed, ...count }: Count): Count {
  return { ...count, failed: exitCode === 0 ? failed : Math.max(1, failed) }
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

/** Undefined if the program crashed before or while writing it. */
function read<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return undefined
  }
}
