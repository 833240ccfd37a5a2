import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareText, count, fold, formatNumber, inSentence, searchable, searchMatch, sentence } from './text.ts'

test('a search ignores accents, case and ligatures', () => {
  expect(fold('Lévesque')).toBe('levesque')
  expect(fold('ŒUVRE Çà')).toBe('oeuvre ca')
  expect(fold(null)).toBe('')
})

test('punctuation is dropped only on request', () => {
  expect(fold('Saint-Jean')).toBe('saint-jean')
  expect(fold('  Rue de l’Église, Saint-Jean ', { punctuation: 'drop' })).toBe('rue de l eglise saint jean')
})

test('folding twice changes nothing', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => fold(fold(text)) === fold(text)))
})

test.each([
  ['st-jean', 'Rue Saint-Jean'],
  ['saint jean', 'rue St-Jean'],
  ['STE-FOY ch', 'Chemin Sainte-Foy'],
  ['sainte-foy', 'ch. Ste. Foy'],
  ['st', 'Stéphane'],
  ['st', 'Saint-Roch'],
  ['ste', 'Sainte-Foy'],
  ['foy 2700', '2700, chemin Sainte-Foy'],
  ['', 'tout'],
])('« %s » finds « %s »', (search, text) => {
  expect(searchMatch(search)(searchable(text))).toBe(true)
})

test('every word of a search must match', () => {
  expect(searchMatch('st-jean levis')(searchable('Rue Saint-Jean, Québec'))).toBe(false)
  expect(searchMatch('ste-foy')(searchable('rue Saint-Jean'))).toBe(false)
})

test('names sort as in a French dictionary, with embedded numbers as numbers', () => {
  expect(['Zone 10', 'étang', 'Zone 2', 'Eau', 'fleuve'].toSorted(compareText)).toEqual(['Eau', 'étang', 'fleuve', 'Zone 2', 'Zone 10'])
})

test('zero and one are singular', () => {
  expect([0, 1, 2, 1234].map((n) => count(n, 'client'))).toEqual([
    '0\u00a0client',
    '1\u00a0client',
    '2\u00a0clients',
    '1\u00a0234\u00a0clients',
  ])
  expect(formatNumber(12345.5)).toBe('12\u00a0345,5')
  expect(formatNumber(-4)).toBe('\u22124')
})

test.each([
  ['Envoyé pour Neige inc.', 'Envoyé pour Neige inc.'],
  ['Envoyé pour Neige', 'Envoyé pour Neige.'],
  ['Envoyé pour Brrr!', 'Envoyé pour Brrr!'],
])('a sentence has one period: %s', (text, ended) => expect(sentence(text)).toBe(ended))

test('a label inside a sentence begins with a small letter, and its names keep their capitals', () => {
  expect(['Chèque', 'Virement Interac'].map(inSentence)).toEqual(['chèque', 'virement Interac'])
})
