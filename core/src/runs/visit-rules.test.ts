import { describe, expect, test } from 'vitest'
import { type Fix, indexOf, visitsOf } from '../positions/visits.ts'
import { type RunKind, runKinds } from './run-kind.ts'
import { visitRulesFor } from './visit-rules.ts'

const home = { lat: 46.8, lng: -71.2 }
const perLat = 111_195
const perLng = perLat * Math.cos((home.lat * Math.PI) / 180)
const at = (x: number, y: number) => ({ lat: home.lat + y / perLat, lng: home.lng + x / perLng })
const driveway = (id: string, x: number) => ({ id, polygon: [at(x, 0), at(x + 6, 0), at(x + 6, 20), at(x, 20)] })

/** Two driveways of six metres by twenty, ten metres apart, on the north side of a street. */
const areas = [driveway('a', 0), driveway('b', 16)]

/** One position per second: where the truck is, in metres from the south-west corner of the first driveway. */
const track = (seconds: number, place: (second: number) => [x: number, y: number]): Fix[] =>
  Array.from({ length: seconds + 1 }, (_, second) => ({ ...at(...place(second)), at: second * 1000, accuracy: 3 }))

/** Back and forth before the first driveway, this far south of it, after coming and before leaving along the street. */
const pushing = (seconds: number, south: number) =>
  track(seconds + 40, (second) => {
    if (second < 20) return [-170 + second * 8, -12]
    if (second > seconds + 20) return [30 + (second - seconds - 20) * 8, -12]
    return [second % 2 === 0 ? 0 : 6, -south]
  })
const passing = (metresPerSecond: number, south: number) => track(100, (second) => [-100 + second * metresPerSecond, -south])
const standing = (seconds: number, place: [number, number]) =>
  track(seconds + 40, (second) => {
    if (second < 20) return [-170 + second * 8, -12]
    return second > seconds + 20 ? [30 + (second - seconds - 20) * 8, -12] : place
  })

const visited = (fixes: readonly Fix[], kind: RunKind) => {
  const rules = visitRulesFor(kind)
  return visitsOf(indexOf(areas, rules), fixes, rules).map(({ areaId }) => areaId)
}

describe('the City’s bank lies before the area', () => {
  test.each([
    ['five seconds 3 m before it', pushing(6, 3), ['a']],
    ['three seconds 3 m before it', pushing(2, 3), []],
    ['a minute 8 m before it, in the other lane', pushing(60, 8), []],
    ['half a minute without moving, 4 m before it', standing(30, [3, -4]), ['a']],
    ['half a minute without moving, 10 m before it', standing(30, [3, -10]), []],
    ['half a minute without moving between the two, nearer to the second', standing(30, [12, 5]), ['b']],
    ['past both at 29 km/h', passing(8, 3), []],
    ['past both at 7 km/h, blade down', passing(2, 3), ['a', 'b']],
    ['twenty seconds inside', pushing(20, -10), ['a']],
  ])('%s', (_, fixes, expected) => {
    expect(visited(fixes, 'windrow')).toEqual(expected)
  })

  test('which counts in no other round', () => {
    for (const kind of runKinds.filter((one) => one !== 'windrow')) expect(visited(pushing(10, 3), kind)).toEqual([])
  })
})
