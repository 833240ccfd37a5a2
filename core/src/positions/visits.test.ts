import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RunArea } from './area-index.ts'
import { continueFrom, type Fix, indexOf, inOrder, nowhere, underWay, type Visit, type VisitState, visitRules, visitsOf } from './visits.ts'

const home = { lat: 46.8, lng: -71.2 }
const perLat = 111_195
const perLng = perLat * Math.cos((home.lat * Math.PI) / 180)
const at = (x: number, y: number) => ({ lat: home.lat + y / perLat, lng: home.lng + x / perLng })
const box = (id: string, x: number, y: number, width: number, height: number) => ({
  id,
  polygon: [at(x, y), at(x + width, y), at(x + width, y + height), at(x, y + height)],
})

/** A driveway of six metres by twenty and the neighbour's, along a street that runs below them. */
const areas = [box('a', 0, 0, 6, 20), box('b', 8, 0, 6, 20)]
const index = indexOf(areas)
/** Without margins: the simulation shows what they add. */
const exact = { ...visitRules, margin: 0, marginAlone: 0 }
const fix = (seconds: number, x: number, y: number, accuracy: number | null = 5): Fix => ({ ...at(x, y), at: seconds * 1000, accuracy })
/** Every `step` seconds along a line. */
const line = (from: number, to: number, step: number, place: (t: number) => [number, number]): Fix[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => fix(from + i * step, ...place(from + i * step)))
const seconds = (track: readonly Fix[], { among = areas as readonly RunArea[], rules = exact } = {}) =>
  visitsOf(indexOf(among, rules), track, rules).map(({ areaId, startedAt, finishedAt }) => [
    areaId,
    Math.round(startedAt / 1000),
    Math.round(finishedAt / 1000),
  ])
/** Arrives along the street from the west, stands at this place, and drives off again. */
const standing = (from: number, to: number, [x, y]: [number, number], step = 1): Fix[] => [
  ...line(from - 20, from - step, step, (t) => [x - (from - t) * 8, y - 30]),
  ...line(from, to, step, () => [x, y]),
  ...line(to + step, to + 20, step, (t) => [x + (t - to) * 8, y - 30]),
]

describe('a visit', () => {
  test('is fifteen seconds of clearing', () => {
    const clearing = (until: number) => [...line(0, until, 1, (t) => [3, 2 + t]), fix(until + 1, 40, 2 + until)]
    expect(seconds(clearing(15))).toEqual([['a', 0, 15]])
    expect(seconds(clearing(14))).toEqual([])
  })

  test('is two slow crossings at least a metre deep, less than a minute apart', () => {
    const crossing = (from: number) => [
      ...line(from, from + 5, 1, (t) => [3, -5 + (t - from) * 3]),
      ...line(from + 6, from + 10, 1, (t) => [3, 10 - (t - from - 5) * 3]),
    ]
    const off = (at: number) => fix(at, 60, -8)
    expect(seconds([...crossing(0), off(13)])).toEqual([])
    expect(seconds([...crossing(0), ...line(11, 29, 1, () => [3, -8]), ...crossing(30), off(43)])).toHaveLength(1)
    expect(seconds([...crossing(0), ...line(11, 89, 1, () => [3, -8]), ...crossing(90), off(103)])).toEqual([])
  })

  test('is not a drive-by on the street, nor a cut across the corner of a lawn', () => {
    expect(seconds(line(0, 60, 1, (t) => [-200 + t * 8, -4]))).toEqual([])
    expect(seconds(line(0, 60, 1, (t) => [-200 + t * 8, 1]))).toEqual([])
  })

  test('belongs to the area the truck is deepest in', () => {
    const among = [box('a', 0, 0, 20, 60), box('b', 15, 0, 20, 60)]
    const along = (x: number) => [...line(0, 20, 1, (t) => [x, 10 + t]), fix(21, x, 58)]
    expect(seconds(along(16), { among }).map(([area]) => area)).toEqual(['a'])
    expect(seconds(along(19), { among }).map(([area]) => area)).toEqual(['b'])
  })

  test('ignores a receiver that jumps, but follows once it stays there', () => {
    const clearing = (from: number, to: number) => line(from, to, 1, (t) => [3, 1 + t - from])
    expect(seconds([...clearing(0, 7), fix(8, 3000, 10), ...line(9, 17, 1, (t) => [3, 1 + t]), fix(18, 40, 18)])).toEqual([['a', 0, 17]])
    expect(seconds([fix(0, 30_000, 0), ...clearing(10, 28), fix(29, 40, 18)])).toEqual([['a', 10, 28]])
  })

  test('needs a drawn area, and accepts a self-crossing one as it is', () => {
    const odd = [
      { id: 'none', polygon: null },
      { id: 'line', polygon: [at(0, 0), at(9, 9)] },
      { id: 'knot', polygon: [at(0, 0), at(20, 20), at(20, 0), at(0, 20)] },
    ]
    const track = standing(0, 30, [18, 10])
    expect(seconds(track, { among: odd }).map(([area]) => area)).toEqual(['knot'])
    expect(seconds(track, { among: [] })).toEqual([])
  })
})

