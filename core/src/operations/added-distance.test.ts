import { expect, test } from 'vitest'
import { detours, type RestOfRun } from './added-distance.ts'

/** Along one street: a thousandth of a degree is about 76 m. */
const at = (lng: number) => ({ lat: 46.8, lng: -71.2 + lng / 1000 })
const run = (runId: string, truck: number | null, next: number | null, last = next): RestOfRun => ({
  runId,
  truck: truck === null ? null : at(truck),
  nextStop: next === null ? null : at(next),
  lastStop: last === null ? null : at(last),
})
const site = (lng: number | null) => ({ siteId: `at ${lng}`, location: lng === null ? null : at(lng) })
const named = (lngs: readonly (number | null)[], runs: readonly RestOfRun[]) =>
  detours(lngs.map(site), runs).map(({ runId, place, metres }) => `${runId} ${place} ${metres === null ? '?' : Math.round(metres / 76)}`)

test('a site on the way of a truck is its next stop: that adds nothing, though another truck is nearer', () => {
  expect(named([5], [run('near', 6, 20, 30), run('passing', 0, 10, 40)])).toEqual([
    'passing next 0',
    'near next 2',
    'near end 25',
    'passing end 35',
  ])
})

test('a site beside the end of a run comes last in it', () => {
  expect(named([41], [run('a', 0, 10, 40)])).toEqual(['a end 1', 'a next 62'])
})

test('many sites are driven in a short order, from the end that makes the smaller detour', () => {
  const [next, end] = detours([site(6), site(2), site(4)], [run('a', 0, 10, 0)]).toSorted((a, b) => b.place.localeCompare(a.place))
  expect(next).toMatchObject({ place: 'next', siteIds: ['at 2', 'at 4', 'at 6'] })
  expect(Math.round(next?.metres ?? -1)).toBe(0)
  expect(end).toMatchObject({ place: 'end', siteIds: ['at 2', 'at 4', 'at 6'] })
  const [back] = detours([site(6), site(2), site(4)], [run('b', 12, 1)])
  expect(back).toMatchObject({ place: 'next', siteIds: ['at 6', 'at 4', 'at 2'] })
})

test('a run with nothing left is measured from its truck, one without a truck from its next stop', () => {
  expect(named([5], [run('done', 3, null)])).toEqual(['done next 2', 'done end 2'])
  expect(named([5], [run('unseen', null, 4, 10)])).toEqual(['unseen next 2', 'unseen end 5'])
})

test('what nobody can place is added last, and runs that nobody can place are offered last', () => {
  const [first, ...others] = detours([site(null), site(5)], [run('lost', null, null), run('a', 5, null)])
  expect(first).toMatchObject({ runId: 'a', siteIds: ['at 5', 'at null'] })
  expect(others.slice(-2)).toMatchObject([
    { runId: 'lost', metres: null },
    { runId: 'lost', metres: null },
  ])
  expect(detours([site(null)], [run('a', 0, 10)])).toMatchObject([{ metres: null, siteIds: ['at null'] }, { metres: null }])
  expect(detours([site(5)], [])).toEqual([])
})
