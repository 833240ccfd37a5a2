// What the driver typed at his last start on this phone, offered again at the next one.
import { type RunKind, suggestedKind } from '@bordee/core/runs/run-kind.ts'
import { readFact, type StartChoice } from './kept.ts'

export interface LastStart extends StartChoice {
  routeId: string
  kind: RunKind
  at: string
}

export const lastStartFact = (owner: string) => `last start ${owner}`
export const readLastStart = (owner: string) => readFact<LastStart>(lastStartFact(owner))

/** Milliseconds for which a start belongs to the same night. */
const night = 12 * 3_600_000

/** What the server will suggest if nobody prepared a round: it knows the route's last one, the phone only its own. */
export function guessedKind(last: LastStart | undefined, routeId: string, now: number): RunKind {
  const isSameNight = last?.routeId === routeId && now - Date.parse(last.at) < night
  return suggestedKind(isSameNight ? last.kind : null)
}
