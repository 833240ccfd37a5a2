import { describe, expect, test } from 'vitest'
import { importSheets, type SheetColumn } from './columns.ts'
import { quoted, storable } from './found.ts'
import type { Cell } from './import.ts'
import { readAmount, readNumber } from './numbers.ts'
import { coupleIn, splitAddress, splitName } from './one-cell.ts'
import { readDay, readInstant } from './sheet-days.ts'
import { readValue } from './values.ts'

const column = (entity: keyof typeof importSheets, field: string): SheetColumn => {
  const found = (importSheets[entity].columns as readonly SheetColumn[]).find((one) => one.field === field)
  if (!found) throw new Error(`no column ${entity}.${field}`)
  return found
}

/** Cells, and the value each is read as. */
const cases: [string, SheetColumn, [Cell, unknown][]][] = [
  [
    'a phone',
    column('clients', 'phone'),
    [
      ['418 555-0142', '4185550142'],
      ['(418) 555-0142', '4185550142'],
      ['+1 418.555.0142', '4185550142'],
      ['1-418-555-0142', '4185550142'],
      [4185550142, '4185550142'],
      ['Cell. 418 555 0142', '4185550142'],
      ['418 555-0142 (cell)', '4185550142'],
      ['418 555-0142 bur.', '4185550142'],
      ['Rés.: 418 555-0142', '4185550142'],
      ['-', undefined],
      ['aucun', undefined],
      ['N/A', undefined],
      ['s/o', undefined],
    ],
  ],
  [
    'a postal code',
    column('sites', 'zip'),
    [
      ['g1r4p5', 'G1R 4P5'],
      ['G1R-4P5', 'G1R 4P5'],
      ['JOR IRO', 'J0R 1R0'],
      [' G1R 4P5 ', 'G1R 4P5'],
      [1545, '01545'],
      ['05401-1234', '05401-1234'],
    ],
  ],
  [
    'a province',
    column('sites', 'state'),
    [
      ['Québec', 'QC'],
      ['QC', 'QC'],
      ['Qc.', 'QC'],
      ['P.Q.', 'QC'],
      ['Ontario', 'ON'],
      ['ont.', 'ON'],
      ['Nouveau-Brunswick', 'NB'],
      ['vt', 'VT'],
    ],
  ],
  [
    'a country',
    column('sites', 'country'),
    [
      ['Canada', 'CA'],
      ['ca', 'CA'],
      ['États-Unis', 'US'],
      ['U.S.A.', 'US'],
    ],
  ],
  [
    'a day',
    column('contracts', 'startAt'),
    [
      ['15/11/2026', '2026-11-15'],
      ['5/1/26', '2026-01-05'],
      ['2026-11-15', '2026-11-15'],
      ['2026-11-15T00:00', '2026-11-15'],
      ['2026/11/15', '2026-11-15'],
      [46341, '2026-11-15'],
      ['46341', '2026-11-15'],
      ['15 novembre 2026', '2026-11-15'],
      ['dimanche 15 novembre 2026', '2026-11-15'],
      ['1er déc. 2026', '2026-12-01'],
      ['15-nov-26', '2026-11-15'],
      ['20261115', '2026-11-15'],
      ['3 juillet 2026', '2026-07-03'],
      ['3 juin 2026', '2026-06-03'],
      ['November 15, 2026', '2026-11-15'],
    ],
  ],
  [
    'a moment',
    column('unsubscribed', 'since'),
    [
      ['15/11/2026 07:30', '2026-11-15T07:30'],
      ['15/11/2026 7 h 30', '2026-11-15T07:30'],
      ['2026-11-15T07:30', '2026-11-15T07:30'],
      ['15/11/2026', '2026-11-15T00:00'],
      [46341.3125, '2026-11-15T07:30'],
      ['2026-11-15T12:30:00Z', '2026-11-15T12:30:00.000Z'],
    ],
  ],
  [
    'an amount',
    column('contracts', 'servicePrice'),
    [
      ['1 234,56 $', 1234.56],
      ['1\u00a0234,56\u00a0$', 1234.56],
      ['1,234.56', 1234.56],
      ['$1,234', 1234],
      ['1.234,56', 1234.56],
      ['(25,50)', -25.5],
      ['-25,50 $', -25.5],
      ['425', 425],
      [425.5, 425.5],
    ],
  ],
  [
    'a number',
    column('sites', 'latitude'),
    [
      ['46,813', 46.813],
      ['46.813', 46.813],
      ['−71,2', -71.2],
      [46.81, 46.81],
    ],
  ],
  [
    'a percentage',
    column('services', 'defaultAnnualAugmentation'),
    [
      ['2,5 %', 2.5],
      [2.5, 2.5],
    ],
  ],
  [
    'yes or no',
    column('sites', 'isInactive'),
    [
      ...['Oui', 'o', 'X', 'VRAI', '1', 'yes', 'True', '☑', true, 1].map((cell): [Cell, unknown] => [cell, true]),
      ...['non', 'N', 'Faux', '0', 'no', 'FALSE', false, 0].map((cell): [Cell, unknown] => [cell, false]),
    ],
  ],
  [
    'a type',
    column('clients', 'type'),
    [
      ['résidentiel', 'residential'],
      ['Rés', 'residential'],
      ['Commerciale', 'commercial'],
      ['C', 'commercial'],
      ['Residential', 'residential'],
      ['RESIDENTIEL', 'residential'],
      ['Commercial', 'commercial'],
    ],
  ],
  [
    'a way of warning',
    column('occupants', 'communicationMethod'),
    [
      ['texto', 'sms'],
      ['SMS', 'sms'],
      ['appel', 'call'],
      ['call', 'call'],
      ['Téléphone', 'call'],
    ],
  ],
  ['a list', column('areas', 'services'), [['Déneigement ; Sablage;', ['Déneigement', 'Sablage']]]],
  [
    'ways of paying',
    column('contracts', 'paymentMethods'),
    [
      ['Chèque, virement Interac', ['check', 'interact']],
      ['credit_card ; cash', ['credit_card', 'cash']],
    ],
  ],
  [
    'a polygon',
    column('areas', 'polygon'),
    [
      [
        '46.81,-71.21 46.82,-71.2 46.8,-71',
        [
          { lat: 46.81, lng: -71.21 },
          { lat: 46.82, lng: -71.2 },
          { lat: 46.8, lng: -71 },
        ],
      ],
    ],
  ],
  ['marks of a map', column('areas', 'indicators'), [['[]', []]]],
  [
    'a text',
    column('clients', 'number'),
    [
      ['007', '007'],
      [7, '7'],
      [0.30000000000000004, '0.3'],
      ['=1+1', '=1+1'],
      ['\u00a0Côté\u00a0', 'Côté'],
      ['', undefined],
      ['  ', undefined],
      [null, undefined],
    ],
  ],
]

