// What the report of an operation counts.
import type { OperationSite } from '@bordee/core/operations/board.ts'
import type { NotDoneReason, Run } from '@bordee/core/runs/run.ts'

const minute = 60_000

/**
 * How many passes had been made so many minutes after the first one, every `step` minutes until the last. Nights are
 * compared, and an operation may be opened hours before its first truck leaves.
 */
export function curveOf(sites: readonly OperationSite[], step = 30): number[] {
  const times = sites.flatMap(({ passes }) => passes.map(({ at }) => Date.parse(at)))
  const first = times.reduce((earliest, at) => Math.min(earliest, at), Number.POSITIVE_INFINITY)
  const steps = times.map((at) => Math.ceil((at - first) / (step * minute)))
  const made = Array.from({ length: steps.length > 0 ? Math.max(...steps) + 1 : 0 }, () => 0)
  for (const at of steps) made[at] = (made[at] ?? 0) + 1
  let sum = 0
  return made.map((count) => (sum += count))
}

export interface Shift {
  name: string
  /** Seconds. */
  duration: number
  passes: number
}

/** What each operator drove and did, the longest first. A pass is credited to the first operator of its run. */
export function shiftsOf(runs: readonly Run[], sites: readonly OperationSite[]): Shift[] {
  const shifts = new Map<string, Shift>()
  const shiftOf = (name: string) => {
    const known = shifts.get(name) ?? { name, duration: 0, passes: 0 }
    shifts.set(name, known)
    return known
  }
  for (const { name, duration } of runs.flatMap(({ userDurations }) => userDurations)) shiftOf(name).duration += duration
  for (const { userName } of sites.flatMap(({ passes }) => passes)) if (userName) shiftOf(userName).passes += 1
  return [...shifts.values()].toSorted((a, b) => b.duration - a.duration)
}

/** How often each reason was given, the most frequent first. */
export function reasonsOf(sites: readonly OperationSite[]): [reason: NotDoneReason, count: number][] {
  const counts = new Map<NotDoneReason, number>()
  for (const { reason } of sites) if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)
}
