import { expect, test } from 'vitest'
import { fleetCounts, fleetOf, isLive, truckAt } from './truck.ts'

const sentAt = Date.parse('2026-01-15T10:00:00Z')
const location = {
  userId: 'u',
  userName: 'Marc Roy',
  runId: 'r',
  routeName: 'Secteur nord',
  lat: 46.8,
  lng: -71.2,
  timestamp: new Date(sentAt).toISOString(),
  speed: null,
}

test('a position says where a truck is for 15 seconds', () => {
  const truck = truckAt(location, sentAt + 4000)
  expect([14_999, 15_000].map((ms) => isLive(truck, sentAt + ms))).toEqual([true, false])
})

test('a wrong clock on this machine hides no truck', () => {
  for (const error of [-60_000, 60_000]) {
    const now = sentAt + error
    const truck = truckAt(location, now)
    expect([14_999, 15_000].map((ms) => isLive(truck, now + ms))).toEqual([true, false])
  }
})

test('a silent truck stays where it was last seen while its driver is in the run', () => {
  const now = sentAt + 240_000
  const run = { id: 'r', routeName: 'Secteur nord', lastSeen: [location] } as never
  const gone = truckAt({ ...location, userId: 'gone' }, sentAt)
  expect(fleetOf([run], new Map([['gone', gone]]), now, 0)).toEqual([{ ...location, seenAt: sentAt }])
  // This machine's clock is ten minutes behind the server's.
  expect(fleetOf([run], new Map(), now - 600_000, 600_000)).toMatchObject([{ seenAt: sentAt - 600_000 }])
})

test('a live position replaces the last one that the list knows, not a newer one', () => {
  const run = { id: 'r', routeName: 'Secteur nord', lastSeen: [location] } as never
  const [newer, older] = [1000, -1000].map((ms) => truckAt({ ...location, timestamp: new Date(sentAt + ms).toISOString() }, sentAt + ms))
  const fleetWith = (truck: typeof newer) => fleetOf([run], new Map(truck && [['u', truck]]), sentAt + 2000, 0)
  expect(fleetWith(newer)).toEqual([newer])
  expect(fleetWith(older)).toEqual([{ ...location, seenAt: sentAt }])
})

test('a run is one truck, silent after five minutes without a position or a mark; one that nobody drives is none', () => {
  const now = sentAt + 600_000
  const minutesAgo = (n: number) => new Date(now - n * 60_000).toISOString()
  const run = { startedAt: minutesAgo(60), heardAt: minutesAgo(6), handedOverAt: null, isRedo: false, userDurations: [] }
  const runs = [
    { ...run, id: 'silent' },
    { ...run, id: 'r' }, // its truck has reported since
    { ...run, id: 'just left', startedAt: minutesAgo(1), heardAt: null },
    { ...run, id: 'handed over', handedOverAt: minutesAgo(2) },
    { ...run, id: 'not taken', isRedo: true },
  ] as never
  const truck = truckAt({ ...location, timestamp: minutesAgo(0) }, now)
  expect(fleetCounts(runs, [truck], now, 0)).toEqual({ trucks: 3, silent: 1, silentSince: null })
  expect(fleetCounts(runs, [], now, 0)).toEqual({ trucks: 3, silent: 2, silentSince: null })
  // When all are silent, the last sign of any of them counts.
  const allSilent = [runs[0], { ...run, id: 'longer silent', heardAt: minutesAgo(40) }] as never
  expect(fleetCounts(allSilent, [], now, 0)).toEqual({ trucks: 2, silent: 2, silentSince: now - 360_000 })
})
