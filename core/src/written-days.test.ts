import { expect, test } from 'vitest'
import { dayInWords } from './written-days.ts'

test.each([
  ['2026-11-17', '17 novembre', '17 nov.'],
  ['2026-12-01', '1er décembre', '1er déc.'],
  ['2027-05-09', '9 mai', '9 mai'],
])('%s is « %s », or « %s »', (date, long, short) => {
  expect([dayInWords(date), dayInWords(date, 'short')]).toEqual([long, short])
})
