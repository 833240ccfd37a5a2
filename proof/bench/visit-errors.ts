// How often the visit rule is wrong, by simulation. Always the same for the same rule: the noise is seeded.
import { indexOf, visitsOf } from '@bordee/core/positions/visits.ts'
import { seeded } from '../../server/src/demo/chance.ts'
import { newStreet, parked, type Street, secondsInside, seen } from './snowy-street.ts'

/** Noise in metres on each axis, sampling in seconds. */
export interface Receiver {
  noise: number
  every: number
}

/** The rule's numbers were chosen with other seeds: measured with the same ones, it would seem better than it is. */
const unseenSeed = 4001

const percent = (part: number, whole: number) => (100 * part) / whole

type House = Street['houses'][number]

/** Percent of the cleared driveways that were missed, and of the passed ones that were counted as visited. */
export function streetErrors(
  { noise, every }: Receiver,
  { seed = 7, streets = 12, isCounted = (_: Street, __: House): boolean => true } = {},
): { missed: number; invented: number } {
  const random = seeded(seed)
  const all = { cleared: 0, missed: 0, passed: 0, invented: 0 }
  for (let i = 0; i < streets; i++) {
    const street = newStreet(40, random)
    const visited = new Set(visitsOf(indexOf(street.areas), seen(street, noise, every, random)).map(({ areaId }) => areaId))
    for (const house of street.houses) {
      if (house.isCleared && !isCounted(street, house)) continue
      all[house.isCleared ? 'cleared' : 'passed']++
      if (house.isCleared && !visited.has(house.id)) all.missed++
      if (!house.isCleared && visited.has(house.id)) all.invented++
    }
  }
  return { missed: percent(all.missed, all.cleared), invented: percent(all.invented, all.passed) }
}

/** The same, of the driveways in which the truck spent a minute or more. */
export const longVisitErrors = (receiver: Receiver) =>
  streetErrors(receiver, { seed: unseenSeed, streets: 40, isCounted: (street, house) => secondsInside(street, house) >= 60 })

const trucks = 2000

/** Percent of the trucks parked beside a driveway, between two, or inside (a negative distance) that seem to have visited one. */
export function parkedErrors({ noise, every }: Receiver, seconds: number, beside: number, next?: number): number {
  const random = seeded(unseenSeed)
  const { areas, way } = parked(seconds, beside, next)
  const index = indexOf(areas)
  const visits = Array.from({ length: trucks }, () => {
    const late = Math.floor((random() * every) / 0.1)
    return visitsOf(index, seen({ way: way.slice(late) }, noise, every, random)).length
  })
  return percent(visits.filter((count) => count > 0).length, trucks)
}
