import { expect, test } from 'vitest'
import { withOneMore } from './shares.ts'

test.each([
  ['the first is the whole', [], [100]],
  ['two are halves', [100], [50, 50]],
  ['three are thirds, the last with the remainder', [50, 50], [33.33, 33.33, 33.34]],
  ['four are quarters again', [33.33, 33.33, 33.34], [25, 25, 25, 25]],
  ['one more takes what was left', [60], [60, 40]],
  ['shares that someone chose stay', [60, 40], [60, 40, 0]],
  ['too much stays too much', [60, 60], [60, 60, 0]],
])('%s', (_, before, after) => {
  expect(withOneMore(before)).toEqual(after)
})
