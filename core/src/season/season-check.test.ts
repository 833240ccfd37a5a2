import { expect, test } from 'vitest'
import { type CheckCount, seasonScore } from './season-check.ts'

const counted = (total: number, open: number): CheckCount => ({ check: 'site-not-placed', total, open, ignored: 0 })

test('the score is the mean of what is in order, and a hundred only when nothing is open', () => {
  expect(seasonScore([])).toBe(100)
  expect(seasonScore([counted(10, 0), counted(0, 0)])).toBe(100)
  expect(seasonScore([counted(10, 5), counted(4, 4)])).toBe(25)
  expect(seasonScore([counted(20_000, 1)])).toBe(99)
})
