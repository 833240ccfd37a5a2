import { expect, test } from 'vitest'
import { agedAmounts, ageOf, lateOf, openStop, sumOfAges } from './ageing.ts'

test.each([
  ['2026-11-20', 'notDue'],
  ['2026-11-19', 'notDue'],
  ['2026-11-18', 'upTo30'],
  ['2026-10-20', 'upTo30'],
  ['2026-10-19', 'upTo60'],
  ['2026-09-20', 'upTo60'],
  ['2026-09-19', 'upTo90'],
  ['2026-08-21', 'upTo90'],
  ['2026-08-20', 'beyond'],
  ['2024-02-29', 'beyond'],
])('what was due on %s is %s on 19 November', (dueDate, age) => {
  expect(ageOf(dueDate, '2026-11-19')).toBe(age)
})

test('amounts are summed by age, to the cent', () => {
  const sums = agedAmounts([
    { age: 'notDue', amountLeft: 100 },
    { age: 'upTo30', amountLeft: 1 },
    { age: 'upTo30', amountLeft: 2 },
    { age: 'beyond', amountLeft: 50 },
  ])
  expect(sums).toEqual({ notDue: 100, upTo30: 3, upTo60: 0, upTo90: 0, beyond: 50 })
  expect([sumOfAges(sums), lateOf(sums)]).toEqual([153, 53])
})

test('a stop is open until the day on which the service resumes', () => {
  const stop = { id: 'a', fromDay: '2026-11-10', untilDay: null, stoppedBy: 'x', resumedBy: null }
  const day = '2026-11-19'
  expect(openStop([stop], day)).toBe(stop)
  expect(openStop([{ ...stop, untilDay: '2026-11-20' }], day)).toBeDefined()
  expect(openStop([{ ...stop, untilDay: day }], day)).toBeUndefined()
  expect(openStop([{ ...stop, fromDay: '2026-12-01' }], day)).toBeDefined()
  expect(openStop([{ ...stop, fromDay: '2026-12-01', untilDay: '2026-12-01' }], day)).toBeUndefined()
})
