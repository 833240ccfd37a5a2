import { expect, test } from 'vitest'
import { runName } from './run-name.ts'

test.each([
  ['2026-11-16T10:12:00Z', 'Trajet Haute-Ville (tournée du 16 nov. 2026, 5\u00a0h\u00a012)'],
  ['2027-02-01T04:30:00Z', 'Trajet Haute-Ville (tournée du 31 janv. 2027, 23\u00a0h\u00a030)'],
  ['2027-03-01T17:00:00Z', 'Trajet Haute-Ville (tournée du 1er mars 2027, 12\u00a0h)'],
])('%s is « %s »', (startedAt, name) => {
  expect(runName({ routeName: 'Haute-Ville', startedAt, zone: 'America/Toronto' })).toBe(name)
})
