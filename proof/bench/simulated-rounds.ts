// Rounds of trucks as a winter brings them, to measure forecasts against what then happened. Instants are milliseconds.
import { type ForecastStop, type FormerRound, forecastRun } from '@bordee/core/operations/forecast.ts'
import type { Random } from '../../server/src/demo/chance.ts'

export const minute = 60_000
export const hour = 60 * minute

export interface Round {
  startedAt: number
  /** When each stop was decided. */
  ends: readonly number[]
  end: number
}

/** About 1 on average, more or less by `spread`. */
function around(random: Random, spread: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.exp(normal * spread - spread ** 2 / 2)
}
export const between = (random: Random, least: number, most: number) => least + random() * (most - least)

/**
 * A truck's round: every truck, street and driveway has its own pace, the driver tires, on half of the rounds the snow
 * changes, some entries are skipped, one street in ten is slow. There is a pause every three hours or so, but not when
 * the round is nearly over, and now and then something breaks.
 */
export function drive(random: Random): Round {
  const stops = Math.round(between(random, 150, 350))
  const pace = between(random, 40, 80) * 1000
  const fatigue = between(random, 0, 0.2)
  const [changesAt, change] = [random() * stops, random() < 0.5 ? 1 : between(random, 0.85, 1.35)]
  const startedAt = between(random, 0, 2) * hour
  const ends: number[] = []
  let [at, street, streetPace] = [startedAt, 0, 1]
  let [worked, pauseAfter] = [0, between(random, 2.5, 4) * hour]
  for (let i = 0; i < stops; i++) {
    if (street-- === 0) {
      street = Math.floor(between(random, 6, 21))
      streetPace = (random() < 0.1 ? 1.5 : 1) * around(random, 0.12)
      at += between(random, 0.3, 1.8) * minute
    }
    const entry = random() < 0.04 ? 10_000 : pace * streetPace * around(random, 0.45)
    const spent = entry * (1 + (fatigue * i) / stops) * (i > changesAt ? change : 1)
    at += spent
    worked += spent
    if (worked > pauseAfter && (stops - i) * pace > 45 * minute) {
      at += between(random, 10, 25) * minute
      worked = 0
      pauseAfter = between(random, 2.5, 4) * hour
    }
    if (random() < 0.0003) at += between(random, 15, 60) * minute
    ends.push(at)
  }
  return { startedAt, ends, end: at }
}

/** What the board forecasts at that moment; each site is named by its place in the round. */
export const seenAt = (now: number, { startedAt, ends }: Round, former: readonly FormerRound[] = []) => {
  const stops: ForecastStop[] = ends.map((at, i) => ({ siteId: String(i), at: at <= now ? at : null, deadline: null }))
  return forecastRun({ startedAt, stops }, former, now)
}
