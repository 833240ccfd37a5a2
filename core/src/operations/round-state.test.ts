import { expect, test } from 'vitest'
import { type RoundSigns, roundState } from './round-state.ts'

const minute = 60_000
const now = 10_000 * minute
const underWay: RoundSigns = {
  startedAt: now - 60 * minute,
  finishedAt: null,
  handedOverAt: null,
  heardAt: now - minute,
  stillSince: null,
  delayMinutes: 0,
}

test.each<[string, Partial<RoundSigns>, string]>([
  ['nobody has left', { startedAt: null }, 'not-started'],
  ['it drives', {}, 'under-way'],
  ['nothing was heard for six minutes', { heardAt: now - 6 * minute }, 'silent'],
  ['nothing was ever heard, an hour after the start', { heardAt: null }, 'silent'],
  ['it has just left', { heardAt: null, startedAt: now - minute }, 'under-way'],
  ['it stands for fourteen minutes', { stillSince: now - 14 * minute }, 'stopped'],
  ['it stands at a driveway', { stillSince: now - 4 * minute }, 'under-way'],
  ['a site of it will be late', { delayMinutes: 10 }, 'late'],
  ['it broke down', { handedOverAt: now - minute, heardAt: now - 60 * minute }, 'handed-over'],
  ['it is back', { finishedAt: now - minute, heardAt: now - 60 * minute }, 'finished'],
])('%s', (_, signs, state) => {
  expect(roundState({ ...underWay, ...signs }, now).state).toBe(state)
})

test('says since when', () => {
  expect(roundState({ ...underWay, stillSince: now - 14 * minute }, now).since).toBe(now - 14 * minute)
  expect(roundState({ ...underWay, heardAt: now - 6 * minute }, now).since).toBe(now - 6 * minute)
})
