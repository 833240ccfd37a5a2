import { expect, test } from 'vitest'
import { fitsOneSms } from '../messages/sms-text.ts'
import { summonsText } from './crew-call.ts'

const summons = { companyName: 'Déneigement Boréal inc.', leavesAt: '03:00', routeName: 'Haute-Ville', unit: '14' }

test('an operator reads who calls, when, where and with which truck', () => {
  expect(summonsText(summons)).toBe('Déneigement Boréal inc. : Départ 3 h, Haute-Ville, unité 14. Répondez OUI ou NON.')
  expect(summonsText({ ...summons, unit: null })).toContain('Départ 3 h, Haute-Ville. Répondez')
})

test('it fits into one text, whatever the names', () => {
  const long = summonsText({
    companyName: 'Les Entreprises de déneigement du Grand Nord '.repeat(4),
    leavesAt: '03:30',
    routeName: 'Forêt '.repeat(40),
    unit: 'Œuf 🚜',
  })
  expect(long).toContain('Départ 3 h 30')
  expect(fitsOneSms(summonsText({ ...summons, routeName: 'Forêt '.repeat(40) }))).toBe(true)
})
