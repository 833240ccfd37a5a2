import { forbidden, Problem, unauthenticated } from '@bordee/core/problem.ts'
import { expect, test } from 'vitest'
import { IdentityError } from '../identity.ts'
import { signInTrouble } from './signInTrouble.ts'

test('an operator who must first set up a second factor is told so and where, not that there is no network', () => {
  expect(signInTrouble(forbidden('Activez d’abord…', 'second-factor-required'))).toBe(
    'Activez d’abord la validation en deux étapes par la page du bureau, puis revenez ici.',
  )
})

test('a refusal after the right password shows the server’s message', () => {
  expect(signInTrouble(new Problem(500, 'Une erreur est survenue.'))).toBe('Une erreur est survenue.')
})

test('a wrong password and an unreachable server get different messages', () => {
  expect(signInTrouble(new IdentityError('wrong-password', '', unauthenticated()))).toBe('Courriel ou mot de passe invalide.')
  expect(signInTrouble(new IdentityError('internal-error', 'Failed to fetch', new TypeError('Failed to fetch')))).toMatch('Pas de réseau')
  expect(signInTrouble(new TypeError('Failed to fetch'))).toMatch('Pas de réseau')
})
