import { expect, test } from 'vitest'
import { compareKeys, filterKey, type GridColumn, passes, sortKey, textOf } from './columns.ts'
import { sheetOf } from './exportRows.ts'

const zone = 'America/Toronto'
const column: GridColumn<{ seconds: number | null }> = { id: 'd', label: 'Durée', kind: 'duration', value: ({ seconds }) => seconds }
const rows = [3900, 45, null, 600].map((seconds) => ({ seconds }))

test('a duration is shown in words and sorted by length', () => {
  expect(rows.map((row) => textOf(column, row, zone).replaceAll('\u00a0', ' '))).toEqual(['1 h 05 min', '45 s', '', '10 min'])
  const keys = rows.map((row) => sortKey(column, row)).filter((key) => key !== undefined)
  expect(keys.toSorted(compareKeys)).toEqual([45, 600, 3900])
})

test('durations are filtered by minutes', () => {
  const isLong = passes({ min: 10 })
  expect(rows.map((row) => isLong(filterKey(column, row, 'number', zone)))).toEqual([true, false, false, true])
})

test('a spreadsheet gets durations as times, which it can add up', () => {
  const sheet = sheetOf('Visites', [column], rows, zone)
  expect(sheet.columns[0]?.numFmt).toBe('[h]:mm:ss')
  expect(sheet.rows.map(([cell]) => cell)).toEqual([3900 / 86_400, 45 / 86_400, null, 600 / 86_400])
})

test('a choice may hold several keys, and each of them finds its row', () => {
  const sectors: GridColumn<string> = {
    id: 's',
    label: 'Secteurs',
    kind: 'choice',
    choices: { a: 'Beauport', b: 'Limoilou' },
    value: (own) => own,
  }
  expect(['a', 'a\nb', ''].map((own) => textOf(sectors, own, zone))).toEqual(['Beauport', 'Beauport, Limoilou', ''])
  const isInLimoilou = passes({ oneOf: ['b'] })
  expect(['a', 'a\nb', ''].map((own) => isInLimoilou(filterKey(sectors, own, 'oneOf', zone)))).toEqual([false, true, false])
})
