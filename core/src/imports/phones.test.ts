import { expect, test } from 'vitest'
import { isLandline, phonesIn } from './phones.ts'

test.each([
  ['418 555-0101 / 418 555-0102', ['418 555-0101', '418 555-0102']],
  ['418-555-0101 ou (418) 555-0102', ['418-555-0101', '(418) 555-0102']],
  ['C: 4185550101, R: 4185550102', ['C: 4185550101', 'R: 4185550102']],
  ['418 555-0101', ['418 555-0101']],
  ['418 555-0101 / 0102', ['418 555-0101 / 0102']],
  ['418 555-0101 poste 12', ['418 555-0101 poste 12']],
  ['aucun', ['aucun']],
])('%s holds %j', (text, phones) => {
  expect(phonesIn(text)).toEqual(phones)
})

test('a phone said to be at home or at the office receives no text messages', () => {
  expect(['Tél. maison', 'Rés.', '418 555-0101 (bureau)', 'Home phone', 'Domicile'].every(isLandline)).toBe(true)
  expect(['Téléphone', 'Cell.', '418 555-0101', 'Personne-ressource', 'Mobile'].some(isLandline)).toBe(false)
})
