import { expect, test } from 'vitest'
import { fitsOneSms, limitOf, symbolsOutside, toBasicAlphabet } from './sms-text.ts'

test.each([
  ['Déneigement à venir : déplacez votre véhicule.', 160, []],
  ['Tempête annoncée', 70, ['ê']],
  ['L’opération « neige »', 70, ['’', '«', '»']],
  ['Ça commence', 160, []],
  ['ça commence', 70, ['ç']],
  ['100 % [urgent] €', 70, ['[', ']', '€']],
  ['❄️', 70, ['❄', '\ufe0f']],
  ['', 160, []],
])('« %s » may have %d characters', (text, limit, symbols) => {
  expect(limitOf(text)).toBe(limit)
  expect(symbolsOutside(text)).toEqual(symbols)
})

test('160 characters fit, or 70 with a symbol outside the alphabet, and no more', () => {
  expect([160, 161].map((n) => fitsOneSms('a'.repeat(n)))).toEqual([true, false])
  expect([69, 70].map((n) => fitsOneSms(`ê${'a'.repeat(n)}`))).toEqual([true, false])
  expect(fitsOneSms('❄'.repeat(70))).toBe(true)
  expect(fitsOneSms('🚜'.repeat(36))).toBe(false) // two each
})

test.each([
  ['Tempête demain', 'Tempete demain'],
  ['L’équipe arrive bientôt…', "L'équipe arrive bientot..."],
  ['« Attention » : œufs sur le toit – ça glisse', '"Attention" : oeufs sur le toit - ca glisse'],
  ['À 5\u202fh', 'A 5 h'],
])('« %s » is made safe', (text, safe) => {
  expect(toBasicAlphabet(text)).toBe(safe)
  expect(symbolsOutside(toBasicAlphabet(text))).toEqual([])
})

test('characters without a plain form stay', () => {
  expect(toBasicAlphabet('Neige ❄ et tempête')).toBe('Neige ❄ et tempete')
})