describe('a truck that stands', () => {
  const alone = [box('a', 0, 0, 6, 20)]
  const visited = (track: readonly Fix[], among = alone) => seconds(track, { among, rules: visitRules }).map(([area]) => area)

  test('visits the area it stands in, but not the one that it stands beside', () => {
    expect(visited(standing(0, 20, [3, 10]))).toEqual(['a'])
    expect(visited(standing(0, 20, [9, 10]))).toEqual([])
    expect(visited(standing(0, 600, [9, 10]))).toEqual([])
  })

  test('between two entries five metres apart visits neither', () => {
    const among = [...alone, box('b', 11, 0, 6, 20)]
    expect(visited(standing(0, 30, [8.5, 10]), among)).toEqual([])
    expect(visited(standing(0, 600, [8.5, 10]), among)).toEqual([])
    expect(visited(standing(0, 30, [3, 10]), among)).toEqual(['a'])
  })

  test('is where its positions are on average, the accurate ones above all', () => {
    const sways = (t: number): [number, number] => [t % 2 === 0 ? 4 : 9, 10]
    const swaying = (inside: number | null, outside: number | null) =>
      standing(0, 60, [4, 10]).map((one) => {
        const t = one.at / 1000
        return t < 0 || t > 60 ? one : fix(t, ...sways(t), t % 2 === 0 ? inside : outside)
      })
    expect(visited(swaying(2, 8))).toEqual(['a'])
    expect(visited(swaying(8, 2))).toEqual([])
    expect(visited(swaying(null, 20))).toEqual(['a']) // unknown: an ordinary receiver
    expect(visited(swaying(null, 1))).toEqual([])
  })

  test('has made its visit when it leaves, or after two minutes', () => {
    const driveway = indexOf(alone)
    const shown = (track: readonly Fix[]) => underWay(driveway, continueFrom(driveway, nowhere, track).state)
    expect(shown(line(0, 119, 1, () => [3, 10]))).toEqual([])
    expect(shown([...line(0, 60, 1, () => [3, 10]), fix(61, 3, -25)])).toMatchObject([{ areaId: 'a', startedAt: 0 }])
    expect(shown(line(0, 120, 1, () => [3, 10]))).toEqual([{ areaId: 'a', startedAt: 0, finishedAt: 120_000 }])
    expect(shown(line(0, 130, 1, () => [3, 10]))).toEqual([{ areaId: 'a', startedAt: 0, finishedAt: 130_000 }])
  })

  test('has made it at once where the receiver cannot be wrong', () => {
    const lot = indexOf([box('lot', 0, 0, 60, 60)])
    expect(
      underWay(
        lot,
        continueFrom(
          lot,
          nowhere,
          line(0, 24, 1, () => [30, 30]),
        ).state,
      ),
    ).toEqual([{ areaId: 'lot', startedAt: 0, finishedAt: 24_000 }])
  })
})

describe('a tracker that reports rarely', () => {
  const visited = (track: readonly Fix[]) => seconds(track, { rules: visitRules }).map(([area]) => area)
  const street = (t: number) => fix(t, 3 + t * 8, -20)

  test('shows a visit by two positions in an area', () => {
    expect(visited([street(-40), street(-20), ...line(0, 80, 20, (t) => [3, t % 40 === 0 ? 5 : 14]), street(100)])).toEqual(['a'])
    expect(visited([street(-90), fix(0, 3, 10), fix(90, 3, 12), street(180)])).toEqual(['a'])
    expect(visited([street(-91), fix(0, 3, 10), fix(91, 3, 12), street(182)])).toEqual([])
  })

  test('shows it too if the truck was on the street in between', () => {
    expect(visited([street(-30), fix(0, 3, 18), fix(30, 3, -15), fix(60, 3, 18), street(90)])).toEqual(['a'])
    expect(visited([street(-30), fix(0, 3, 18), fix(30, 3, -15), fix(60, 40, 18), street(90)])).toEqual([])
  })

  test('shows none for a drive-by', () => {
    expect(visited([street(-40), street(-20), fix(0, 3, 1), street(20), street(40)])).toEqual([])
  })
})

test('at equal times the better accuracy wins, then the smaller coordinates', () => {
  const [unknown, good, better] = [fix(1, 1, 1, null), fix(1, 3, 3, 9), fix(1, 2, 2, 4)]
  expect(inOrder([unknown, good, better])).toEqual([better])
  const same = [fix(1, 5, 5, 4), fix(1, 2, 2, 4)]
  expect(inOrder(same)).toEqual(inOrder(same.toReversed()))
})

