import { indexOf, visitRules, visitsOf } from '@bordee/core/positions/visits.ts'
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import { seeded } from '../../server/src/demo/chance.ts'
import { assertRight, type Bench, ms, percentile, timed } from './bench.ts'
import { newStreet, seen } from './snowy-street.ts'
import { longVisitErrors, parkedErrors, streetErrors } from './visit-errors.ts'

const areas = 300
const rounds = 7

/** Percent missed by the rule that knew no standstills, as this bench printed them: by noise, every 1, 2, 5 and 10 s. */
const missedBefore = new Map([
  [3, [0, 0, 0, 0]],
  [5, [3, 3, 2, 3]],
  [10, [23, 15, 23, 21]],
  [15, [43, 39, 40, 41]],
])
const samplings = [1, 2, 5, 10]
const minutes = [2, 10]
const distances = [3, 6, 8, 12]

const whole = (percent: number) => percent.toFixed(0)
const pair = ({ missed, invented }: { missed: number; invented: number }) => `${whole(missed)} / ${whole(invented)}`
const row = (name: string, cells: readonly string[]) => console.log(`    ${name.padStart(4)}  ${cells.join('   ')}`)

/** How many more driveways than before are missed, at worst. */
function clearing(): number {
  console.log('  missed / invented visits, in percent, of driveways 6 m wide and 18 m apart; noise on each axis, by sampling')
  return Math.max(
    ...[...missedBefore].flatMap(([noise, before]) => {
      const found = samplings.map((every) => streetErrors({ noise, every }))
      row(
        `${noise} m`,
        samplings.map((every, i) => `${every} s: ${pair(found[i] as (typeof found)[number])}`),
      )
      return found.map(({ missed }, i) => Math.round(missed) - (before[i] as number))
    }),
  )
}

/** The most false visits of trucks parked at 6 m or more, in percent, by noise. */
function standing(): Map<number, number> {
  console.log(`  false visits, in percent, of a truck that stands ${distances.join(', ')} m beside a driveway; noise, by sampling`)
  const most = new Map<number, number>()
  for (const noise of [3, 5, 10])
    for (const every of samplings) {
      const wrong = minutes.map((time) => distances.map((beside) => parkedErrors({ noise, every }, time * 60, beside)))
      row(
        `${noise} m, ${every} s`,
        minutes.map((time, i) => `${time} min: ${wrong[i]?.map(whole).join(' ')}`),
      )
      const far = wrong.flatMap((ofTime) => ofTime.filter((_, i) => (distances[i] as number) >= 6))
      most.set(noise, Math.max(most.get(noise) ?? 0, ...far))
    }
  console.log('  the same, every second: 20 s at 3 m, and 30 s between two driveways 5 m apart')
  for (const noise of [0, 3, 5]) {
    const receiver = { noise, every: 1 }
    row(`${noise} m`, [whole(parkedErrors(receiver, 20, 3)), whole(parkedErrors(receiver, 30, 2.5, 2.5))])
  }
  console.log(
    '  found visits, in percent, every second, of a truck that only stands in the middle of a driveway, for 30, 60, 120 and 600 s',
  )
  for (const noise of [3, 5])
    row(`${noise} m`, [[30, 60, 120, 600].map((time) => whole(parkedErrors({ noise, every: 1 }, time, -3))).join(' ')])
  return most
}

/** The most visits of a minute or longer that are missed with 3 m of noise, every 20 and 30 s. */
function sparse(): number {
  console.log('  missed / invented visits, in percent, where the truck spent 60 s or more inside; noise, by sampling')
  const missed: number[] = []
  for (const noise of [3, 5, 10]) {
    const found = [20, 30, 60].map((every) => ({ every, ...longVisitErrors({ noise, every }) }))
    row(
      `${noise} m`,
      found.map((one) => `${one.every} s: ${pair(one)}`),
    )
    if (noise === 3) missed.push(...found.filter(({ every }) => every <= 30).map((one) => one.missed))
  }
  return Math.max(...missed)
}

export const bench: Bench = {
  title: 'Visits found in the positions of a truck',
  async run() {
    const more = clearing()
    const parkedWrong = standing()
    const missedRarely = sparse()

    const random = seeded(3)
    const street = newStreet(areas, random)
    const fixes = seen(street, 5, 1, random)
    const few = fixes.slice(0, Math.floor(fixes.length / 4))
    const index = indexOf(street.areas)
    assertRight(visitsOf(index, fixes).length > areas / 4, 'visits are found')
    const drawn = street.areas.map(({ polygon }) => {
      const ring = (polygon ?? []).map(({ lat, lng }) => [lng, lat])
      return { type: 'Polygon' as const, coordinates: [[...ring, ...ring.slice(0, 1)]] }
    })
    const times = { whole: [] as number[], part: [] as number[], compared: [] as number[] }
    for (let i = 0; i < rounds; i++) {
      times.whole.push(await timed(async () => visitsOf(index, fixes)))
      times.part.push(await timed(async () => visitsOf(index, few)))
      times.compared.push(
        await timed(async () => fixes.map(({ lat, lng }) => drawn.find((polygon) => booleanPointInPolygon([lng, lat], polygon)))),
      )
    }
    const [all, part, compared] = [times.whole, times.part, times.compared].map((one) => percentile(one, 0.5)) as [number, number, number]
    const perSecond = fixes.length / (all / 1000)
    const falseVisits = (noise: number, most: number) => {
      const wrong = parkedWrong.get(noise) as number
      return {
        what: `at most ${most} % false visits of a truck parked 6 m or more beside a driveway, with ${noise} m of noise`,
        ratio: wrong / most,
        most: 1,
        figures: `${wrong.toFixed(1)} % at worst`,
      }
    }
    return [
      {
        what: 'no more cleared driveways are missed than before standstills were known',
        ratio: more,
        most: 0,
        figures: `${more} percent more at worst`,
      },
      falseVisits(3, 5),
      falseVisits(5, 10),
      {
        what: '95 % of visits of a minute or longer are found, every 20 and 30 s, with 3 m of noise',
        ratio: missedRarely / 5,
        most: 1,
        figures: `${missedRarely.toFixed(1)} % missed at worst`,
      },
      {
        what: `200,000 positions a second against a route of ${areas} areas`,
        ratio: 200_000 / perSecond,
        most: 1,
        figures:
          `${Math.round(perSecond).toLocaleString('en')} a second; ` +
          `${fixes.length.toLocaleString('en')} positions in ${ms(all)}; ` +
          `margin ${visitRules.margin} m, stay ${visitRules.stay} s`,
      },
      {
        what: 'four times the positions take four times as long',
        ratio: all / part / 4,
        most: 1.5,
        figures: `${ms(all)} against ${ms(part)}`,
      },
      {
        what: 'against turf’s point in polygon, asked of every area about every position',
        ratio: all / compared,
        most: 1,
        figures: `${ms(all)} against ${ms(compared)}`,
      },
    ]
  },
}
