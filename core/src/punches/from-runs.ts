// Punches proposed from the runs that someone drove without one.
import type { ProposedPunch, PunchSource } from './punch.ts'
import { comings, minutesBetween, overlap } from './worked-time.ts'

/** Someone's time in one run, from the first start to the last quit. */
export interface Stay {
  id: string
  accountId: string
  name: string
  startedAt: string
  endedAt: string
  routeName: string
}

interface Known {
  accountId: string | null
  startedAt: string
  endedAt: string | null
  source: PunchSource
  removedAt: string | null
}

/** A proposal that was dismissed is a removed punch: what it covered is not proposed again. */
const counts = ({ removedAt, source }: Known) => removedAt === null || source === 'run'

/** Runs with at most an hour between them are one punch, named after the first. What a punch touches is not proposed. */
export function proposedFrom(stays: readonly Stay[], punches: readonly Known[]): ProposedPunch[] {
  const people = Map.groupBy(stays, ({ accountId }) => accountId)
  return [...people].flatMap(([accountId, own]) => {
    const covering = punches.filter((punch) => punch.accountId === accountId && counts(punch))
    const free = own.filter((stay) => !covering.some((punch) => overlap(punch, stay)))
    return comings(free, covering).flatMap((group) => {
      const [first] = group
      const endedAt = group
        .map((stay) => stay.endedAt)
        .toSorted((a, b) => Date.parse(a) - Date.parse(b))
        .at(-1)
      if (!first || !endedAt) return []
      const minutes = minutesBetween(first.startedAt, endedAt)
      const routeNames = [...new Set(group.map(({ routeName }) => routeName))]
      return minutes > 0 ? [{ id: first.id, accountId, name: first.name, startedAt: first.startedAt, endedAt, minutes, routeNames }] : []
    })
  })
}
