import { expect, test } from 'vitest'
import { isOver, missingToLeaveDraft, missingToSend } from './leaving-draft.ts'

const whole = {
  siteId: 'site',
  startAt: '2026-11-01',
  endAt: '2027-04-15',
  services: [{ pricing: 'season' as const }],
  paymentShedules: [{ percent: 60 }, { percent: 40 }],
  clientEmail: 'claire@exemple.ca',
}

test('a contract with a site, dates, a service and a schedule of 100 % may leave; by e-mail it also needs an address', () => {
  expect(missingToSend(whole)).toEqual([])
  expect(missingToLeaveDraft({ ...whole, clientEmail: null })).toEqual([])
  expect(missingToSend({ ...whole, clientEmail: null })).toEqual(['Courriel du client'])
})

test('missing items are named as on the form', () => {
  const bare = { siteId: null, startAt: null, endAt: null, services: [], paymentShedules: [{ percent: 99.99 }], clientEmail: null }
  expect(missingToSend(bare)).toEqual([
    'Point de service',
    'Date de début',
    'Date de fin',
    'Services',
    'Calendrier de paiements (100\u00a0%)',
    'Courriel du client',
  ])
})

test('without a line of the season there is nothing to schedule', () => {
  const services = [{ pricing: 'pass' as const }, { pricing: 'hour' as const }]
  expect(missingToSend({ ...whole, services, paymentShedules: [] })).toEqual([])
  const mixed = [...services, { pricing: 'season' as const }]
  expect(missingToSend({ ...whole, services: mixed, paymentShedules: [] })).toEqual(['Calendrier de paiements (100\u00a0%)'])
})

test('a contract may be signed on its last day', () => {
  expect(isOver('2027-04-15', '2027-04-15')).toBe(false)
  expect(isOver('2027-04-15', '2027-04-16')).toBe(true)
  expect(isOver(null, '2027-04-16')).toBe(false)
})
