import { expect, test } from 'vitest'
import { autumnStart, markTypesShown } from './photo.ts'

test.each([
  ['2026-11-19', '2026-08-01'],
  ['2026-08-01', '2026-08-01'],
  ['2026-07-31', '2025-08-01'],
  ['2027-02-03', '2026-08-01'],
])('on %s the last autumn began on %s', (day, start) => {
  expect(autumnStart(day)).toBe(start)
})

test('what was done in part is shown with what was not done', () => {
  expect(markTypesShown.showsNotDone).toContain('mark_as_partial')
  expect(markTypesShown.showsDone).not.toContain('mark_as_partial')
})
