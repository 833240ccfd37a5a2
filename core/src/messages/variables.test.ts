import { expect, test } from 'vitest'
import { messageErrors } from './message.ts'
import { longestOf, reasonWords, withReason } from './variables.ts'

test.each([
  ['vehicle', null, "véhicule dans l'entrée"],
  ['gate', 'Code changé', 'barrière fermée'],
  ['other', ' Chien\nsans laisse… ', 'Chien sans laisse...'],
  ['other', 'Bête dans l’entrée', "Bete dans l'entrée"],
  ['other', 'Voir evil.example/payer', null],
  ['other', 'Payez sur evil。\u200bexample', null],
  ['gate', 'Voir evil.example', 'barrière fermée'],
  [null, 'Nous doit 300 $', null],
  ['other', null, null],
  ['other', ' \n ', null],
  [null, null, null],
] as const)('the reason %s, with the note %j, is told as %j', (reason, note, words) => {
  expect(reasonWords({ reason, note })).toBe(words)
})

test('a reason is told as it is, wherever the text asks for it', () => {
  expect(withReason('{raison} et {raison}', '$& {raison}')).toBe('$& {raison} et $& {raison}')
})

test('the longest text is the one that leaves the least room, not the one with the most characters', () => {
  expect(longestOf(['a'.repeat(100), 'ê'.repeat(65), 'a'])).toBe('ê'.repeat(65))
})

const errorOf = (long: string) => messageErrors({ short: 'Reprise', long, model: null }).long

test('a message counts with the longest reason that a driver may choose', () => {
  expect(errorOf(`${'a'.repeat(138)}{raison}`)).toBeUndefined()
  expect(errorOf(`${'a'.repeat(139)}{raison}`)).toBe('Avec la plus longue raison, le message compte 161 caractères; il peut en avoir 160.')
  expect(errorOf(`${'ê'.repeat(49)}{raison}`)).toMatch(/compte 71 caractères; il peut en avoir 70/)
  expect(errorOf('a'.repeat(161))).toBe('Le message compte 161 caractères; il peut en avoir 160.')
})

test('a variable that does not exist is refused', () => {
  expect(errorOf('Bonjour {nom} : {raison}')).toBe(
    '{nom} n’est pas une variable\u00a0: les variables sont {raison}, {suivi} et {bulletin}.',
  )
  expect(errorOf('Bonjour {Raison}')).toMatch(/pas une variable/)
})
