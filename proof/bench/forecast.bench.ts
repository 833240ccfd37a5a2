import { type ForecastStop, forecastAll, forecastRun } from '@bordee/core/operations/forecast.ts'
import { type Random, seeded } from '../../server/src/demo/chance.ts'
import { assertRight, type Bench } from './bench.ts'

const minute = 60_000
const hour = 60 * minute
const seeds = [1, 2, 3, 4, 5]
const nights = 250
const trucks = 14

interface Round {
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
const between = (random: Random, least: number, most: number) => least + random() * (most - least)

/**
 * A truck's round: every truck, street and driveway has its own pace, the driver tires, on half of the rounds the snow
 * changes, some entries are skipped, one street in ten is slow. There is a pause every three hours or so, but not when
 * the round is nearly over, and now and then something breaks.
 */
function drive(random: Random): Round {
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

const seenAt = (now: number, { startedAt, ends }: Round) => {
  const stops: ForecastStop[] = ends.map((at) => ({ siteId: '', at: at <= now ? at : null, deadline: null }))
  return forecastRun({ startedAt, stops }, [], now)
}

/** Forecast an hour before the end, and within twelve minutes of it. */
const isRight = (forecast: number | null, end: number) => forecast !== null && Math.abs(forecast - end) <= 0.2 * hour

const percentOf = (right: readonly boolean[]) => (100 * right.filter(Boolean).length) / right.length

/** Percent of the ends that were right: of runs, and of whole operations. */
function simulate(seed: number) {
  const random = seeded(seed)
  const runs: boolean[] = []
  const operations: boolean[] = []
  for (let night = 0; night < nights; night++) {
    const rounds = Array.from({ length: trucks }, () => drive(random))
    for (const round of rounds)
      if (round.end - round.startedAt > 1.5 * hour) runs.push(isRight(seenAt(round.end - hour, round).end, round.end))
    const end = Math.max(...rounds.map((round) => round.end))
    operations.push(isRight(forecastAll(rounds.map((round) => seenAt(end - hour, round))).end, end))
  }
  return { runs: percentOf(runs), operations: percentOf(operations) }
}

export const bench: Bench = {
  title: 'The end of an operation, an hour before it',
  async run() {
    const even: Round = { startedAt: 0, ends: Array.from({ length: 300 }, (_, i) => (i + 1) * minute), end: 300 * minute }
    assertRight(seenAt(240 * minute, even).end === even.end, 'an even pace is forecast to the minute')
    const found = seeds.map(simulate)
    const promise = (what: string, percents: readonly number[]) => ({
      what: `80 % of the ends of ${what} forecast an hour before are within 20 % of the time that was left`,
      ratio: 80 / Math.min(...percents),
      most: 1,
      figures: `${percents.map((percent) => percent.toFixed(0)).join(', ')} %, for each seed; ${nights} nights of ${trucks} trucks`,
    })
    return [
      promise(
        'runs',
        found.map(({ runs }) => runs),
      ),
      promise(
        'operations',
        found.map(({ operations }) => operations),
      ),
    ]
  },
}
