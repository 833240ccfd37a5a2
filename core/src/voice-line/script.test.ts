import { expect, test } from 'vitest'
import { homeZone } from '../time.ts'
import type { SiteStatus } from '../tracking/site-status.ts'
import { menuWords, officeClosedWords, offWords, reportedWords, type ToldFacts, toldWords, unpaidWords, whichSiteWords } from './script.ts'

const pins = { civicNumber: '12', street: 'rue des Pins', apartment: null }
const flat = { civicNumber: '8', street: 'avenue Cartier', apartment: '4' }
const done: SiteStatus = { is: 'done', at: '2026-01-15T10:05:00Z', pass: 1 }
const facts: ToldFacts = {
  companyName: 'Déneigement Boréal',
  zone: homeZone,
  bulletin: { title: 'Premier passage en cours', sentence: 'Voyez https://boreal.ca ❄️ Nous avançons' },
  isUnderWay: true,
  sites: [],
  hasMore: false,
}

test('a resident hears the company, its bulletin, and their own site', () => {
  expect(toldWords({ ...facts, sites: [{ ...pins, status: done }] })).toBe(
    'Ici Déneigement Boréal. Premier passage en cours. Pour le 12, rue des Pins\u00a0: fait à 5\u00a0h\u00a005.',
  )
  expect(menuWords({ mayReport: true, mayTalk: true })).toBe('Pour signaler un oubli, faites le 1. Pour parler à quelqu’un, faites le 2.')
})

test('a number that nobody has hears the bulletin, without its links and pictures', () => {
  expect(toldWords(facts)).toBe('Ici Déneigement Boréal. Premier passage en cours. Voyez Nous avançons.')
})

test('several sites are told in turn, and that there are others', () => {
  const sites = [
    { ...pins, status: done },
    { ...flat, status: { is: 'listed', leavesAt: null } as const },
    { ...pins, civicNumber: null, status: { is: 'suspended' } as const },
  ]
  expect(toldWords({ ...facts, sites, hasMore: true })).toContain(
    'Pour le 12, rue des Pins\u00a0: fait à 5\u00a0h\u00a005. ' +
      'Pour le 8, avenue Cartier, appartement 4\u00a0: votre entrée est sur la liste. ' +
      'Pour votre adresse, rue des Pins\u00a0: communiquez avec nous. Pour vos autres adresses, parlez à quelqu’un.',
  )
  expect(whichSiteWords([pins, flat], true)).toBe(
    'Quelle adresse avons-nous oubliée? Pour le 12, rue des Pins, faites le 3. Pour le 8, avenue Cartier, appartement 4, faites le 4. ' +
      'Pour une autre adresse, faites le 5.',
  )
})

test('without a bulletin, a stranger hears whether an operation is under way, and a resident their site', () => {
  const off = { ...facts, bulletin: null, companyName: 'Boréal inc.' }
  expect(toldWords(off)).toBe('Ici Boréal inc. Opération en cours.')
  expect(toldWords({ ...off, isUnderWay: false })).toBe('Ici Boréal inc. Aucune opération en cours.')
  expect(toldWords({ ...off, sites: [{ ...pins, status: { is: 'idle' } }], isUnderWay: false })).toBe(
    'Ici Boréal inc. Pour le 12, rue des Pins\u00a0: aucune opération en cours.',
  )
})

test('a line that is off, or that nothing pays for, still says whom to call, digit by digit', () => {
  const company = { name: 'Boréal', phone: '4185550142' }
  expect(offWords(company)).toBe(
    'Ici Boréal. Cette ligne ne donne pas d’information. Pour nous joindre, composez le 4 1 8, 5 5 5, 0 1 4 2.',
  )
  expect(unpaidWords({ ...company, phone: '' })).toBe('Ici Boréal. L’information n’est pas disponible sur cette ligne pour l’instant.')
})

test('outside of its hours the office says when it answers', () => {
  const hours = { weekday: { startAt: '08:00', endAt: '17:00' }, weekend: { startAt: '09:00', endAt: '12:30' } }
  expect(officeClosedWords(hours)).toBe(
    'Le bureau est fermé pour l’instant. ' +
      'Il répond en semaine de 8\u00a0h à 17\u00a0h, et la fin de semaine de 9\u00a0h à 12\u00a0h\u00a030.',
  )
})

test('a report says where, or that a person will read the number', () => {
  expect(reportedWords(pins)).toBe('C’est noté\u00a0: un oubli pour le 12, rue des Pins.')
  expect(reportedWords(null)).toContain('Le bureau lira')
})
