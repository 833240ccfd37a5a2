// Turns the cells of a sheet into the fields of an entity.
import { importSheets, type SheetColumn } from './columns.ts'
import { type EntityFields, entityFields } from './entity-fields.ts'
import { quoted } from './found.ts'
import type { Cell, EntityMapping, ImportEntity } from './import.ts'
import { splitAddress, splitName } from './one-cell.ts'
import { cellText, readValue } from './values.ts'

export interface RowPlace {
  sheet: string
  /** As Excel numbers rows. */
  row: number
}

export interface MappedRow<E extends ImportEntity = ImportEntity> extends RowPlace {
  values: EntityFields[E]
}

/** Marks the template's example rows: a row with a cell that begins with it is not imported. */
export const exampleMark = '(exemple)'
const isExample = (cells: readonly Cell[]) =>
  cells.some((cell) => typeof cell === 'string' && cell.trimStart().toLowerCase().startsWith(exampleMark))

type Read<E extends ImportEntity> = { values: EntityFields[E] } | { problem: string } | undefined

/** Reads rows as an entity; undefined for a row without it. `isShared`: a row may belong to another entity only. */
export function rowReader<E extends ImportEntity>(
  entity: E,
  { keyMappings }: EntityMapping,
  keys: readonly string[],
  { isShared }: { isShared: boolean },
): (cells: readonly Cell[]) => Read<E> {
  const columns: readonly SheetColumn[] = importSheets[entity].columns
  const mapped = columns.flatMap((column) => {
    const at = keys.indexOf(keyMappings[column.field] ?? '\0')
    return at < 0 ? [] : [{ column, at }]
  })
  const told = mapped.filter(({ column }) => !isShared || !column.field.endsWith('Link'))
  const needed = isShared ? told.filter(({ column }) => column.field === neededInShared[entity]) : []
  return (cells) => {
    const isEmpty = ({ at }: { at: number }) => cellText(cells[at] ?? null) === ''
    if (told.every(isEmpty) || needed.some(isEmpty) || isExample(cells)) return undefined
    const values: Record<string, unknown> = {}
    for (const { column, at } of mapped) {
      const read = readValue(column, cells[at] ?? null)
      if ('problem' in read) return { problem: said(column, read.problem) }
      if (read.value === undefined) continue
      values[column.field] = read.value
      if (read.extension) values.post ??= read.extension
    }
    const problem = splitCombinedCells(entity, values)
    if (problem) return { problem }
    const parsed = entityFields[entity].safeParse(values)
    if (parsed.success) return { values: parsed.data as EntityFields[E] }
    const issue = parsed.error.issues[0]
    const column = columns.find(({ field }) => field === issue?.path[0])
    return { problem: column ? said(column, issue?.message ?? '') : (issue?.message ?? '') }
  }
}

/** On a flat sheet, a line without a phone has no occupant even if it has a name. */
const neededInShared: { [E in ImportEntity]?: string } = { occupants: 'phone' }

const said = ({ header }: SheetColumn, message: string) => `${header}\u00a0: ${message}`

/** Splits a cell that holds several fields; fields with their own column keep that value. */
function splitCombinedCells(entity: ImportEntity, values: Record<string, unknown>): string | undefined {
  if (entity === 'occupants' && typeof values.post === 'string')
    return `Téléphone\u00a0: un occupant est averti à un numéro direct, sans poste (${quoted(values.post)}).`
  if (entity === 'occupants' && typeof values.name === 'string') fill(values, splitName(values.name))
  if (entity !== 'sites' || typeof values.address !== 'string') return undefined
  const parts = splitAddress(values.address)
  if ('problem' in parts) return `Adresse complète\u00a0: ${parts.problem}`
  fill(values, parts.value)
  return undefined
}

function fill(values: Record<string, unknown>, parts: object) {
  for (const [field, value] of Object.entries(parts)) values[field] ??= value
}
