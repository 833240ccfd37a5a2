import { isEnough } from '@bordee/core/runs/completion.ts'
import { expect, test } from 'vitest'
import type { Mark } from './kept.ts'
import { addedSince, isToDo, nextSteps, restOfStreet, type Stop, stepsOf, stoppedAround } from './stops.ts'

const area = (id: string | null, name = 'Zone A', areaId: string | null = null) => ({
  id,
  areaId,
  name,
  notes: null,
  polygon: null,
  indicators: [],
})
/** What this mark says besides. */
const plain = { surface: null, material: null, inspection: false, markId: 'm' }
const stop = (siteId: string, ...areas: Stop['areas']): Stop => ({
  siteId,
  runSiteId: null,
  address: siteId,
  customerName: '',
  notes: null,
  location: null,
  includesIce: false,
  areas,
})
const mark = (siteId: string, areaId: string | null, type: Mark['type'] = 'mark_as_done', at = '2026-01-20T05:00:00Z'): Mark => ({
  id: `${siteId}${areaId}${at}`,
  siteId,
  areaId,
  type,
  at,
  reason: null,
  note: null,
})
const states = (...given: Parameters<typeof stepsOf>) => stepsOf(...given).map(({ state }) => state)

const run = [stop('s1', area('a1'), area('a2', 'Zone B')), stop('s2', area('a3'))]

test('marking one area leaves the site’s other areas to do', () => {
  expect(states(run, [mark('s1', 'a1')], [])).toEqual(['done', 'todo', 'todo'])
})

test('marking a site marks all its areas', () => {
  expect(states(run, [mark('s1', null, 'mark_as_not_done')], [])).toEqual(['not-done', 'not-done', 'todo'])
})

test('a mark made before the server knew the run still counts afterwards', () => {
  const marks = [mark('s2', null)]
  expect(states([stop('s1', area(null)), stop('s2', area(null))], marks, [])).toEqual(['todo', 'done'])
  expect(states(run, marks, [])).toEqual(['todo', 'todo', 'done'])
})

test('a visit detected by the phone counts, and a later mark overrides it', () => {
  const visits = [{ areaId: 'a3', startedAt: Date.parse('2026-01-20T04:00:00Z') }]
  expect(states(run, [], visits)).toEqual(['todo', 'todo', 'done'])
  expect(states(run, [mark('s2', 'a3', 'mark_as_not_done')], visits)).toEqual(['todo', 'todo', 'not-done'])
})

test('an area that a colleague did is not to be done again', () => {
  const areaActions = [
    {
      id: 'x',
      runSiteId: 'r',
      runSiteAreaId: 'a1',
      type: 'mark_as_done' as const,
      reason: null,
      note: null,
      ...plain,
      userName: 'Marc',
      at: '2026-01-20T05:00:00Z',
    },
  ]
  const [now, then] = nextSteps(stepsOf(run, [], [], { areaActions, areaVisits: [] }))
  expect([now?.key, then?.key]).toEqual(['a2', 'a3'])
})

test('when everything is done there is no next stop', () => {
  expect(nextSteps(stepsOf(run, [mark('s1', null), mark('s2', null)], []))).toEqual([undefined, undefined])
})

test('an area marked before the server knew the run is the same area afterwards', () => {
  const before = [stop('s1', area(null, 'Zone A', 'x'), area(null, 'Zone B', 'y'))]
  const after = [stop('s1', area('a1', 'Zone A', 'x'), area('a2', 'Zone B', 'y'))]
  const marks = [{ ...mark('s1', null), ofArea: 'y' }]
  expect(states(before, marks, [])).toEqual(['todo', 'done'])
  expect(states(after, marks, [])).toEqual(['todo', 'done'])
  const visits = [{ areaId: 'x', startedAt: 0 }]
  expect([states(before, [], visits), states(after, [], visits)]).toEqual([
    ['done', 'todo'],
    ['done', 'todo'],
  ])
})

test('a phone whose clock is an hour off still puts its own marks and the office’s in the right order', () => {
  const hour = 3_600_000
  const office = {
    id: 'x',
    runSiteId: 'r',
    runSiteAreaId: 'a3',
    type: 'mark_as_not_done' as const,
    reason: null,
    note: null,
    ...plain,
    userName: 'Bureau',
    at: '2026-01-20T05:10:00Z',
  }
  const known = { areaActions: [office], areaVisits: [] }
  const own = (at: string) => [mark('s2', 'a3', 'mark_as_done', at)]
  // The phone is an hour ahead: 06:05 on its screen is 05:05, before the office's mark; 06:15 is after it.
  expect(states(run, own('2026-01-20T06:05:00Z'), [], known, -hour)[2]).toBe('not-done')
  expect(states(run, own('2026-01-20T06:15:00Z'), [], known, -hour)[2]).toBe('done')
})

