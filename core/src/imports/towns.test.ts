import { expect, test } from 'vitest'
import { isTown, townIn } from './towns.ts'

test.each([
  [['Déneigement Lévis, hiver 2026-2027'], 'Lévis'],
  [['Feuil1', 'CLIENTS – ST-JEAN-SUR-RICHELIEU'.replace('ST-', 'SAINT-')], 'Saint-Jean-sur-Richelieu'],
  [['clients_trois-rivieres_ouest'], 'Trois-Rivières-Ouest'],
  [['Lévis', 'Secteur de Lévis'], 'Lévis'],
  [['Lévis et Québec'], undefined],
  [['Déneigement Lévis inc.'], undefined],
  [['Déneigement Mercier'], undefined],
  [['Liste de clients'], undefined],
])('the titles %j are about %s', (titles, town) => {
  expect(townIn(titles)).toBe(town)
})

test('a town is recognised however it is written', () => {
  expect(['LÉVIS', 'levis', 'Trois Rivières', 'Val-d’Or', "Val-d'Or"].every(isTown)).toBe(true)
  expect(isTown('Luc Roy')).toBe(false)
})
