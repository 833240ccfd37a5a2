import { expect, test } from 'vitest'
import { answerOf } from './answers.ts'

test.each([
  ['ARRET', 'stop'],
  ['ARRÊT', 'stop'],
  ['arrêt.', 'stop'],
  ['  Stop!!! ', 'stop'],
  ['Désabonner', 'stop'],
  ['ARRETER', 'stop'],
  ['arrêter les messages à ce numéro svp', 'stop'],
  ['Désabonnement', 'stop'],
  ['unsubscribe me from all this please', 'stop'],
  ['STOP svp merci beaucoup à tous', 'stop'],
  ['svp arrêt merci', 'stop'],
  ['merci de stop tout de suite', null],
  ['il faut arrêter ça', null],
  ['START', 'start'],
  ['Début', 'start'],
  ['stop, pas start', 'stop'],
  ['AIDE', 'help'],
  ['info?', 'help'],
  ['Help me', 'help'],
  ['Merci!', null],
  ['', null],
  ['☃', null],
])('« %s » means %s', (text, meaning) => {
  expect(answerOf(text)).toBe(meaning)
})
