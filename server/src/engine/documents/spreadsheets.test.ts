import type { SheetShape } from '@bordee/core/imports/columns.ts'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { writeWorkbook } from './spreadsheets.ts'

const shape: SheetShape = {
  name: 'Clients',
  columns: [
    { field: 'number', header: 'Numéro' },
    { field: 'name', header: 'Nom', required: true },
    { field: 'type', header: 'Type', choices: { residential: 'Résidentiel' } },
    { field: 'price', header: 'Prix', kind: 'number' },
    { field: 'isActive', header: 'Actif', kind: 'yesno' },
    { field: 'startAt', header: 'Début', kind: 'date' },
    { field: 'createdAt', header: 'Créé le', kind: 'instant' },
    { field: 'notes', header: 'Notes', kind: 'long' },
  ],
}

test('a workbook keeps what it was given: zeros, accents, dates and times in the company’s time zone', async () => {
  const row = {
    number: '007',
    name: 'Hélène Côté – « L’Œuvre »',
    type: 'residential',
    price: 12.5,
    isActive: true,
    startAt: '2026-11-15',
    createdAt: '2026-07-01T03:30:00Z',
    notes: 'x'.repeat(40_000),
    secret: 'what no column names is not written',
  }
  const { sheets } = await readXlsx(await writeWorkbook([{ shape, rows: [row, { name: '=1+1' }] }]))

  expect(sheets.map(({ name }) => name)).toEqual(['Clients'])
  const [heading, first, second] = sheets[0]?.rows ?? []
  expect(heading).toEqual(['Numéro', 'Nom *', 'Type', 'Prix', 'Actif', 'Début', 'Créé le', 'Notes'])
  expect(first?.slice(0, 5)).toEqual(['007', 'Hélène Côté – « L’Œuvre »', 'Résidentiel', 12.5, 'Oui'])
  expect(first?.[5]).toEqual(new Date('2026-11-15T00:00:00Z'))
  expect(first?.[6]).toEqual(new Date('2026-06-30T23:30:00Z'))
  expect(first?.[7]).toHaveLength(32_767)
  expect(second?.[1]).toBe('=1+1')
  expect(JSON.stringify(sheets)).not.toContain('no column')
})
