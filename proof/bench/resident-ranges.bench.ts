import { nearness, residentRange } from '@bordee/core/tracking/resident-range.ts'
import { type Random, seeded } from '../../server/src/demo/chance.ts'
import { type Bench, percentile } from './bench.ts'
import { between, drive, hour, minute, type Round, seenAt } from './simulated-rounds.ts'

const seeds = [1, 2, 3, 4, 5]
const trucks = 400
const ahead = 30 * minute

/** The same truck goes back to a few entries, which lie further apart; about some of them it has no news for long. */
function redo(random: Random, { end, startedAt, ends }: Round): Round {
  const stops = Math.round(between(random, 10, 40))
  const pace = ((end - startedAt) / ends.length) * between(random, 1.2, 2)
  const begun = end + between(random, 0.1, 1) * hour
  let at = begun
  const redone = Array.from({ length: stops }, () => (at += pace * between(random, 0.3, 2) + (random() < 0.02 ? 12 * minute : 0)))
  return { startedAt: begun, ends: redone, end: at }
}

/** What each resident of a round read half an hour before the truck was done there. */
function shown(round: Round, former: { duration: number; stops: number }[]) {
  return round.ends.flatMap((end, i) => {
    const now = end - ahead
    const servedAt = now < round.startedAt ? undefined : seenAt(now, round, former).servedAt.get(String(i))
    if (servedAt === undefined || servedAt - now <= nearness) return []
    const { from, to } = residentRange(servedAt, now)
    return { isRight: from <= end && end <= to, width: (to - from) / minute }
  })
}

function simulate(seed: number) {
  const random = seeded(seed)
  const ranges = Array.from({ length: trucks }, () => {
    const round = drive(random)
    const former = [{ duration: round.end - round.startedAt, stops: round.ends.length }]
    return [...shown(round, []), ...shown(redo(random, round), former)]
  }).flat()
  return {
    right: (100 * ranges.filter(({ isRight }) => isRight).length) / ranges.length,
    width: percentile(
      ranges.map((range) => range.width),
      0.5,
    ),
    count: ranges.length,
  }
}

export const bench: Bench = {
  title: 'The ranges that residents read half an hour ahead',
  async run() {
    const found = seeds.map(simulate)
    return [
      {
        what: '80 % of the ranges shown 30 minutes ahead contain the time at which the site was done',
        ratio: 80 / Math.min(...found.map(({ right }) => right)),
        most: 1,
        figures:
          `${found.map(({ right }) => right.toFixed(1)).join(', ')} %, for each seed; ${found[0]?.count} ranges; ` +
          `median width ${found.map(({ width }) => width.toFixed(0)).join(', ')} min`,
      },
    ]
  },
}
