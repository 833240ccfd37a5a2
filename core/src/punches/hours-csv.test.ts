import { expect, test } from 'vitest'
import { decimalHours, hoursCsv } from './hours-csv.ts'
import type { Punch } from './punch.ts'

const punch: Punch = {
  id: 'p',
  accountId: 'a',
  name: 'Marc Roy',
  startedAt: '2026-01-14T10:12:00Z',
  endedAt: '2026-01-14T11:22:00Z',
  source: 'phone',
  paidMinutes: 180,
  minutes: 70,
  proposedMinutes: null,
  madeBy: 'Marc Roy',
  isCorrected: true,
  removedAt: null,
  approvedAt: '2026-01-19T15:00:00Z',
  approvedBy: 'Lise; la patronne',
}

test('Excel in Canadian French opens the hours: a byte order mark, semicolons, decimal commas', () => {
  expect(hoursCsv([punch], 'America/Toronto')).toBe(
    '\ufeffDate;Personne;Début;Fin;Heures;Durée;Heures payées;Durée payée;Provenance;Inscrit par;Corrigé;Approuvé le;Approuvé par\r\n' +
      '14/01/2026;Marc Roy;14/01/2026 05:12;14/01/2026 06:22;1,17;1 h 10 min;3,00;3 h 00 min;Téléphone;Marc Roy;Oui;' +
      '19/01/2026 10:00;"Lise; la patronne"\r\n',
  )
})

test('an open punch has neither an end nor hours', () => {
  const open = { ...punch, endedAt: null, minutes: null, paidMinutes: null, approvedAt: null, approvedBy: null }
  expect(hoursCsv([open], 'America/Toronto').split('\r\n')[1]).toBe('14/01/2026;Marc Roy;14/01/2026 05:12;;;;;;Téléphone;Marc Roy;Oui;;')
})

test('no name becomes a formula', () => {
  expect(hoursCsv([{ ...punch, name: '=HYPERLINK("x")' }], 'America/Toronto')).toContain(`;"'=HYPERLINK(""x"")";`)
})

test.each([
  [0, '0,00'],
  [7, '0,12'],
  [425, '7,08'],
  [180, '3,00'],
])('%i minutes are %s hours', (minutes, hours) => expect(decimalHours(minutes)).toBe(hours))
