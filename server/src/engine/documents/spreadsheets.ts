// Writes workbooks (.xlsx). Only this file and the worker know the library. Writing runs on a separate thread, because
// thousands of rows take seconds and the server must answer others meanwhile.
import { Worker } from 'node:worker_threads'
import { headingOf, type SheetColumn, type SheetShape } from '@bordee/core/imports/columns.ts'
import { homeZone, wallClock } from '@bordee/core/time.ts'

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type Cell = string | number | boolean | Date | null

/** The worker's input: a sheet with its headings, ready to write. */
export interface WrittenSheet {
  name: string
  columns: { heading: string; width: number; format?: string | undefined; choices?: string[] | undefined }[]
  rows: Cell[][]
}

/** A sheet of entities: each row by the fields that the shape names. Missing values are left empty. */
export interface FilledSheet {
  shape: SheetShape
  rows: readonly Record<string, unknown>[]
}

/** `zone`: spreadsheets have no time zones, so instants are written as local time of the company. */
export function writeWorkbook(sheets: readonly FilledSheet[], zone = homeZone): Promise<Uint8Array> {
  const written = sheets.map(({ shape, rows }): WrittenSheet => {
    const columns = shape.columns.filter(({ importOnly }) => !importOnly)
    return {
      name: shape.name,
      columns: columns.map((column) => ({
        heading: headingOf(column),
        width: widthOf(column),
        format: formats[column.kind ?? 'text'],
        choices: column.choices && Object.values(column.choices),
      })),
      rows: rows.map((row) => columns.map((column) => cellOf(column, row[column.field], zone))),
    }
  })
  return onAThread(written)
}

const patience = 60_000

function onAThread(sheets: WrittenSheet[]): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./spreadsheets.worker.ts', import.meta.url), {
      workerData: sheets,
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    })
    const late = setTimeout(() => {
      reject(new Error('The workbook took too long'))
      void worker.terminate()
    }, patience)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(late)
      reject(new Error('The workbook was not written')) // no effect once it has resolved
    })
  })
}

const formats: Partial<Record<NonNullable<SheetColumn['kind']>, string>> = {
  text: '@', // keeps Excel from turning a phone, a postal code or a client's « 007 » into a number
  long: '@',
  date: 'dd/mm/yyyy',
  instant: 'dd/mm/yyyy hh:mm',
}

/** Excel's limit per cell; it considers a file with longer ones damaged. */
const maxCell = 32_767

function cellOf({ kind = 'text', choices }: SheetColumn, value: unknown, zone: string): Cell {
  if (value === null || value === undefined || value === '') return null
  const plain = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
  if (kind === 'number') return Number(plain)
  if (kind === 'yesno') return value === true ? 'Oui' : 'Non'
  if (kind === 'date') return new Date(`${plain.slice(0, 10)}T00:00:00Z`)
  if (kind === 'instant') {
    const { date, time } = wallClock(plain, zone)
    return new Date(`${date}T${time}:00Z`)
  }
  return writable(choices?.[plain] ?? plain).slice(0, maxCell)
}

/** Removes characters that XML forbids, and keeps Excel from reading `_x0041_` as an A. */
const writable = (text: string) => text.replace(/[\uFFFE\uFFFF]/g, '').replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')

function widthOf(column: SheetColumn): number {
  if (column.kind === 'long') return 48
  return Math.max(column.kind === 'instant' ? 18 : 16, headingOf(column).length + 3)
}