test.each(cases)('%s is read however people write it', (_, of, cells) => {
  for (const [cell, value] of cells) expect(readValue(of, cell), String(cell)).toEqual({ value })
})

test.each([
  ['clients', 'phone', '555-0142', '« 555-0142 » n’est pas un numéro de téléphone : il faut 10 chiffres.'],
  ['clients', 'phone', '418 555-0142 ou 418 555-0199', '« 418 555-0142 ou 418 555-0199 » n’est pas un seul numéro de téléphone.'],
  ['clients', 'phone', '418 555-0142 / 0199', '« 418 555-0142 / 0199 » n’est pas un seul numéro de téléphone.'],
  ['clients', 'phone', '418 555-0142 Luc', '« 418 555-0142 Luc » n’est pas un seul numéro de téléphone.'],
  ['sites', 'zip', 'G1R', '« G1R » n’est pas un code postal : on attend « G1R 4P5 ».'],
  ['sites', 'state', 'Bas-Canada', '« Bas-Canada » n’est pas une province : écrivez « QC » ou « Québec ».'],
  ['contracts', 'startAt', '31/02/2026', '« 31/02/2026 » n’est pas une date : on attend jj/mm/aaaa.'],
  ['contracts', 'startAt', '11/25/2026', '« 11/25/2026 » n’est pas une date : on attend jj/mm/aaaa.'],
  ['contracts', 'servicePrice', 'à voir', '« à voir » n’est pas un montant.'],
  ['contracts', 'servicePrice', '(25', '« (25 » n’est pas un montant.'],
  ['sites', 'isInactive', 'peut-être', '« peut-être » n’est ni oui ni non.'],
  ['occupants', 'communicationMethod', 'pigeon', '« pigeon » n’est pas un choix : écrivez « Texto » ou « Appel ».'],
  ['areas', 'polygon', '46.81', '« 46.81 » n’est pas un polygone : on attend « latitude,longitude », coin par coin.'],
  ['areas', 'indicators', '{', '« { » n’est pas du JSON.'],
] as const)('in %s.%s, %s is refused with a reason', (entity, field, cell, problem) => {
  expect(readValue(column(entity, field), cell)).toEqual({ problem: problem.replace(/ (?=[:»])|(?<=«) /g, '\u00a0') })
})

