// The thread that writes a workbook: see spreadsheets.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { type Cell, colToLetter, writeXlsx } from 'hucre/xlsx'
import type { WrittenSheet } from './spreadsheets.ts'

const heading: Partial<Cell> = {
  style: {
    font: { bold: true, color: { rgb: 'FFFFFF' } },
    fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: '17504A' } },
    alignment: { vertical: 'center' },
  },
}

/** Number of rows with a drop-down of choices. */
const offeredRows = 5000

const offered = (column: number) => `${colToLetter(column)}2:${colToLetter(column)}${offeredRows}`

const bytes = await writeXlsx({
  sheets: (workerData as WrittenSheet[]).map(({ name, columns, rows }) => ({
    name,
    columns: columns.map(({ width, format }) => ({ width, ...(format && { numFmt: format }) })),
    rows: [columns.map((column) => column.heading), ...rows],
    cells: new Map(columns.map((_, column) => [`0,${column}`, heading])),
    freezePane: { rows: 1 },
    dataValidations: columns.flatMap(({ choices }, column) =>
      choices ? [{ type: 'list' as const, values: choices, allowBlank: true, range: offered(column) }] : [],
    ),
  })),
})
parentPort?.postMessage(bytes)
