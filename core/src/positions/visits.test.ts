import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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
/** Without the margin: the simulation shows what the margin adds. */
const exact = { ...visitRules, margin: 0 }
const index = indexOf(areas, exact)
const fix = (seconds: number, x: number, y: number, accuracy: number | null = 5): Fix => ({ ...at(x, y), at: seconds * 1000, accuracy })
/** Every `step` seconds along a line. */
const line = (from: number, to: number, step: number, place: (t: number) => [number, number]): Fix[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => fix(from + i * step, ...place(from + i * step)))
const seconds = (track: readonly Fix[]) =>
  visitsOf(index, track).map(({ areaId, startedAt, finishedAt }) => [areaId, startedAt / 1000, finishedAt / 1000])

describe('a visit', () => {
  test('is a stay of fifteen seconds', () => {
    expect(seconds(line(0, 15, 1, () => [3, 10]))).toEqual([['a', 0, 15]])
    expect(seconds(line(0, 14, 1, () => [3, 10]))).toEqual([])
  })

  test('is two slow passes at least a metre deep, less than a minute apart', () => {
    const pass = (from: number) => [
      ...line(from, from + 5, 1, (t) => [3, -5 + (t - from) * 3]),
      ...line(from + 6, from + 10, 1, (t) => [3, 10 - (t - from - 5) * 3]),
    ]
    expect(seconds(pass(0))).toEqual([])
    expect(seconds([...pass(0), ...line(11, 29, 1, () => [3, -8]), ...pass(30)])).toHaveLength(1)
    expect(seconds([...pass(0), ...line(11, 89, 1, () => [3, -8]), ...pass(90)])).toEqual([])
  })

  test('is not a drive-by on the street, nor a cut across the corner of a lawn', () => {
    expect(seconds(line(0, 60, 1, (t) => [-200 + t * 8, -4]))).toEqual([])
    expect(seconds(line(0, 60, 1, (t) => [-200 + t * 8, 1]))).toEqual([])
  })

  test('belongs to the area the truck is deepest in', () => {
    const overlapping = indexOf([box('a', 0, 0, 20, 20), box('b', 15, 0, 20, 20)], exact)
    expect(
      visitsOf(
        overlapping,
        line(0, 20, 1, () => [16, 10]),
      ).map(({ areaId }) => areaId),
    ).toEqual(['a'])
    expect(
      visitsOf(
        overlapping,
        line(0, 20, 1, () => [19, 10]),
      ).map(({ areaId }) => areaId),
    ).toEqual(['b'])
  })

  test('does not count gaps', () => {
    // At the edge, so that the two spells are not passes.
    const gap = [...line(0, 7, 1, () => [0.5, 10]), ...line(50, 57, 1, () => [0.5, 10])]
    expect(seconds(gap)).toEqual([]) // 14 s were recorded
    expect(seconds([...gap, fix(58, 0.5, 10)])).toEqual([['a', 0, 58]])
    expect(seconds([...line(0, 10, 1, () => [0.5, 10]), ...line(75, 85, 1, () => [0.5, 10])])).toEqual([]) // too far apart to be joined
  })

  test('ignores a receiver that jumps, but follows once it stays there', () => {
    const stray = [...line(0, 7, 1, () => [3, 10]), fix(8, 3000, 10), ...line(9, 15, 1, () => [3, 10])]
    expect(seconds(stray)).toEqual([['a', 0, 15]])
    const moved = [fix(0, 30_000, 0), ...line(10, 30, 1, () => [3, 10])]
    expect(seconds(moved)).toEqual([['a', 10, 30]])
  })

  test('needs a drawn area, and accepts a self-crossing one as it is', () => {
    const odd = indexOf(
      [
        { id: 'none', polygon: null },
        { id: 'line', polygon: [at(0, 0), at(9, 9)] },
        { id: 'knot', polygon: [at(0, 0), at(20, 20), at(20, 0), at(0, 20)] },
      ],
      exact,
    )
    expect(
      visitsOf(
        odd,
        line(0, 20, 1, () => [18, 10]),
      ).map(({ areaId }) => areaId),
    ).toEqual(['knot'])
    expect(
      visitsOf(
        indexOf([]),
        line(0, 20, 1, () => [3, 10]),
      ),
    ).toEqual([])
  })
})

test('at equal times the better accuracy wins, then the smaller coordinates', () => {
  const [unknown, good, better] = [fix(1, 1, 1, null), fix(1, 3, 3, 9), fix(1, 2, 2, 4)]
  expect(inOrder([unknown, good, better])).toEqual([better])
  const same = [fix(1, 5, 5, 4), fix(1, 2, 2, 4)]
  expect(inOrder(same)).toEqual(inOrder(same.toReversed()))
})

/** A truck that drives in and out, stops, loses its signal, jumps, and repeats positions. */
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
    }),
    { minLength: 1, maxLength: 120 },
  )
  .map((steps) => {
    let now = 0
    return steps.flatMap(({ pause, x, y, accuracy, isTwice }) => {
      now += pause
      return [fix(now, x, y, accuracy), ...(isTwice ? [fix(now, x + 1, y, accuracy)] : [])]
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
      let state: VisitState = { last: null, jumped: [], spell: null, stays: [] }
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

test('a second pass counts only once it is over: begun slowly, it may still be a drive through', () => {
  const first = line(0, 5, 1, (t) => [3, t < 3 ? -5 + t * 4 : 11 - t * 4])
  const second = [fix(10, 3, -1), fix(12, 3, 2)]
  const state = (track: readonly Fix[]) => underWay(index, continueFrom(index, nowhere, track).state)
  expect(state([...first, ...second])).toEqual([])
  expect(state([...first, ...second, fix(14, 3, 30)])).toEqual([])
  expect(state([...first, ...second, fix(14, 3, -1)])).toHaveLength(1)
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
  const ordered = line(0, 40, 1, () => [3, 10])
  const half = continueFrom(index, { last: null, jumped: [], spell: null, stays: [] }, ordered.slice(0, 21))
  expect(half.visits).toEqual([])
  expect(underWay(index, half.state)).toEqual([{ areaId: 'a', startedAt: 0, finishedAt: 20_000 }])
  expect(underWay(index, continueFrom(index, half.state, ordered.slice(21)).state)).toEqual([
    { areaId: 'a', startedAt: 0, finishedAt: 40_000 },
  ])
})

test('an area across half a province costs no more than a driveway', () => {
  const corner = { lat: 46, lng: -72 }
  const province = [corner, { lat: 49, lng: -72 }, { lat: 49, lng: -69 }, { lat: 46, lng: -69 }]
  const index = indexOf([{ id: 'province', polygon: province }])
  const fixes = Array.from({ length: 10 }, (_, i) => ({ lat: 47.5, lng: -70.5 + i * 1e-6, at: i * 5000, accuracy: 5 }))
  expect(visitsOf(index, fixes)).toEqual([{ areaId: 'province', startedAt: 0, finishedAt: 45_000 }])
})
