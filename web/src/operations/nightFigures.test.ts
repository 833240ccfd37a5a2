import type { OperationSite } from '@bordee/core/operations/board.ts'
import type { Run } from '@bordee/core/runs/run.ts'
import { expect, test } from 'vitest'
import { curveOf, reasonsOf, shiftsOf } from './nightFigures.ts'

const site = (...passes: [at: string, userName: string | null][]) =>
  ({ passes: passes.map(([at, userName]) => ({ at: `2026-11-17T${at}:00Z`, userName })), reason: null }) as unknown as OperationSite

test('the curve counts every pass, from the first one', () => {
  const sites = [site(['06:50', null], ['08:10', null]), site(['07:20', null]), site()]
  expect(curveOf(sites)).toEqual([1, 2, 2, 3])
  expect(curveOf([site()])).toEqual([])
})

test('an operator’s hours are summed over runs, beside the passes of the runs that he began', () => {
  const run = (...userDurations: { name: string; duration: number }[]) => ({ userDurations }) as Run
  const runs = [run({ name: 'Fortin', duration: 3600 }), run({ name: 'Roy', duration: 7200 }, { name: 'Fortin', duration: 600 })]
  expect(shiftsOf(runs, [site(['08:00', 'Roy'], ['09:00', 'Roy']), site(['08:30', 'Fortin'])])).toEqual([
    { name: 'Roy', duration: 7200, passes: 2 },
    { name: 'Fortin', duration: 4200, passes: 1 },
  ])
})

test('reasons are counted, the most frequent first', () => {
  const because = (reason: OperationSite['reason']) => ({ ...site(), reason })
  expect(reasonsOf([because('gate'), because('vehicle'), because(null), because('vehicle')])).toEqual([
    ['vehicle', 2],
    ['gate', 1],
  ])
})