/** A truck that drives in and out, stands, loses its signal, jumps, and repeats positions. */
const track = fc
  .array(
    fc.record({
      pause: fc.oneof(
        { weight: 8, arbitrary: fc.integer({ min: 1, max: 10 }) },
        { weight: 1, arbitrary: fc.integer({ min: 11, max: 120 }) },
      ),
      x: fc.integer({ min: -10, max: 20 }),
      y: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: -10, max: 25 }) }, { weight: 1, arbitrary: fc.constant(9000) }),
      accuracy: fc.option(fc.integer({ min: 1, max: 50 })),
      isTwice: fc.boolean(),
      /** Positions that it stays for. */
      still: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }) }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((stops) => {
    let now = 0
    return stops.flatMap(({ pause, x, y, accuracy, isTwice, still }) => {
      const standing = Array.from({ length: still + 1 }, (_, i) => {
        now += pause
        return fix(now, x + Math.sin(i), y + Math.cos(i), accuracy)
      })
      return [...standing, ...(isTwice ? [fix(now, x + 1, y, accuracy)] : [])]
    })
  })

const placeOf = ({ areaId, startedAt }: Visit) => `${areaId} ${startedAt}`

test('visits are the same whatever the order, size and repetition of the batches', () => {
  fc.assert(
    fc.property(track, fc.infiniteStream(fc.nat()), (fixes, chance) => {
      const whole = visitsOf(index, fixes)
      const shuffled = fixes
        .map((one) => ({ one, place: chance.next().value as number }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ one }) => one)
      expect(visitsOf(index, [...shuffled, ...fixes.slice(0, 5)])).toEqual(whole)

      // As they arrive: in pieces of any size, with the state saved and restored as text in between.
      let state: VisitState = nowhere
      const visits = []
      const ordered = inOrder(shuffled)
      for (let i = 0; i < ordered.length; ) {
        const size = 1 + ((chance.next().value as number) % 7)
        const step = continueFrom(index, JSON.parse(JSON.stringify(state)) as VisitState, ordered.slice(i, i + size))
        state = step.state
        visits.push(...step.visits)
        i += size
      }
      const all = [...visits, ...underWay(index, state)].toSorted((a, b) => a.startedAt - b.startedAt || a.areaId.localeCompare(b.areaId))
      expect(all).toEqual(whole)
    }),
    { numRuns: 300 },
  )
})

test('a second crossing counts only once it is over: begun slowly, it may still be a drive through', () => {
  const first = line(0, 5, 1, (t) => [3, t < 3 ? -5 + t * 4 : 11 - t * 4])
  const second = [fix(10, 3, -1), fix(12, 3, 2)]
  const index = indexOf(areas, exact)
  const shown = (track: readonly Fix[]) => underWay(index, continueFrom(index, nowhere, track, exact).state, exact)
  expect(shown([...first, ...second])).toEqual([])
  expect(shown([...first, ...second, fix(14, 3, 30)])).toEqual([])
  expect(shown([...first, ...second, fix(15, 3, -9)])).toHaveLength(1)
})

test('a visit once reported stays one, whatever the truck does next', () => {
  fc.assert(
    fc.property(track, (fixes) => {
      const ordered = inOrder(fixes)
      const whole = new Set(visitsOf(index, ordered).map(placeOf))
      let state: VisitState = nowhere
      for (const one of ordered) {
        state = continueFrom(index, state, [one]).state
        for (const told of underWay(index, state)) expect(whole).toContain(placeOf(told))
      }
    }),
    { numRuns: 300 },
  )
})

test('a visit under way is shown before it ends, and keeps its start', () => {
  const ordered = line(0, 40, 1, (t) => [3, 1.8 * Math.abs(10 - (t % 20))])
  const half = continueFrom(index, nowhere, ordered.slice(0, 24))
  expect(half.visits).toEqual([])
  const [visit] = underWay(index, half.state)
  expect(visit).toMatchObject({ areaId: 'a', startedAt: 0 })
  const [later] = underWay(index, continueFrom(index, half.state, ordered.slice(24)).state)
  expect(later).toMatchObject({ areaId: 'a', startedAt: 0 })
  expect(later?.finishedAt).toBeGreaterThan(visit?.finishedAt ?? 0)
})

test('an area across half a province costs no more than a driveway', () => {
  const corner = { lat: 46, lng: -72 }
  const province = [corner, { lat: 49, lng: -72 }, { lat: 49, lng: -69 }, { lat: 46, lng: -69 }]
  const index = indexOf([{ id: 'province', polygon: province }])
  const fixes = Array.from({ length: 10 }, (_, i) => ({ lat: 47.5, lng: -70.5 + i * 1e-6, at: i * 5000, accuracy: 5 }))
  expect(visitsOf(index, fixes)).toEqual([{ areaId: 'province', startedAt: 0, finishedAt: 45_000 }])
})
