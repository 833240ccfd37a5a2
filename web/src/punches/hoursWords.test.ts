import type { Punch } from '@bordee/core/punches/punch.ts'
import { expect, test } from 'vitest'
import { approvalText, byPerson, dayName, endName, sumText, weekOf } from './hoursWords.ts'

const zone = 'America/Toronto'
const punch = (name: string, minutes: number | null, more: object = {}) =>
  ({ id: name, accountId: name, name, minutes, paidMinutes: null, removedAt: null, ...more }) as Punch

test('a week is from Sunday to Saturday', () => {
  expect(weekOf('2026-01-14')).toEqual({ from: '2026-01-11', to: '2026-01-17' })
  expect(weekOf('2026-01-11')).toEqual({ from: '2026-01-11', to: '2026-01-17' })
})

test('a day is named where the company is, and a night ends the day after', () => {
  expect(dayName('2026-01-14T03:00:00Z', zone)).toBe('mardi 13/01')
  expect(endName({ startedAt: '2026-01-14T03:00:00Z', endedAt: '2026-01-14T11:30:00Z' }, zone)).toBe('6\u00a0h\u00a030 le lendemain')
})

test('hours are added up by person; removed ones count for nothing', () => {
  const punches = [punch('Marc', 60, { paidMinutes: 180 }), punch('Marc', 90, { removedAt: 'x' }), punch('Émile', null)]
  expect(byPerson(punches, false).map((one) => [one.name, one.punches.length, one.worked, one.paid])).toEqual([
    ['Émile', 1, 0, 0],
    ['Marc', 1, 60, 180],
  ])
  expect(byPerson(punches, true)[1]?.punches).toHaveLength(2)
  expect(sumText({ worked: 60, paid: 180 })).toBe('1\u00a0h\u00a000 travaillées, 3\u00a0h\u00a000 payées')
})

test('an approval says what still waits', () => {
  expect(approvalText({ approvedCount: 2, openCount: 0, undecidedCount: 0 })).toBe('2\u00a0pointages approuvés')
  expect(approvalText({ approvedCount: 0, openCount: 1, undecidedCount: 2 })).toBe(
    'Rien de nouveau à approuver. Il reste 1\u00a0journée pas terminée et 2\u00a0temps payés à décider',
  )
})
