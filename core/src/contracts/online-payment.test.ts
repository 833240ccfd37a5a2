import { expect, test } from 'vitest'
import { instalmentToPay } from './online-payment.ts'

const dues = (...left: number[]) => left.map((amountLeft, i) => ({ id: `${i + 1}`, amountLeft }))

test('by default the first instalment with an amount left is paid', () => {
  expect(instalmentToPay(dues(0, 300, 500))).toEqual({ due: { id: '2', amountLeft: 300 } })
  expect(instalmentToPay(dues(0, 0))).toEqual({ refusal: 'paid' })
  expect(instalmentToPay([])).toEqual({ refusal: 'paid' })
})

test('a chosen instalment must exist, be unpaid, and be the first unpaid one', () => {
  expect(instalmentToPay(dues(0, 300, 500), '2')).toEqual({ due: { id: '2', amountLeft: 300 } })
  expect(instalmentToPay(dues(0, 300, 500), '1')).toEqual({ refusal: 'paid' })
  expect(instalmentToPay(dues(0, 300, 500), '3')).toEqual({ refusal: 'previous-open' })
  expect(instalmentToPay(dues(0, 300, 500), '4')).toEqual({ refusal: 'unknown' })
})

test("amounts below fifty cents can't be charged", () => {
  expect(instalmentToPay(dues(49))).toEqual({ refusal: 'too-small' })
  expect(instalmentToPay(dues(50))).toEqual({ due: { id: '1', amountLeft: 50 } })
})
