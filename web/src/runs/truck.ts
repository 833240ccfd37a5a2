import { silentSince } from '@bordee/core/runs/presence.ts'
import { type CurrentRun, type LastLocation, locationLife } from '@bordee/core/runs/run.ts'

/** A truck's last known position. */
export interface Truck extends LastLocation {
  /** When it was there, by this machine's clock. */
  seenAt: number
}

const lifeMs = locationLife * 1000

/**
 * A position is at most 15 s old when it arrives. If it seems older, or in the future, this machine's clock is wrong,
 * so treat the position as new.
 */
export function truckAt(location: LastLocation, now: number): Truck {
  const age = now - Date.parse(location.timestamp)
  return { ...location, seenAt: age >= 0 && age <= lifeMs ? now - age : now }
}

/** Whether the position is recent enough to say where the truck is now. */
export const isLive = ({ seenAt }: Truck, now: number): boolean => now - seenAt < lifeMs

/** Someone drives it: not one of sites to redo that nobody has taken, nor one that was given to others. */
const isOut = ({ isRedo, handedOverAt, userDurations }: CurrentRun): boolean =>
  handedOverAt === null && (!isRedo || userDurations.length > 0)

/** Since when nobody hears from a run, as the board says it; null if someone does. Its trucks may have reported since the list was read. */
function silenceOf({ id, startedAt, heardAt }: CurrentRun, trucks: readonly Truck[], now: number, serverAhead: number): number | null {
  const here = (at: string) => Date.parse(at) - serverAhead
  const seen = trucks.flatMap(({ runId, seenAt }) => (runId === id ? [seenAt] : []))
  return silentSince(here(startedAt), Math.max(heardAt ? here(heardAt) : 0, ...seen), now)
}

export const isSilent = (...of: Parameters<typeof silenceOf>): boolean => silenceOf(...of) !== null

/** One truck per run that is out, as on the board; `silentSince` if that is all of them. */
export function fleetCounts(runs: readonly CurrentRun[], trucks: readonly Truck[], now: number, serverAhead: number) {
  const silences = runs.filter(isOut).map((run) => silenceOf(run, trucks, now, serverAhead))
  const since = silences.filter((at) => at !== null)
  const isAll = since.length > 0 && since.length === silences.length
  return { trucks: silences.length, silent: since.length, silentSince: isAll ? Math.max(...since) : null }
}

/**
 * The trucks of the runs under way: live ones from their stream, and silent ones where they were last seen. A truck
 * whose driver has quit is shown until its last position is old. `serverAhead` corrects this machine's clock.
 */
export function fleetOf(runs: readonly CurrentRun[], live: ReadonlyMap<string, Truck>, now: number, serverAhead: number): Truck[] {
  const silent = runs.flatMap(({ id: runId, routeName, lastSeen }) =>
    lastSeen.map((seen) => ({ ...seen, runId, routeName, seenAt: Math.min(now, Date.parse(seen.timestamp) - serverAhead) })),
  )
  const known = new Map(silent.map((truck) => [truck.userId, truck]))
  const isStillThere = (truck: Truck) => isLive(truck, now) || known.get(truck.userId)?.runId === truck.runId
  for (const truck of live.values())
    if (isStillThere(truck) && truck.seenAt >= (known.get(truck.userId)?.seenAt ?? 0)) known.set(truck.userId, truck)
  return [...known.values()]
}
