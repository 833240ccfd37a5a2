import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namesCompany } from './company-name.ts'
import { modelsFor } from './message.ts'
import { fitsOneSms, limitOf } from './sms-text.ts'

test.each([
  ['Boreal : on passe ce soir', 'Déneigement Boréal inc.', true],
  ['Déneigement Boréal inc. : on passe ce soir', 'Déneigement Boréal inc.', true],
  ['Déneigement : on passe ce soir', 'Déneigement Boréal inc.', false],
  ['Une boréale surprise', 'Déneigement Boréal inc.', false],
  ['Gagne et fils passent', 'Déneigement Gagné & Fils', true],
  ['Gagne passe', 'Déneigement Gagné & Fils', false],
  ['Les Entreprises de Déneigement passent', 'Les Entreprises de déneigement', true],
  ['Nous passons', 'Les Entreprises de déneigement', false],
])('« %s » names « %s »: %s', (text, company, expected) => {
  expect(namesCompany(text, company)).toBe(expected)
})

test('a model says who it comes from', () => {
  expect(modelsFor('Déneigement Boréal inc.')[0]?.long).toMatch(/^Déneigement Boréal inc\. : la déneigeuse passera/)
  for (const { long } of modelsFor('Gagné & Fils')) expect(namesCompany(long, 'Gagné & Fils')).toBe(true)
})

test('each model is one SMS of plain letters, whatever the company’s name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (name) => {
      for (const { long } of modelsFor(name)) expect([fitsOneSms(long), limitOf(long)]).toEqual([true, 160])
    }),
  )
})
