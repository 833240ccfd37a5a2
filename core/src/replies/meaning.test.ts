import { expect, test } from 'vitest'
import { meaningOf } from './meaning.ts'

test.each([
  'PARTI',
  'Partie.',
  'déplacé',
  'DÉPLACÉ!!',
  'C’est fait',
  "c'est fait merci",
  'Auto déplacée',
  'J’ai déplacé mon auto 👍',
  'Bonjour, véhicule déplacé',
])('the car is gone: %s', (text) => expect(meaningOf(text)).toBe('moved'))

test.each(['OK', 'ok merci', 'Merci beaucoup!', '👍', '👍🏽', '❤️', '🙏 merci', 'D’accord', 'Parfait, bonne soirée'])(
  'it asks for nothing: %s',
  (text) => expect(meaningOf(text)).toBe('thanks'),
)

test.each([
  'Pas parti',
  'Parti?',
  'Vous êtes partis sans faire mon entrée',
  'Je pars dans 10 minutes',
  'Déplacé par qui',
  'Merci de revenir',
  'OK mais la pelle?',
  '👎',
  '😡',
  '👍?',
  '...',
  '',
  'Mon auto est brisée',
  'C’est fait n’importe comment',
  'Quand?',
])('a person reads it: %s', (text) => expect(meaningOf(text)).toBeNull())
