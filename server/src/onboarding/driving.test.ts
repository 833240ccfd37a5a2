import { indexOf, inOrder, visitsOf } from '@bordee/core/positions/visits.ts'
import { expect, test } from 'vitest'
import { home, square } from '../testing/folders.ts'
import { drive } from './driving.ts'

test('every driveway that a simulated truck clears is a visit, the last one too', () => {
  const sites = [0, 60, 120].map((north) => ({ id: `${north}`, location: home, areas: [{ id: `${north}`, polygon: square(north) }] }))
  const index = indexOf(sites.flatMap(({ areas }) => areas))
  const drives = Array.from({ length: 300 }, () =>
    drive(sites, { startedAt: 0, random: Math.random, wayBetween: () => [], stay: { least: 18, most: 26 } }),
  )
  for (const track of drives) {
    const fixes = track.map(({ lat, lng, at, accuracy }) => ({ lat, lng, at, accuracy: accuracy ?? null }))
    expect(new Set(visitsOf(index, inOrder(fixes)).map(({ areaId }) => areaId))).toEqual(new Set(['0', '60', '120']))
  }
})