test('an extension is separated from its phone number', () => {
  for (const cell of [
    '418 555-0142 poste 12',
    '(418) 555-0142, p. 12'.replace('p.', 'poste'),
    '418-555-0142 x12',
    '418 555 0142 #12',
    '418 555-0142 ext. 12',
  ])
    expect(readValue(column('clients', 'phone'), cell), cell).toEqual({ value: '4185550142', extension: '12' })
})

test('a couple in one cell is two people', () => {
  const couple = (text: string) => coupleIn(splitName(text)).map(({ firstName, lastName }) => `${firstName} ${lastName}`)
  expect(couple('Luc et Marie Tremblay')).toEqual(['Luc Tremblay', 'Marie Tremblay'])
  expect(couple('Tremblay, Luc & Marie')).toEqual(['Luc Tremblay', 'Marie Tremblay'])
  expect(couple('Jean Roy et Lise Côté')).toEqual(['Jean Roy', 'Lise Côté'])
  expect(couple('Luc Tremblay')).toEqual([])
  expect(couple('Gestion Roy et fils inc.')).toEqual([])
})

describe('an address in one cell', () => {
  test.each([
    [
      '123, rue Saint-Jean, app. 4, Québec (QC) G1R 1P8',
      { civicNumber: '123', street: 'rue Saint-Jean', apartment: '4', city: 'Québec', state: 'QC', zip: 'G1R 1P8' },
    ],
    ['123 rue Saint-Jean, Québec', { civicNumber: '123', street: 'rue Saint-Jean', city: 'Québec' }],
    [
      '1250 18e Rue, Québec, QC, g1j1a1, Canada',
      { civicNumber: '1250', street: '18e Rue', city: 'Québec', state: 'QC', zip: 'G1J 1A1', country: 'CA' },
    ],
    ['18e Rue, Québec', { street: '18e Rue', city: 'Québec' }],
    [
      '123A, ch. Sainte-Foy app. 4\nLévis (Québec)\nG6V 1A1',
      { civicNumber: '123A', street: 'ch. Sainte-Foy', apartment: '4', city: 'Lévis', state: 'QC', zip: 'G6V 1A1' },
    ],
    ['45 rue Main, Ottawa ON K1A 0B1', { civicNumber: '45', street: 'rue Main', city: 'Ottawa', state: 'ON', zip: 'K1A 0B1' }],
    ['12 rue du Quai', { civicNumber: '12', street: 'rue du Quai' }],
    ['20 - 4e Avenue', { civicNumber: '20', street: '4e Avenue' }],
    ['12 1/2 rue du Quai', { civicNumber: '12 1/2', street: 'rue du Quai' }],
    ['12 à 18, rue du Quai', { civicNumber: '12 à 18', street: 'rue du Quai' }],
    ['12 A 18e Rue', { civicNumber: '12 A', street: '18e Rue' }],
    [
      '5 ch. du Lac, Saint-Sauveur, QC, Canada, J0R 1R0',
      { civicNumber: '5', street: 'ch. du Lac', city: 'Saint-Sauveur', state: 'QC', zip: 'J0R 1R0', country: 'CA' },
    ],
    ['12-14, rue du Quai, Québec', { civicNumber: '12-14', street: 'rue du Quai', city: 'Québec' }],
    ['9, rue de l’Église, Québec, Québec', { civicNumber: '9', street: 'rue de l’Église', city: 'Québec', state: 'QC' }],
  ])('%s', (text, parts) => {
    expect(splitAddress(text)).toEqual({ value: parts })
  })

  test("an address whose city can't be told from its street is refused", () => {
    expect(splitAddress('123 rue Saint-Jean Québec G1R 1P8')).toHaveProperty('problem')
    expect(splitAddress('123')).toHaveProperty('problem')
    expect(splitAddress('-')).toHaveProperty('problem')
  })
})

