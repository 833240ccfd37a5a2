import { expect, test } from 'vitest'
import { delayMinutes, delayWords, type ForecastStop, forecastAll, forecastRoute, forecastRun, lateSiteIds, lateWords } from './forecast.ts'

const minute = 60_000
const sites = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `site ${from + i + 1}`)

/** Stops decided at these minutes, then others that are left. */
function stopsOf(decided: readonly number[], left: number, deadline: number | null = null): ForecastStop[] {
  const done = decided.map((at, i) => ({ siteId: `site ${i + 1}`, at: at * minute, deadline }))
  return [...done, ...sites(left, decided.length).map((siteId) => ({ siteId, at: null, deadline }))]
}
const every = (minutes: number, count: number, from = 0) => Array.from({ length: count }, (_, i) => from + (i + 1) * minutes)
const run = (decided: readonly number[], left: number, deadline: number | null = null) => ({
  startedAt: 0,
  stops: stopsOf(decided, left, deadline),
})
const endOf = (...given: Parameters<typeof forecastRun>) => {
  const { end } = forecastRun(...given)
  return end === null ? null : Math.round(end / minute)
}
const at = (minutes: number) => minutes * minute

test('a run goes on at its own pace', () => {
  expect(endOf(run(every(2, 10), 5), [], at(20))).toBe(30)
  expect(endOf(run(every(2, 10), 5), [], at(21))).toBe(30)
})

test('marks that arrive in another order are the same run', () => {
  expect(endOf(run(every(2, 10).toReversed(), 5), [], at(20))).toBe(30)
})

test('the latest stops count most', () => {
  const slowing = [...every(1, 60), ...every(3, 20, 60)]
  expect(endOf(run(slowing, 10), [], at(120))).toBeGreaterThan(120 + 10 * (120 / 80))
  expect(endOf(run(slowing, 10), [], at(120))).toBeLessThan(120 + 10 * 3)
})

test('a pause is not work, neither behind the truck nor while it lasts', () => {
  expect(endOf(run([...every(2, 10), ...every(2, 10, 50)], 5), [], at(70))).toBe(80)
  expect(endOf(run(every(2, 10), 5), [], at(50))).toBe(58) // two minutes each, the first as if it were under way
})

test('a run that has hardly begun goes as fast as its route’s former rounds', () => {
  const former = [{ duration: at(300), stops: 100 }]
  expect(endOf(run([1, 2], 10), former, at(2))).toBe(32)
  expect(endOf(run([], 10), former, at(0))).toBe(30)
  expect(endOf(run([1, 2], 10), [], at(2))).toBe(12)
  expect(endOf(run([], 10), [], at(2))).toBeNull()
  expect(endOf(run(every(1, 8), 10), former, at(8))).toBe(18)
})

test('each stop that is left has its turn', () => {
  const { servedAt } = forecastRun(run(every(2, 10), 3), [], at(20))
  expect([...servedAt]).toEqual(sites(3, 10).map((siteId, i) => [siteId, at(22 + 2 * i)]))
})

test('a run with nothing left has no end to come', () => {
  expect(forecastRun(run(every(2, 10), 0), [], at(20))).toEqual({ end: null, servedAt: new Map(), lateness: new Map() })
})

test('a route that is not begun takes the median of its former rounds, per stop', () => {
  const former = [100, 200, 900].map((minutes) => ({ duration: at(minutes), stops: 100 }))
  expect(forecastRoute(stopsOf([], 50), former, at(10)).end).toBe(at(110))
  expect(forecastRoute(stopsOf([], 50), [...former, { duration: at(1), stops: 0 }], at(10)).end).toBe(at(110))
  expect(forecastRoute(stopsOf([], 50), [], at(10)).end).toBeNull()
})

test('sites that will be served after their deadline are late, in the order of the stops', () => {
  const late = forecastRun(run(every(2, 10), 5, at(25)), [], at(20))
  expect(lateSiteIds(late)).toEqual(['site 13', 'site 14', 'site 15'])
  expect(delayMinutes(late)).toBe(5)
  for (const deadline of [at(30), null]) {
    const inTime = forecastRun(run(every(2, 10), 5, deadline), [], at(20))
    expect([lateSiteIds(inTime), delayMinutes(inTime)]).toEqual([[], 0])
  }
})

test('an early deadline that is met makes nothing late, whenever the run ends', () => {
  const { startedAt, stops } = run(every(2, 10), 5, at(60))
  const early = stops.map((stop) => (stop.siteId === 'site 11' ? { ...stop, deadline: at(23) } : stop))
  expect(delayMinutes(forecastRun({ startedAt, stops: early }, [], at(20)))).toBe(0) // served at 22, though the run ends at 30
})

test('an operation ends with its last part, and the truck that comes first decides whether a site is late', () => {
  const part = (end: number | null, lateness: Record<string, number>) => {
    const times = new Map(Object.entries(lateness))
    return { end, servedAt: times, lateness: times }
  }
  const none = part(null, {})
  const all = forecastAll([part(9, { a: at(3), b: at(8), d: at(7) }), part(5, { b: at(4), c: at(1), d: at(-2) }), none])
  expect(all.end).toBe(9)
  expect(lateSiteIds(all)).toEqual(['a', 'b', 'c'])
  expect(delayMinutes(all)).toBe(4)
  expect(all.servedAt.get('b')).toBe(at(4))
  expect(forecastAll([none])).toEqual(none)
  expect(forecastAll([])).toEqual(none)
})

test('the words for it', () => {
  const nbsp = '\u00a0'
  expect([delayWords(25), delayWords(9), delayWords(65)]).toEqual([
    `25${nbsp}min de retard`,
    `9${nbsp}min de retard`,
    `1${nbsp}h${nbsp}05${nbsp}min de retard`,
  ])
  expect([lateWords(1), lateWords(1340)]).toEqual([`1${nbsp}site hors délai à ce rythme`, `1${nbsp}340${nbsp}sites hors délai à ce rythme`])
})
