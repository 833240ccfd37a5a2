import { forecastAll } from '@bordee/core/operations/forecast.ts'
import { seeded } from '../../server/src/demo/chance.ts'
import { assertRight, type Bench } from './bench.ts'
import { drive, hour, minute, type Round, seenAt } from './simulated-rounds.ts'

const seeds = [1, 2, 3, 4, 5]
const nights = 250
const trucks = 14

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
