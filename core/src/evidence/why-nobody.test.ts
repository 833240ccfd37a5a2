import { expect, test } from 'vitest'
import { type DayFacts, snowSince, whyNobodyCame } from './why-nobody.ts'

const day: DayFacts = { hasContract: true, snow: 4, sinceLast: 4, threshold: 5, runs: 0, runsHere: 0, cameLater: null, notDone: [] }

test.each<[string, Partial<DayFacts>]>([
  ['Pas fait\u00a0: Barrière fermée\u00a0; Glace', { notDone: ['Barrière fermée', 'Glace', 'Glace'], hasContract: false }],
  ['Aucun contrat signé ne couvre cette journée', { hasContract: false }],
  ['Tournée commencée\u00a0: passage le 10/02/2026 0\u00a0h\u00a040', { snow: 0, cameLater: '10/02/2026 0\u00a0h\u00a040' }],
  ['Pas de neige', { snow: 0 }],
  ['Sous le seuil\u00a0: 4\u00a0cm depuis le dernier passage, seuil de 5\u00a0cm', {}],
  ['Dans une tournée, sans visite enregistrée', { sinceLast: 6, runs: 2, runsHere: 1 }],
  ['Sur aucune tournée de la journée', { sinceLast: null, runs: 2 }],
  ['Aucune tournée ce jour-là', { sinceLast: 6 }],
  ['Non connu\u00a0: aucune tournée, et toute la neige n’est pas mesurée', { snow: null, sinceLast: null }],
])('« %s »', (text, facts) => {
  expect(whyNobodyCame({ ...day, ...facts })).toBe(text)
})

test('a threshold that nobody can compare with explains nothing', () => {
  expect(whyNobodyCame({ ...day, sinceLast: null, runs: 1 })).toBe('Sur aucune tournée de la journée')
})

test('snow adds up until a pass, and an unknown day leaves it unknown until the next one', () => {
  const fell = (snow: number | null, isCleared = false) => ({ snow, isCleared })
  const days = [fell(2), fell(2.1), fell(3, true), fell(1), fell(null), fell(2), fell(5, true), fell(1)]
  expect(snowSince(days)).toEqual([2, 4.1, 7.1, 1, null, null, null, 1])
})
