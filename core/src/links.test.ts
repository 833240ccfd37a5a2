import { expect, test } from 'vitest'
import { holdsLink, unlinked } from './links.ts'

test.each([
  'evil.example',
  'Déneigement www.evil.example',
  'https://evil.example/a',
  'http: //evil',
  'HTTPS://EVIL',
  'пример.рф',
  'xn--e1afmkfd.xn--p1ai',
  'evil . example',
  'evil .example',
  'evil\u00a0. example',
  'evil。example',
  'evil․example',
  'ｅｖｉｌ．ｅｘａｍｐｌｅ',
  'a@b',
  'a＠b.ca',
  't.co',
  'Gagnez 1.2.3.4 vite',
  'i❤.ws',
  'i❤️.ws',
  'हिन्दी.भारत', // ends in a vowel sign
  'x\u0301.com',
  'evil\u00ad.com', // a hyphen that nobody sees
  'evil.\u200dcom',
  'evil.\u0301com', // an accent that a text message loses
  'evil.\u20ddcom',
  'http:\u0301//evil',
])('a name refuses « %s »', (name) => {
  expect(holdsLink(name)).toBe(true)
})

test.each([
  'Déneigement Côté inc.',
  'Entreprises J.-P. Roy & Fils',
  'A.B.C. Excavation ltée',
  'Neige St. Jean',
  'S.E.N.C.R.L.',
  'Paysages 2.5 étoiles',
  'Marie-Ève D’Amour',
  '9123-4567 Québec inc.',
  'Pelle 24/7',
])('« %s » is a name', (name) => {
  expect(holdsLink(name)).toBe(false)
})

test('an unlinked text reads the same', () => {
  const text = 'Écrivez à paul@evil.example, ou https://evil.example. Total\u00a0: 12,50 $.'
  expect(unlinked(text)).not.toBe(text)
  expect(unlinked(text).replaceAll('\u200b', '')).toBe(text)
  expect(unlinked('Neige inc. vous répond. M. J.-P. Roy')).toBe('Neige inc. vous répond. M. J.-P. Roy')
})

test.each(['i❤.ws', 'हिन्दी.भारत', 'x\u0301.com', 'evil\u00ad.com'])('the dot of « %s » is broken, once', (text) => {
  expect(unlinked(text)).toBe(text.replace('.', '.\u200b'))
  expect(unlinked(unlinked(text))).toBe(unlinked(text))
})
