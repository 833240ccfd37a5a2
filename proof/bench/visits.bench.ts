import { indexOf, visitRules, visitsOf } from '@bordee/core/positions/visits.ts'
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import { randomFrom } from '../random.ts'
import { assertRight, type Bench, ms, percentile, timed } from './bench.ts'
import { newStreet, seen } from './snowy-street.ts'

const areas = 300
const rounds = 7

/** Percent of cleared driveways that were missed, and of passed ones that were counted as visited. */
function errors(noise: number, every: number) {
  const random = randomFrom(7)
  const all = { cleared: 0, missed: 0, passed: 0, invented: 0 }
  for (let i = 0; i < 12; i++) {
    const street = newStreet(40, random)
    const visited = new Set(visitsOf(indexOf(street.areas), seen(street, noise, every, random)).map(({ areaId }) => areaId))
    for (const { id, isCleared } of street.houses) {
      all[isCleared ? 'cleared' : 'passed']++
      if (isCleared && !visited.has(id)) all.missed++
      if (!isCleared && visited.has(id)) all.invented++
    }
  }
  return { missed: (100 * all.missed) / all.cleared, invented: (100 * all.invented) / all.passed }
}

export const bench: Bench = {
  title: 'Visits found in the positions of a truck',
  async run() {
    console.log(
      '  missed / invented visits, in percent, of driveways 6 m wide and 18 m apart; noise in metres on each axis, sampling in seconds',
    )
    for (const noise of [3, 5, 10, 15]) {
      const cells = [1, 2, 5, 10].map((every) => {
        const { missed, invented } = errors(noise, every)
        return `${every} s: ${missed.toFixed(0)} / ${invented.toFixed(0)}`
      })
      console.log(`    ${String(noise).padStart(2)} m  ${cells.join('   ')}`)
    }

    const random = randomFrom(3)
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
    const [whole, part, compared] = [times.whole, times.part, times.compared].map((one) => percentile(one, 0.5)) as [number, number, number]
    const perSecond = fixes.length / (whole / 1000)
    return [
      {
        what: `200,000 positions a second against a route of ${areas} areas`,
        ratio: 200_000 / perSecond,
        most: 1,
        figures:
          `${Math.round(perSecond).toLocaleString('en')} a second; ` +
          `${fixes.length.toLocaleString('en')} positions in ${ms(whole)}; ` +
          `margin ${visitRules.margin} m, stay ${visitRules.stay} s`,
      },
      {
        what: 'four times the positions take four times as long',
        ratio: whole / part / 4,
        most: 1.5,
        figures: `${ms(whole)} against ${ms(part)}`,
      },
      {
        what: 'against turf’s point in polygon, asked of every area about every position',
        ratio: whole / compared,
        most: 1,
        figures: `${ms(whole)} against ${ms(compared)}`,
      },
    ]
  },
}
