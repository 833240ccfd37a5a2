import { expect, test } from 'vitest'
import { isCompanyName, isNearName, nameKey } from './names.ts'

test('a name matches despite accents, apostrophes and spaces', () => {
  expect(nameKey('Gestion L’Abri')).toBe(nameKey("GESTION  L'abri "))
  expect(nameKey('Jean\u00a0Tremblay')).toBe(nameKey('jean tremblay'))
  expect(nameKey('Œuvre Straße ﬁn')).toBe('oeuvre strasse fin')
  expect(nameKey('Jean Roy')).not.toBe(nameKey('Jean-Roy'))
})

test("a corrected name is near, someone else's is not", () => {
  expect(isNearName('Hélène Cote', 'Hélène Côté-Roy')).toBe(true)
  expect(isNearName('Plomberie ABC', 'Plomberie A.B.C. inc.')).toBe(false)
  expect(isNearName('Les Toitures Roy', 'Toitures Roy inc.')).toBe(true)
  expect(isNearName('Jean Tremblay', 'Jean Trembaly')).toBe(true)
  expect(isNearName('Zoé Morin & Luc Roy', 'Zoé Morin')).toBe(true)
  expect(isNearName('Plomberie ABC inc.', 'Toitures XYZ inc.')).toBe(false)
  expect(isNearName('Les Toitures Roy', 'Les Immeubles Côté')).toBe(false)
  expect(isNearName('Jean Roy', 'Jean Guy')).toBe(false)
  expect(isNearName('Jean Roy', 'Jean Côté')).toBe(false)
  expect(isNearName('Inc.', 'Ltée')).toBe(false)
})

test("a company's name is unique to it", () => {
  expect([isCompanyName('Gestion Roy inc.'), isCompanyName('Jean Lincoln')]).toEqual([true, false])
})
