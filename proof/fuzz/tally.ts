// The results of a run: how many calls, how they were answered, and what took the time.
import type { CallRow } from '@bordee/core/call.ts'
import type { Answered } from '../ask.ts'
import type { Plan } from './plan.ts'

interface Spent {
  count: number
  ms: number
}

export class Tally {
  done = 0
  slowestMs = 0
  slowest = ''
  /** By slice, then by status. */
  readonly counts = new Map<string, Map<number, number>>()
  readonly kinds = new Map<string, number>()
  /** By name of the call. */
  readonly drawn = new Map<string, number>()
  /** Calls that succeeded at least once. */
  readonly answered = new Set<string>()
  /** Time by activity. Companies work in parallel, so it adds up to more than the clock shows. */
  readonly spent = new Map<string, Spent>()

  count({ row, kind, verb }: Plan, answer: Answered | undefined) {
    const status = answer?.status ?? 0
    const slice = this.counts.get(row.slice) ?? new Map<number, number>()
    this.counts.set(row.slice, slice.set(status, (slice.get(status) ?? 0) + 1))
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1)
    this.drawn.set(row.name, (this.drawn.get(row.name) ?? 0) + 1)
    if (answer && isWell(answer)) this.answered.add(row.name)
    if (answer && answer.ms > this.slowestMs) Object.assign(this, { slowestMs: answer.ms, slowest: `${verb} ${row.path}` })
    this.done++
  }

  async timed<T>(what: string, run: () => Promise<T>): Promise<T> {
    const begun = performance.now()
    try {
      return await run()
    } finally {
      const { count, ms } = this.spent.get(what) ?? { count: 0, ms: 0 }
      this.spent.set(what, { count: count + 1, ms: ms + performance.now() - begun })
    }
  }

  /** What took most of the time, longest first. */
  dearest(most: number): string[] {
    const all = [...this.spent.values()].reduce((sum, { ms }) => sum + ms, 0)
    return [...this.spent]
      .toSorted(([, a], [, b]) => b.ms - a.ms)
      .slice(0, most)
      .map(([what, { count, ms }]) => `${what}: ${count} × ${(ms / count).toFixed(0)} ms, ${((100 * ms) / all).toFixed(1)} %`)
  }

  countOf = ({ name }: CallRow) => this.drawn.get(name) ?? 0
}

/** An alert refused as a whole is answered with a 200. */
const isWell = ({ status, text }: Answered) => status >= 200 && status < 300 && !/^\{[^{[]*"type":"warning"/.test(text)
