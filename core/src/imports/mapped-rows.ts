// Turns the cells of a sheet into the fields of an entity.
import { importSheets, type SheetColumn } from './columns.ts'
import { type EntityFields, entityFields } from './entity-fields.ts'
import { quoted } from './found.ts'
import type { Cell, EntityMapping, ImportEntity, Unalerted, UploadedColumn } from './import.ts'
import { coupleIn, type Person, splitAddress, splitName } from './one-cell.ts'
import { isLandline, phonesIn } from './phones.ts'
import { cellText, readValue } from './values.ts'

export interface RowPlace {
  sheet: string
  /** As Excel numbers rows. */
  row: number
}

export interface MappedRow<E extends ImportEntity = ImportEntity> extends RowPlace {
  values: EntityFields[E]
  /** An occupant's phone is said to receive no text messages. */
  isLandline?: boolean
}

/** Marks the template's example rows: a row with a cell that begins with it is not imported. */
export const exampleMark = '(exemple)'
const isExample = (cells: readonly Cell[]) =>
  cells.some((cell) => typeof cell === 'string' && cell.trimStart().toLowerCase().startsWith(exampleMark))

type Values = Record<string, unknown>
type ReadOne<E extends ImportEntity> = Omit<MappedRow<E>, keyof RowPlace>
/** `unalerted`: why nobody is alerted by this row. */
type Read<E extends ImportEntity> =
  | { entities: ReadOne<E>[] }
  | { problem: string; unalerted?: Unalerted }
  | { unalerted: Unalerted }
  | undefined

interface Shared {
  /** Other entities come from the same sheet, and a row may belong to them only. */
  isShared: boolean
  /** The column of phones whose further numbers become occupants. */
  phonesKey: string | undefined
}

/** Reads rows as an entity; undefined for a row without it. */
export function rowReader<E extends ImportEntity>(
  entity: E,
  { keyMappings }: EntityMapping,
  sheetColumns: readonly Pick<UploadedColumn, 'normalizedKey' | 'originalKey'>[],
  { isShared, phonesKey }: Shared,
): (cells: readonly Cell[]) => Read<E> {
  const columns: readonly SheetColumn[] = importSheets[entity].columns
  const mapped = columns.flatMap((column) => {
    const at = sheetColumns.findIndex(({ normalizedKey }) => normalizedKey === keyMappings[column.field])
    const { normalizedKey = '', originalKey = '' } = sheetColumns[at] ?? {}
    return at < 0 ? [] : [{ column, at, hasPhones: normalizedKey === phonesKey, heading: originalKey }]
  })
  const told = mapped.filter(({ column }) => !isShared || !column.field.endsWith('Link'))
  const phoneCells = entity === 'occupants' ? mapped.filter(({ column }) => column.reads === 'phone') : []

  return (cells) => {
    const cellAt = ({ at }: { at: number }) => cells[at] ?? null
    if (told.every((one) => cellText(cellAt(one)) === '') || isExample(cells)) return undefined
    // On a flat sheet, a line without a phone has no occupant even if it has a name.
    if (isShared && phoneCells.length > 0 && phoneCells.every((one) => isNone(one.column, cellAt(one)))) return { unalerted: 'phone' }
    const values: Values = {}
    const phones: WrittenPhone[] = []
    // All of a line's mistakes are told at once, one per field.
    const problems = new Map<string, string>()
    for (const { column, at, hasPhones, heading } of mapped) {
      for (const cell of hasPhones ? phonesIn(cellText(cellAt({ at }))) : [cellAt({ at })]) {
        const found = readValue(column, cell)
        if ('problem' in found) {
          problems.set(column.field, said(column, found.problem))
          continue
        }
        if (found.value === undefined) continue
        if (found.extension && entity === 'occupants') return { problem: noExtension(found.extension), unalerted: 'extension' }
        if (entity === 'occupants' && column.reads === 'phone')
          phones.push({ field: column.field, phone: found.value, isLandline: isLandline(`${heading} ${cell}`) })
        values[column.field] ??= found.value
        if (found.extension) values.post ??= found.extension
      }
    }
    if (entity === 'sites' && typeof values.address === 'string') {
      const parts = splitAddress(values.address)
      if ('problem' in parts) problems.set('street', `Adresse complète\u00a0: ${parts.problem}`)
      else for (const [field, value] of Object.entries(parts.value)) values[field] ??= value
    }
    const entities: ReadOne<E>[] = []
    for (const { values: one, ...others } of entity === 'occupants' ? occupantsOf(values, phones) : [{ values }]) {
      const parsed = entityFields[entity].safeParse(one)
      for (const issue of parsed.error?.issues ?? []) {
        const field = String(issue.path[0])
        if (!problems.has(field)) problems.set(field, problemIn(columns, issue))
      }
      if (parsed.success) entities.push({ values: parsed.data as EntityFields[E], ...others })
    }
    return problems.size > 0 ? { problem: [...problems.values()].join(' ') } : { entities }
  }
}

const isNone = (column: SheetColumn, cell: Cell) => {
  const read = readValue(column, cell)
  return 'value' in read && read.value === undefined
}

function problemIn(columns: readonly SheetColumn[], { path, message }: { path: PropertyKey[]; message: string }): string {
  const column = columns.find(({ field }) => field === path[0])
  return column ? said(column, message) : message
}

const said = ({ header }: SheetColumn, message: string) => `${header}\u00a0: ${message}`
const noExtension = (extension: string) => `Téléphone\u00a0: un occupant est avisé à un numéro direct, sans poste (${quoted(extension)}).`

interface WrittenPhone {
  field: string
  phone: unknown
  isLandline: boolean
}

/** One occupant for each phone. Of a couple with two phones, each has one, in the order of the names. */
function occupantsOf(
  { name, otherName, otherPhone: _, ...values }: Values,
  phones: readonly WrittenPhone[],
): { values: Values; isLandline?: true }[] {
  const whole: Person = { ...(typeof name === 'string' && splitName(name)), ...values }
  const hasOther = typeof otherName === 'string'
  const [one = whole, other = whole] = hasOther ? [whole, splitName(otherName)] : phones.length === 2 ? coupleIn(whole) : []
  if (phones.length === 0) return [{ values: { ...values, ...whole } }]
  return phones.map(({ field, phone, isLandline: isFixed }, at) => {
    const { firstName, lastName } = at > 0 || (hasOther && field === 'otherPhone') ? other : one
    return { values: { ...values, firstName, lastName, phone }, ...(isFixed && { isLandline: true }) }
  })
}
