import { expect, test } from 'vitest'
import { searchedDigits, searchWords } from './search-words.ts'

test('an abbreviation is searched as typed and in full, and a full word also by its abbreviations', () => {
  expect(searchWords('ch. Ste-Foy')).toEqual([
    { begins: ['ch', 'chemin'], is: ['ch', 'chem'] },
    { begins: ['ste', 'sainte'], is: ['ste'] },
    { begins: ['foy'], is: [] },
  ])
  expect(searchWords('SAINTE')).toEqual([{ begins: ['sainte'], is: ['ste'] }])
})

test('only letters and digits are searched', () => {
  expect(searchWords(' %_\\ ')).toEqual([])
  expect(searchWords('Œuvre 100%')).toEqual([
    { begins: ['oeuvre'], is: [] },
    { begins: ['100'], is: [] },
  ])
})

test.each([
  ['(418) 555-0142', '4185550142'],
  ['+1 418.555.0142', '4185550142'],
  ['555-01', '55501'],
  ['0142', '0142'],
  ['014', undefined],
  ['2700 boul', undefined],
])('the phone in %s is %s', (text, digits) => {
  expect(searchedDigits(text)).toBe(digits)
})
