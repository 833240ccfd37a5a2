import { expect, test } from 'vitest'
import { homeZone } from '../time.ts'
import { residentRange } from './resident-range.ts'
import { type SiteStatus, statusWords } from './site-status.ts'

const minute = 60_000
const zone = homeZone
const at = '2026-01-15T10:12:00Z' // 5 h 12 in Québec

test.each<[SiteStatus, string]>([
  [{ is: 'idle' }, 'Aucune opération en cours.'],
  [{ is: 'suspended' }, 'Communiquez avec nous.'],
  [
    { is: 'not-required', fallen: 3.2, threshold: 5 },
    'Passage non requis pour l’instant\u00a0: environ 3\u00a0cm au sol; votre contrat prévoit un passage dès 5\u00a0cm.',
  ],
  [{ is: 'not-required', fallen: null, threshold: null }, 'Passage non requis pour l’instant.'],
  [{ is: 'listed', leavesAt: null }, 'Votre entrée est sur la liste.'],
  [{ is: 'listed', leavesAt: '2026-01-15T08:00:00Z' }, 'Votre entrée est sur la liste. Départ vers 3\u00a0h.'],
  [
    { is: 'expected', from: '2026-01-15T10:45:00Z', to: '2026-01-15T11:30:00Z', isWindrow: false },
    'Passage prévu entre 5\u00a0h\u00a045 et 6\u00a0h\u00a030. Estimation\u00a0: la météo peut la changer.',
  ],
  [
    { is: 'expected', from: '2026-01-15T13:15:00Z', to: '2026-01-15T14:00:00Z', isWindrow: true },
    'La Ville est repassée. Retrait du banc de neige prévu entre 8\u00a0h\u00a015 et 9\u00a0h.',
  ],
  [{ is: 'unforeseeable', isWindrow: false }, 'Heure impossible à prévoir pour l’instant. Votre entrée est toujours sur la liste.'],
  [{ is: 'near' }, 'Votre tour approche. Déplacez votre véhicule maintenant.'],
  [{ is: 'partial', at, hasVehicle: true }, 'Accès dégagé à 5\u00a0h\u00a012. Un véhicule était dans l’entrée; le nettoyage final suivra.'],
  [{ is: 'done', at, pass: 1 }, 'Fait à 5\u00a0h\u00a012.'],
  [{ is: 'done', at, pass: 2 }, 'Fait à 5\u00a0h\u00a012 (2e passage).'],
  [
    { is: 'not-done', at, reason: 'vehicle', comesBack: true },
    'Pas fait à 5\u00a0h\u00a012\u00a0: véhicule dans l’entrée. Nous repasserons.',
  ],
  [{ is: 'not-done', at, reason: 'other', comesBack: false }, 'Pas fait à 5\u00a0h\u00a012. Communiquez avec nous.'],
])('a resident reads of %j', (status, words) => {
  expect(statusWords(status, zone)).toBe(words)
})

test('a range is in quarters of an hour, half an hour wide at least, and wider the further it is', () => {
  const now = Date.parse('2026-01-15T10:00:00Z')
  for (let ahead = 13; ahead < 400; ahead++) {
    const { from, to } = residentRange(now + ahead * minute, now)
    expect([from % (15 * minute), to % (15 * minute)]).toEqual([0, 0])
    expect(to - from).toBeGreaterThanOrEqual(30 * minute)
    expect(from).toBeLessThanOrEqual(now + ahead * minute)
    expect(to).toBeGreaterThanOrEqual(now + ahead * minute)
  }
})
