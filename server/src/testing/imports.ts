// Spreadsheets for the tests: a company's export, in the form an import is sent.
import { headingOf, importSheets, type SheetColumn } from '@bordee/core/imports/columns.ts'
import type { Cell, ImportEntity, ImportError, ImportMappings } from '@bordee/core/imports/import.ts'
import { importCalls } from '@bordee/core/imports/imports.calls.ts'
import { readXlsx } from 'hucre/xlsx'
import type { Caller, TestServer } from './server.ts'

export type SentSheet = { name: string; content: Record<string, Cell>[] }

/** Every sheet of a workbook, its cells by column heading. */
export async function sheetsIn(bytes: Uint8Array): Promise<SentSheet[]> {
  const { sheets } = await readXlsx(bytes)
  return sheets.map(({ name, rows: [heading = [], ...rows] }) => ({
    name,
    content: rows.map((row) => Object.fromEntries(heading.map((key, at) => [String(key), asCell(row[at])]))),
  }))
}

const asCell = (value: unknown): Cell =>
  value instanceof Date ? value.toISOString().slice(0, 16) : ((value ?? null) as Exclude<Cell, undefined>)

/** Maps the headings of our own sheets to their fields. */
export function ownMappings(sheets: readonly SentSheet[], entities = Object.keys(importSheets) as ImportEntity[]): ImportMappings {
  const mapped = entities.flatMap((entity) => {
    const { name, columns } = importSheets[entity]
    const keys = Object.keys(sheets.find((sheet) => sheet.name === name)?.content[0] ?? {})
    const known = (columns as readonly SheetColumn[]).map((column) => [column.field, headingOf(column)] as const)
    return keys.length > 0
      ? [[entity, { sheet: name, keyMappings: Object.fromEntries(known.filter(([, key]) => keys.includes(key))) }]]
      : []
  })
  return Object.fromEntries(mapped) as ImportMappings
}

export async function exportOf(server: TestServer, staff: Caller, companyId: string): Promise<Uint8Array> {
  const headers = { authorization: `Bearer ${staff.token}` }
  return (await server.app.inject({ url: '/api/importation/export', query: { company_id: companyId }, headers })).rawPayload
}

/** Rows of a single sheet whose columns are fields. */
export function flat(rows: Record<string, Cell>[], fields: { [E in ImportEntity]?: Record<string, string> }) {
  const mappings = Object.entries(fields).map(([entity, keyMappings]) => [entity, { sheet: 'Feuil1', keyMappings }])
  return { data: { sheets: [{ name: 'Feuil1', content: rows }] }, ...(Object.fromEntries(mappings) as ImportMappings) }
}

export const importInto = (staff: Caller, input: object) => staff(importCalls.runImport, input as never)

export const refusals = async (staff: Caller, input: object) => (await importInto(staff, input)) as ImportError[]

/** A typical file of a small company: one row per address. */
export const smallFile = flat(
  [
    { Client: 'Côté, Hélène', Adresse: '123, rue Saint-Jean, app. 4, Québec (QC) G1R 1P8', Tél: '418 555-0142', Courriel: 'h@exemple.ca' },
    { Client: 'Gestion Roy inc.', Adresse: '9 rue du Quai, Lévis', Tél: 4185550143, Courriel: null },
    { Client: 'GESTION ROY INC.', Adresse: '11 rue du Quai, Lévis', Tél: null, Courriel: null },
    { Client: null, Adresse: null, Tél: null, Courriel: null },
  ],
  { clients: { name: 'Client', email: 'Courriel' }, sites: { address: 'Adresse' }, occupants: { name: 'Client', phone: 'Tél' } },
)
