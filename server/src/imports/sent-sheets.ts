// Sheets sent with an import instead of being uploaded before.
import { setImmediate } from 'node:timers/promises'
import type { Cell } from '@bordee/core/imports/import.ts'
import { invalid } from '@bordee/core/problem.ts'
import { count } from '@bordee/core/text.ts'
import type { ReadSheet } from './uploads.ts'

export interface SentSheet {
  name: string
  content: Record<string, Cell>[]
}

const mostColumns = 300
/** For all sheets together, empty cells included: every row gets one per column. */
const mostCells = 100_000

/** Numbered as `validate` does, below a row of headings. */
export async function readSent(sent: readonly SentSheet[]): Promise<ReadSheet[]> {
  const keyed: { sheet: SentSheet; keys: string[] }[] = []
  let cells = 0
  for (const sheet of sent) {
    const keys = keysOf(sheet)
    cells += keys.length * sheet.content.length
    if (cells > mostCells)
      throw refused(`Trop de données\u00a0: ${count(mostCells, 'cellule')} au plus. Téléversez plutôt les feuilles dans un fichier.`)
    keyed.push({ sheet, keys })
    await setImmediate()
  }
  const read: ReadSheet[] = []
  for (const { sheet, keys } of keyed) {
    read.push(asRead(sheet, keys))
    await setImmediate()
  }
  return read
}

const refused = (message: string) => invalid({ data: { sheets: message } })

function keysOf({ name, content }: SentSheet): string[] {
  const keys = new Set<string>()
  for (const row of content) {
    for (const key of Object.keys(row)) keys.add(key)
    if (keys.size > mostColumns) throw refused(`La feuille «\u00a0${name}\u00a0» a trop de colonnes\u00a0: ${mostColumns} au plus.`)
  }
  return [...keys]
}

function asRead({ name, content }: SentSheet, keys: readonly string[]): ReadSheet {
  return {
    name,
    file: '',
    columns: keys.map((key) => ({ normalizedKey: key, originalKey: key, potentialEntityFields: [] })),
    // A column may be called « constructor », which every object has.
    rows: content.map((row, at) => ({ row: at + 2, cells: keys.map((key) => (Object.hasOwn(row, key) ? (row[key] ?? null) : null)) })),
  }
}
