import { expect, test } from 'vitest'
import { areaStates } from './completion.ts'

const at = (minute: number) => `2026-01-10T05:${String(minute).padStart(2, '0')}:00.000Z`
const done = (runSiteAreaId: string, minute: number) => ({ runSiteAreaId, type: 'mark_as_done' as const, at: at(minute) })
const notDone = (runSiteAreaId: string, minute: number) => ({ runSiteAreaId, type: 'mark_as_not_done' as const, at: at(minute) })
const visit = (runSiteAreaId: string, minute: number) => ({ runSiteAreaId, startedAt: at(minute) })
const stateOf = (actions: Parameters<typeof areaStates>[1], visits: Parameters<typeof areaStates>[2]) =>
  areaStates(['a'], actions, visits).get('a')

test('the latest mark or visit wins', () => {
  expect(stateOf([], [])).toBe('todo')
  expect(stateOf([], [visit('a', 1)])).toBe('done')
  expect(stateOf([notDone('a', 2)], [visit('a', 1)])).toBe('not-done') // a visit that began earlier never overrides it
  expect(stateOf([notDone('a', 2)], [visit('a', 3)])).toBe('done')
  expect(stateOf([done('a', 3), notDone('a', 2)], [])).toBe('done')
  expect(stateOf([notDone('a', 2)], [visit('a', 2)])).toBe('not-done')
})

test('marks and visits of other areas are ignored', () => {
  expect(areaStates(['a'], [done('b', 1)], [visit('c', 1)])).toEqual(new Map([['a', 'todo']]))
})
