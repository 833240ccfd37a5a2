import { expect, test } from 'vitest'
import { instalmentToPay } from './online-payment.ts'

const dues = (...left: number[]) => left.map((amountLeft, i) => ({ id: `${i + 1}`, amountLeft }))

test('without a wish it is the first with something left', () => {
  expect(instalmentToPay(dues(0, 300, 500))).toEqual({ due: { id: '2', amountLeft: 300 } })
  expect(instalmentToPay(dues(0, 0))).toEqual({ refusal: 'paid' })
  expect(instalmentToPay([])).toEqual({ refusal: 'paid' })
})

test('one that is asked for must be known, open, and the first of the open ones', () => {
  expect(instalmentToPay(dues(0, 300, 500), '2')).toEqual({ due: { id: '2', amountLeft: 300 } })
  expect(instalmentToPay(dues(0, 300, 500), '1')).toEqual({ refusal: 'paid' })
  expect(instalmentToPay(dues(0, 300, 500), '3')).toEqual({ refusal: 'previous-open' })
  expect(instalmentToPay(dues(0, 300, 500), '4')).toEqual({ refusal: 'unknown' })
})

test('less than half a dollar is no charge', () => {
  expect(instalmentToPay(dues(49))).toEqual({ refusal: 'too-small' })
  expect(instalmentToPay(dues(50))).toEqual({ due: { id: '1', amountLeft: 50 } })
})
