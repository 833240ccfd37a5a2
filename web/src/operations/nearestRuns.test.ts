import type { BoardRound, OperationSite } from '@bordee/core/operations/board.ts'
import { expect, test } from 'vitest'
import { nearestRuns } from './nearestRuns.ts'

const at = (lng: number) => ({ lat: 46.8, lng })
const round = (routeName: string, more: Partial<BoardRound> = {}) =>
  ({ runId: routeName, routeName, startedAt: '2026-11-17T08:00:00Z', finishedAt: null, handedOverAt: null, ...more }) as BoardRound
const site = (routeName: string, lng: number, state: OperationSite['state'] = 'left') =>
  ({ routeNames: [routeName], location: at(lng), state }) as OperationSite

test('the run whose truck or next stops are closest comes first, and one that is over is not offered', () => {
  const rounds = [
    round('Lévis'),
    round('Beauport'),
    round('Limoilou'),
    round('Vanier', { handedOverAt: '2026-11-17T09:00:00Z' }),
    round('Sillery', { runId: null, startedAt: null }),
  ]
  const sites = [site('Lévis', -71.3), site('Beauport', -71.21), site('Limoilou', -71.2, 'done')]
  const trucks = [{ ...at(-71.205), runId: 'Lévis' }]
  const near = nearestRuns([at(-71.2)], { rounds, sites, trucks })
  expect(near.map(({ round: { routeName } }) => routeName)).toEqual(['Lévis', 'Beauport', 'Limoilou'])
  expect(near.at(-1)?.metres).toBeNull() // its only known stop is done, and its truck was never seen
})
