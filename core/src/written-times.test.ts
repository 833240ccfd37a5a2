import { expect, test } from 'vitest'
import { timeIn } from './written-times.ts'

test.each([
  ['6', '06:00'],
  ['18', '18:00'],
  ['6h', '06:00'],
  ['6 h', '06:00'],
  ['18 h 30', '18:30'],
  ['18\u00a0h\u00a030', '18:30'],
  ['6:30', '06:30'],
  ['06:30', '06:30'],
  ['630', '06:30'],
  ['0630', '06:30'],
  ['1830', '18:30'],
  ['00:00', '00:00'],
  ['23:59', '23:59'],
])('« %s » is %s', (text, time) => {
  expect(timeIn(text)).toBe(time)
})

test.each(['', 'midi', '24:00', '6:60', '6:3', '-1', '6:30 pm', '12345', ':30'])('« %s » is no time of day', (text) => {
  expect(timeIn(text)).toBeUndefined()
})
