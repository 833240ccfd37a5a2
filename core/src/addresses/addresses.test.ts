import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressKey } from './address-key.ts'
import { readAddressSearch } from './address-search.ts'
import { isNearly } from './nearly.ts'
import { StreetIndex } from './street-index.ts'

test.each([
  ['12 ch. Ste-Foy', '12, chemin Sainte-Foy'],
  ['boul. René-Lévesque O.', 'BOULEVARD RENE LEVESQUE OUEST'],
  ['1ère Avenue', '1re av.'],
  ['2ième Rang', '2e rg'],
  ['rue du Sacré-Cœur', 'rue du sacre coeur'],
])('« %s » and « %s » have the same key', (a, b) => {
  expect(addressKey(a)).toBe(addressKey(b))
})

describe('reading what the user typed', () => {
  test.each([
    ['500 rue saint-jean', '500', undefined],
    ['rue saint-jean 500, Québec', '500', undefined],
    ['12a, rue principale', '12A', undefined],
    ['rue principale', undefined, undefined],
    ['3e avenue', undefined, undefined],
    ['120 3e avenue', '120', undefined],
    ['500 rue saint-jean g1r 1p8', '500', 'G1R1P8'],
    ['500 rue saint-jean G1R1P8', '500', 'G1R1P8'],
    ['500 rue saint-jean g1r', '500', 'G1R'],
    ['500 rue saint-jean g1r 1', '500', 'G1R1'],
    ['app 3, 500 rue saint-jean', '500', undefined],
    ['500 rue saint-jean #12', '500', undefined],
  ])('« %s »', (text, civicNumber, zip) => {
    const read = readAddressSearch(text)
    expect(read.readings[0]?.civicNumber).toBe(civicNumber)
    expect(read.zip).toBe(zip)
  })

  test('« 4-12 rue X » may be the house 12 or the house 4', () => {
    expect(readAddressSearch('4-12 rue Hébert').readings.map(({ civicNumber }) => civicNumber)).toEqual(['4', '12'])
  })

  test('« route 138 » may be a street', () => {
    expect(readAddressSearch('route 138').readings).toContainEqual({ words: ['route', '138'] })
  })
})

test('the search forgives one typo, not two', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), minLength: 4, maxLength: 10 })
  fc.assert(
    fc.property(letters, fc.nat(), fc.constantFrom('x', 'y', 'z'), (word, seed, other) => {
      const at = seed % word.length
      expect(isNearly(word.slice(0, at) + other + word.slice(at + 1), word)).toBe('whole')
      expect(isNearly(word.slice(0, at) + other + word.slice(at), word)).toBe('whole')
      expect(isNearly(`${word.slice(0, at)}${other}${word.slice(at)}`, `${word}more`)).toBe('begun')
    }),
  )
  expect(isNearly('maguire', 'magiure')).toBe('whole')
  expect(isNearly('cartier', 'carrier')).toBe('whole')
  expect(isNearly('cartier', 'cormier')).toBeUndefined()
  expect(isNearly('abc', 'abc')).toBeUndefined()
})

test('the street the user meant comes first', () => {
  const index = new StreetIndex()
  const names = [
    'rue Saint-Jean',
    'rue Saint-Jean-Baptiste',
    'avenue Saint-Jean',
    'rue Jean-Talon',
    'rue Sainte-Anne',
    'chemin de la Montée',
  ]
  for (const [id, name] of names.entries()) index.add({ id, name, city: 'Québec', state: 'QC', houses: 10 })
  index.add({ id: 99, name: 'rue Saint-Jean', city: 'Lévis', state: 'QC', houses: 500 })
  const found = (...words: string[]) => index.search(words, 3).map(({ id }) => id)

  expect(found('rue', 'saint', 'jean', 'quebec')[0]).toBe(0)
  expect(found('avenue', 'saint', 'jean')[0]).toBe(2)
  expect(found('saint', 'jean', 'levis')[0]).toBe(99)
  expect(found('saint', 'jean', 'bapt')[0]).toBe(1)
  expect(found('sante', 'anne')[0]).toBe(4)
  expect(found('chemin', 'montee')[0]).toBe(5)
  expect(found('nowhere')).toEqual([])
  expect(found()).toEqual([])
})
