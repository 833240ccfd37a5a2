import { expect, test } from 'vitest'
import { namesCompany } from './company-name.ts'

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
