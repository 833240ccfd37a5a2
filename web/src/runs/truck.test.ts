import { expect, test } from 'vitest'
import { isOnMap, truckAt } from './truck.ts'

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

test('a truck leaves the map 15 seconds after its last position', () => {
  const truck = truckAt(location, sentAt + 4000)
  expect([14_999, 15_000].map((ms) => isOnMap(truck, sentAt + ms))).toEqual([true, false])
})

test('a wrong clock on this machine hides no truck', () => {
  for (const error of [-60_000, 60_000]) {
    const now = sentAt + error
    const truck = truckAt(location, now)
    expect([14_999, 15_000].map((ms) => isOnMap(truck, now + ms))).toEqual([true, false])
  }
})
