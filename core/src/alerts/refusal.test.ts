import { expect, test } from 'vitest'
import { delayOf, refusalOf, type Situation } from './refusal.ts'

const fine: Situation = {
  isActive: true,
  isProven: true,
  startHourAllowed: '06:00',
  endHourAllowed: '17:00',
  time: '06:00',
  wait: 0,
  isMessageActive: true,
  text: 'À reprendre : {raison}.',
  longestText: 'À reprendre : glace.',
  unexplained: 0,
  linked: 0,
  lacksBulletin: false,
  expected: 12,
  alertable: 10,
  credit: { bank: 10, billable: 0, card: 'none', isSuspended: false },
}

test('an allowed send is not refused', () => {
  expect(refusalOf(fine)).toBeNull()
  expect(refusalOf({ ...fine, startHourAllowed: null, endHourAllowed: null, time: '23:59' })).toBeNull()
  expect(refusalOf({ ...fine, credit: { bank: 0, billable: null, card: 'none', isSuspended: false } })).toBeNull()
  expect(refusalOf({ ...fine, alertable: 0, credit: { bank: 0, billable: 0, card: 'none', isSuspended: false } })).toBeNull()
})

test.each([
  [{ isActive: false, time: '05:00' }, /module/],
  [{ time: '05:59', wait: 5 }, /entre 6\u00a0h et 17\u00a0h/],
  [{ time: '17:00' }, /entre 6\u00a0h et 17\u00a0h/],
  [{ wait: 61 }, /2\u00a0minutes/],
  [{ wait: 0.2 }, /1\u00a0seconde\b/],
  [{ isMessageActive: false, expected: 0 }, /invisible/],
  [{ expected: 0, alertable: 0 }, /aucun occupant/],
  [{ unexplained: 2, linked: 1 }, /La raison contient un lien à 1\u00a0point de service\b/],
  [{ unexplained: 1, longestText: 'a'.repeat(161) }, /La raison manque pour 1\u00a0point de service\b/],
  [{ longestText: 'a'.repeat(161), alertable: 11 }, /Avec la plus longue raison, le message compte 161 caractères; il peut en avoir 160/],
  [{ longestText: `${'a'.repeat(69)}❄️` }, /compte 71 caractères; il peut en avoir 70/],
  [{ alertable: 11 }, /il faut 11\u00a0alertes, elle en contient 10\. Enregistrez une carte/],
  [{ alertable: 13, credit: { bank: 10, billable: 2, card: 'valid', isSuspended: false } }, /plafond/],
  [{ alertable: 11, credit: { bank: 10, billable: 0, card: 'expired', isSuspended: false } }, /carte est expirée/],
  [{ alertable: 11, credit: { bank: 10, billable: 0, card: 'valid', isSuspended: true } }, /facture Bordée est en retard/],
] as [Partial<Situation>, RegExp][])('%j is refused with the first reason that applies', (change, text) => {
  expect(refusalOf({ ...fine, ...change })).toMatch(text)
})

test('two sends are at least ten seconds apart', () => {
  expect([0, 5].map(delayOf)).toEqual([10, 300])
})
