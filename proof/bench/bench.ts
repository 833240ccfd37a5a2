// A bench is a file `<name>.bench.ts` that exports `bench`; `npm run bench` finds it.

export interface Bench {
  /** What is measured, in the words of the issue that promised it. */
  title: string
  /** First checks that the results are right (`must`), then measures both sides in turns, in the same run. */
  run(): Promise<Measure[]>
}

export interface Measure {
  what: string
  ratio: number
  /** The promise: the ratio is at most this. */
  most: number
  /** The figures behind the ratio. */
  figures: string
}

/** Measuring wrong answers proves nothing. */
export function assertRight(isRight: boolean, what: string): void {
  if (!isRight) throw new Error(`wrong result: ${what}`)
}

export function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** How many milliseconds `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

export const ms = (value: number) => `${value.toFixed(2)} ms`
