import { expect, test } from 'vitest'
import { amountBeside, keepAmount, lastAmount } from './lastSpread.ts'

test('the last amount of each material is offered again', () => {
  localStorage.clear()
  expect([lastAmount('salt'), lastAmount('sand'), lastAmount('none')]).toEqual([20, 40, null])
  keepAmount({ kind: 'salt', quantity: 80, unit: 'kg' })
  keepAmount({ kind: 'none', quantity: null, unit: null })
  expect([lastAmount('salt'), lastAmount('sand')]).toEqual([80, 40])
})

test('what another page broke is forgotten', () => {
  localStorage.setItem('bordee:last-spread', 'x')
  expect(lastAmount('salt')).toBe(20)
})

test('amounts grow in big steps, and stop at both ends', () => {
  expect([amountBeside(20, 1), amountBeside(20, -1), amountBeside(5, -1), amountBeside(1000, 1)]).toEqual([40, 10, 5, 1000])
})
