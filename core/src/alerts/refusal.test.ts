import { expect, test } from 'vitest'
import { activationFee, withTaxes } from './activation.ts'
import { delayOf, refusalOf, type Situation } from './refusal.ts'

const fine: Situation = {
  isActive: true,
  startHourAllowed: '06:00',
  endHourAllowed: '17:00',
  time: '06:00',
  wait: 0,
  isMessageActive: true,
  expected: 12,
  told: 10,
  credit: { bank: 10, billable: 0, card: 'none' },
}

test('what may be sent is not refused', () => {
  expect(refusalOf(fine)).toBeNull()
  expect(refusalOf({ ...fine, startHourAllowed: null, endHourAllowed: null, time: '23:59' })).toBeNull()
  expect(refusalOf({ ...fine, credit: { bank: 0, billable: null, card: 'none' } })).toBeNull()
  expect(refusalOf({ ...fine, told: 0, credit: { bank: 0, billable: 0, card: 'none' } })).toBeNull()
})

test.each([
  [{ isActive: false, time: '05:00' }, /module/],
  [{ time: '05:59', wait: 5 }, /entre 06:00 et 17:00/],
  [{ time: '17:00' }, /entre 06:00 et 17:00/],
  [{ wait: 61 }, /2\u00a0minutes/],
  [{ wait: 0.2 }, /1\u00a0seconde\b/],
  [{ isMessageActive: false, expected: 0 }, /invisible/],
  [{ expected: 0, told: 0 }, /aucun occupant/],
  [{ told: 11 }, /il faut 11\u00a0alertes, elle en contient 10\. Enregistrez une carte/],
  [{ told: 13, credit: { bank: 10, billable: 2, card: 'valid' } }, /plafond/],
  [{ told: 11, credit: { bank: 10, billable: 0, card: 'expired' } }, /carte est expirée/],
] as [Partial<Situation>, RegExp][])('%j is refused, first reason first', (change, text) => {
  expect(refusalOf({ ...fine, ...change })).toMatch(text)
})

test('two sends are never closer than ten seconds', () => {
  expect([0, 5].map(delayOf)).toEqual([10, 300])
})

test('the activation costs 200 $ and two taxes', () => {
  expect(withTaxes(activationFee)).toBe(22_995)
})