test('a full name in one cell is split in two', () => {
  expect(splitName('Côté, Hélène')).toEqual({ firstName: 'Hélène', lastName: 'Côté' })
  expect(splitName('Hélène Côté')).toEqual({ firstName: 'Hélène', lastName: 'Côté' })
  expect(splitName("Mme Françoise L'Écuyer")).toEqual({ firstName: 'Mme Françoise', lastName: "L'Écuyer" })
  expect(splitName('Mme Tremblay')).toEqual({ firstName: 'Mme', lastName: 'Tremblay' })
  expect(splitName('Luc & Marie Gagnon')).toEqual({ firstName: 'Luc & Marie', lastName: 'Gagnon' })
  expect(splitName('Luc et Marie')).toEqual({ lastName: 'Luc et Marie' })
  expect(splitName('Gestion Roy, Fils inc.')).toEqual({ lastName: 'Gestion Roy, Fils inc.' })
  expect(splitName('Jean de la Fontaine')).toEqual({ firstName: 'Jean', lastName: 'de la Fontaine' })
  expect(splitName('Côté')).toEqual({ lastName: 'Côté' })
})

test('quoted text never ends inside a character, and stored text is storable', () => {
  expect(quoted(`${'x'.repeat(59)}😀😀`)).toBe(`«\u00a0${'x'.repeat(59)}…\u00a0»`)
  expect(storable('a\0b\ud83d')).toBe('ab\ufffd')
})

test('years out of range are reported for their cell', () => {
  const years = { problem: expect.stringMatching(/: l’année doit être de 1900 à 2100\.$/) }
  for (const text of ['9999-12-31 23:59', '0001-01-01 00:00', '0000-01-01', '0000-01-01T00:00:00Z', '31/12/2101'])
    expect(readInstant(text)).toMatchObject(years)
  expect(readDay('9999-12-31')).toMatchObject(years)
  expect(readDay('31/12/2100')).toEqual({ value: '2100-12-31' })
})

test('« - » in free text is kept as it is', () => {
  expect(readValue(column('clients', 'name'), 'Aucun')).toEqual({ value: 'Aucun' })
  expect(readValue(column('clients', 'email'), '-')).toEqual({ value: undefined })
})

test('a dash in place of cents is not a minus; one after the digits is', () => {
  expect(readAmount('350,-')).toEqual({ value: 350 })
  expect(readAmount('350.- $')).toEqual({ value: 350 })
  expect(readAmount('350-')).toEqual({ value: -350 })
})

test('misplaced separators are refused', () => {
  for (const text of ['12,34,56', '1,23.45', '1.23,45', '1,2345,678']) expect(readAmount(text)).toHaveProperty('problem')
  expect(readNumber('1,234,567')).toEqual({ value: 1_234_567 })
  expect(readAmount('1.234,50')).toEqual({ value: 1234.5 })
})
