import { wallClock } from '@bordee/core/time.ts'
import { type GridColumn, isNumeric, textOf } from './columns.ts'

const formats: Partial<Record<NonNullable<GridColumn<unknown>['kind']>, string>> = {
  money: '#,##0.00\\ "$"',
  date: 'dd/mm/yyyy',
  instant: 'dd/mm/yyyy hh:mm',
  percent: 'General\\ "%"',
  duration: '[h]:mm:ss',
}

/** A spreadsheet uses dollars and days. */
const units: Partial<Record<string, number>> = { money: 100, duration: 86_400 }

/** A workbook with real numbers and dates. The writer is loaded on demand, because few users export. */
export async function toSpreadsheet<T>(name: string, columns: GridColumn<T>[], rows: T[], zone: string): Promise<Blob> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  const { rows: cells, ...sheet } = sheetOf(
    name,
    columns.filter(({ data }) => data !== false),
    rows,
    zone,
  )
  const written = writeXlsxStream(cells, { ...sheet, freezePane: { rows: 1 } })
  return new Response(written as ReadableStream<Uint8Array<ArrayBuffer>>).blob()
}

interface Sheet {
  name: string
  columns: { header: string; width: number; numFmt: string | undefined }[]
  rows: (string | number | Date | null)[][]
}

/** Rows as a sheet of a workbook. */
export const sheetOf = <T>(name: string, columns: GridColumn<T>[], rows: T[], zone: string): Sheet => ({
  name: name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31),
  columns: columns.map((column) => ({
    header: column.label,
    width: Math.round((column.size ?? 150) / 7),
    numFmt: formats[column.kind ?? 'text'],
  })),
  rows: rows.map((row) => columns.map((column) => cell(column, row, zone))),
})

/** Several sheets in one file. For short ones: it is written in one go. */
export async function toWorkbook(sheets: Sheet[]): Promise<Blob> {
  const { writeXlsx } = await import('hucre/xlsx')
  const bytes = await writeXlsx({
    sheets: sheets.map(({ name, columns, rows }) => ({
      name,
      columns: columns.map(({ width, numFmt }) => ({ width, ...(numFmt && { numFmt }) })),
      rows: [columns.map(({ header }) => header), ...rows],
      freezePane: { rows: 1 },
    })),
  })
  return new Blob([bytes as Uint8Array<ArrayBuffer>])
}

function cell<T>(column: GridColumn<T>, row: T, zone: string): string | number | Date | null {
  if (column.exported) return column.exported(row)
  const value = column.value(row)
  if (value === null || value === undefined || value === '') return null
  if (isNumeric(column)) return Number(value) / (units[column.kind ?? 'number'] ?? 1)
  // Spreadsheets have no time zones, so write the company's local time as if it were UTC.
  if (column.kind === 'date') return new Date(`${String(value).slice(0, 10)}T00:00:00Z`)
  if (column.kind === 'instant') {
    const { date, time } = wallClock(String(value), zone)
    return new Date(`${date}T${time}:00Z`)
  }
  return textOf(column, row, zone)
}
