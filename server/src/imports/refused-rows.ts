// The rows that an import refused, as a workbook to correct and import again.
import type { SheetColumn } from '@bordee/core/imports/columns.ts'
import type { ImportError } from '@bordee/core/imports/import.ts'
import type { FilledSheet } from '../engine/documents/spreadsheets.ts'
import { cutText } from './cut-text.ts'
import type { ReadSheet } from './uploads.ts'

export function refusedSheets(sheets: readonly ReadSheet[], errors: readonly ImportError[]): FilledSheet[] {
  const bySheet = Map.groupBy(errors, ({ sheet }) => sheet)
  const tabs = tabNames(sheets.map(({ name }) => name))
  return sheets.map((sheet, at) => refusedSheet(sheet, tabs[at] ?? '', bySheet.get(sheet.name) ?? []))
}

/** The sheet as uploaded, with the reason for each refusal. */
function refusedSheet({ columns, rows }: ReadSheet, tab: string, errors: readonly ImportError[]): FilledSheet {
  const why = Map.groupBy(errors, ({ row }) => row)
  const own = columns.map(({ originalKey }, index): SheetColumn => ({ field: String(index), header: originalKey }))
  return {
    shape: { name: tab, columns: [...own, { field: 'why', header: 'Problème', kind: 'long' }] },
    rows: rows.map(({ row, cells }) => ({
      ...Object.fromEntries(cells.entries()),
      why: why
        .get(row)
        ?.map(({ message }) => message)
        .join(' '),
    })),
  }
}

/** Excel's limit for a tab's name. */
const longest = 31

/** Names that Excel accepts: no special characters, no apostrophe at either end, not « History », no duplicates. */
export function tabNames(names: readonly string[]): string[] {
  const taken = new Set(['history'])
  return names.map((name) => {
    const plain = name.replace(/[\\/?*[\]:]|\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu, ' ')
    const ended = (end: string) => {
      const tab = cutText(bare(plain), longest - end.length)
      return `${bare(tab) || 'Feuille'}${end}`
    }
    let tab = ended('')
    for (let again = 2; taken.has(tab.toLowerCase()); again++) tab = ended(` (${again})`)
    taken.add(tab.toLowerCase())
    return tab
  })
}

const bare = (text: string) => text.replace(/^['\s]+|['\s]+$/g, '')
