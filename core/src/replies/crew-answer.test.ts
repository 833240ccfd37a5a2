import { expect, test } from 'vitest'
import { crewAnswerOf } from './crew-answer.ts'

test.each([
  ['OUI', 'confirmed'],
  ['oui!', 'confirmed'],
  ['Oui, mais je serai en retard', 'confirmed'],
  ['Non', 'refused'],
  ['non désolé', 'refused'],
  ['OK', null],
  ['Peut-être que oui', null],
])('an operator who writes « %s »: %s', (text, answer) => expect(crewAnswerOf(text)).toBe(answer))
