// « Fin prévue »: when runs, routes that are not begun and the whole operation will end, and which sites will be late
// (docs/product/operations.md; npm run bench -- forecast). Instants and durations are milliseconds.
import { count } from '../text.ts'
import { formatDuration } from '../time.ts'

export interface ForecastStop {
  siteId: string
  /** When it was done, done in part or not done. Null while it is left. */
  at: number | null
  deadline: number | null
}

/** An earlier round of a route, of the kind to be forecast. */
export interface FormerRound {
  duration: number
  stops: number
}

export interface Forecast {
  /** Null when nothing is left, or nothing says how fast it will go. */
  end: number | null
  /** When each site that is left will be served. */
  servedAt: ReadonlyMap<string, number>
  /** How long after its deadline each site that is left and has one will be served; below zero when in time. */
  lateness: ReadonlyMap<string, number>
}

const minute = 60_000
/** The time after which a stop says half as much about the pace: short enough to follow the snow, long enough for a slow street. */
const halfLife = 90 * minute
/** A longer time without a stop is a pause or a breakdown, not work. */
const longestStop = 10 * minute
/** With fewer stops than this, former rounds say more about a run than it does itself. */
const fewestStops = 8

/** Of a run under way; its stops in order. `former` serves until it has a pace of its own. */
export function forecastRun(
  { startedAt, stops }: { startedAt: number; stops: readonly ForecastStop[] },
  former: readonly FormerRound[],
  now: number,
): Forecast {
  const decided = stops.flatMap(({ at }) => at ?? []).toSorted((a, b) => a - b)
  const own = ownPace(startedAt, decided)
  const pace = decided.length < fewestStops ? (usualPace(former) ?? own) : own
  // The truck has been on its way to the next stop since the last one, unless it pauses.
  const begun = Math.max(decided.at(-1) ?? startedAt, now - (pace ?? 0))
  return forecastStops(stops, pace, begun)
}

/** Of a route that nobody has begun, if someone did now. */
export const forecastRoute = (stops: readonly ForecastStop[], former: readonly FormerRound[], now: number): Forecast =>
  forecastStops(stops, usualPace(former), now)

/** Of an operation: it ends with the last of its parts. A site on two routes is served by the one that comes first. */
export function forecastAll(parts: readonly Forecast[]): Forecast {
  return {
    end: parts.reduce<number | null>((last, { end }) => (end !== null && end > (last ?? 0) ? end : last), null),
    servedAt: earliestOf(parts.map(({ servedAt }) => servedAt)),
    lateness: earliestOf(parts.map(({ lateness }) => lateness)),
  }
}

function earliestOf(parts: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const earliest = new Map<string, number>()
  for (const part of parts)
    for (const [siteId, at] of part) earliest.set(siteId, Math.min(at, earliest.get(siteId) ?? Number.POSITIVE_INFINITY))
  return earliest
}

export const lateSiteIds = ({ lateness }: Forecast): string[] => [...lateness].filter(([, by]) => by > 0).map(([siteId]) => siteId)

/** Whole minutes by which the site that misses its deadline most will be late. An end after an early deadline that is met is no delay. */
export const delayMinutes = ({ lateness }: Forecast): number => {
  let most = 0
  for (const by of lateness.values()) most = Math.max(most, by)
  return Math.round(most / minute)
}

/** « 25 min de retard ». */
export const delayWords = (minutes: number): string => `${formatDuration(minutes * 60)} de retard`

/** « 340 sites hors délai à ce rythme ». */
export const lateWords = (sites: number): string => `${count(sites, 'site')} hors délai à ce rythme`

/** Milliseconds per stop, pauses not counted: the latest stops count most. */
function ownPace(startedAt: number, decided: readonly number[]): number | null {
  let [age, spent, stops] = [0, 0, 0]
  for (let i = decided.length - 1; i >= 0; i--) {
    const time = (decided[i] ?? 0) - (decided[i - 1] ?? startedAt)
    if (time > longestStop) continue
    const weight = 2 ** (-age / halfLife)
    spent += time * weight
    stops += weight
    age += time
  }
  return stops > 0 ? spent / stops : null
}

/** Milliseconds per stop: the median of the former rounds. */
function usualPace(former: readonly FormerRound[]): number | null {
  const paces = former.filter(({ stops }) => stops > 0).map(({ duration, stops }) => duration / stops)
  return paces.toSorted((a, b) => a - b)[Math.floor(paces.length / 2)] ?? null
}

function forecastStops(stops: readonly ForecastStop[], pace: number | null, begun: number): Forecast {
  const left = stops.filter(({ at }) => at === null)
  if (pace === null || left.length === 0) return { end: null, servedAt: new Map(), lateness: new Map() }
  const turns = left.map(({ siteId, deadline }, i) => ({ siteId, deadline, at: begun + (i + 1) * pace }))
  return {
    end: begun + left.length * pace,
    servedAt: new Map(turns.map(({ siteId, at }) => [siteId, at])),
    lateness: new Map(turns.flatMap(({ siteId, deadline, at }) => (deadline === null ? [] : [[siteId, at - deadline]]))),
  }
}