const called = (siteId: string, at: string) => ({
  id: siteId,
  runSiteId: 'r',
  runSiteAreaId: `area of ${siteId}`,
  type: 'mark_as_todo' as const,
  reason: null,
  note: null,
  ...plain,
  userName: 'Bureau',
  at,
})
const place = (siteId: string, addedAt: string | null = null): Stop => ({ ...stop(siteId, area(`area of ${siteId}`)), addedAt })
const next = (steps: ReturnType<typeof stepsOf>) => nextSteps(steps).map((step) => step?.stop.siteId)

test('a part is enough to open a street or to take the City’s bank away, and nothing else', () => {
  const [step] = stepsOf(run, [mark('s1', 'a1', 'mark_as_partial')], [])
  expect(step?.state).toBe('partial')
  expect((['opening', 'windrow', 'full', 'final', 'salting'] as const).filter((kind) => step && isEnough(step, kind))).toEqual([
    'opening',
    'windrow',
  ])
})

test('a stop that the office calls back is to do again, until the driver marks it after that', () => {
  const stops = [place('s1'), place('s2')]
  const done = mark('s1', null, 'mark_as_done', '2026-01-20T05:00:00Z')
  const known = { areaActions: [called('s1', '2026-01-20T05:10:00Z')], areaVisits: [] }
  expect(states(stops, [done], [], known)).toEqual(['todo', 'todo'])
  expect(states(stops, [done, mark('s1', null, 'mark_as_partial', '2026-01-20T05:20:00Z')], [], known)).toEqual(['partial', 'todo'])
})

test('a stop added as the next one comes before a stop that the driver left, one added at the end comes last', () => {
  const stops = [place('left'), place('done'), place('added next', '2026-01-20T05:10:00Z'), place('ahead')]
  const marks = [mark('done', null)]
  expect(next(stepsOf(stops, marks, []))).toEqual(['added next', 'left'])
  expect(next(stepsOf([...stops.filter(({ addedAt }) => !addedAt), place('added last', '2026-01-20T05:10:00Z')], marks, []))).toEqual([
    'left',
    'ahead',
  ])
})

test('a run of sites to redo is driven in its order', () => {
  expect(next(stepsOf([place('a', '2026-01-20T05:10:00Z'), place('b', '2026-01-20T05:10:00Z')], [], []))).toEqual(['a', 'b'])
})

test('stops are counted as added once, and again each time the office calls back to them', () => {
  const before = [place('s1'), place('s2', '2026-01-20T05:00:00Z')]
  expect(addedSince(before, before)).toBe(0)
  expect(addedSince(before, [...before, place('s3', '2026-01-20T05:10:00Z')])).toBe(1)
  expect(addedSince(before, [place('s1', '2026-01-20T05:10:00Z'), place('s2', '2026-01-20T05:10:00Z')])).toBe(2)
})

test('a street is what is left of the stops that follow each other on it', () => {
  const at = (address: string) => place(address)
  const stops = ['1, rue A, Québec', '3, rue A, app. 2, Québec', '5, Rue A', '2, rue B, Québec', '7, rue A, Québec'].map(at)
  const street = restOfStreet(stepsOf(stops, [mark('3, rue A, app. 2, Québec', null, 'mark_as_not_done')], []))
  expect(street).toMatchObject({ name: 'rue A', stopsCount: 2 })
  expect(street?.steps.map((step) => step.stop.siteId)).toEqual(['1, rue A, Québec', '5, Rue A'])
})

test.each([[['1, rue A', '2, rue B']], [['Aréna', 'Aréna']]])('%j are no street to mark at once', (addresses) => {
  expect(
    restOfStreet(
      stepsOf(
        addresses.map((address) => place(address)),
        [],
        [],
      ),
    ),
  ).toBeNull()
})

test('a stop whose service is stopped is passed by, and shown with its neighbours', () => {
  const stopped = { isServiceStopped: true }
  const passedBy = ['s2', 's4', 's5']
  const stops = ['s1', 's2', 's3', 's4', 's5'].map((id) => ({ ...stop(id, area(`a ${id}`)), ...(passedBy.includes(id) && stopped) }))
  const steps = stepsOf(stops, [mark('s1', 'a s1')], [])
  const [now, then] = nextSteps(steps)
  expect([now?.stop.siteId, then]).toEqual(['s3', undefined])
  expect(now && stoppedAround(steps, now).map(({ siteId }) => siteId)).toEqual(passedBy)
  expect(steps.filter(isToDo)).toHaveLength(1)
})

test('what a driver did at a stop whose service is stopped counts as done', () => {
  const steps = stepsOf([{ ...stop('s1', area('a1')), isServiceStopped: true }], [mark('s1', 'a1')], [])
  expect(steps.map(({ state }) => state)).toEqual(['done'])
  expect(nextSteps(steps)).toEqual([undefined, undefined])
})
