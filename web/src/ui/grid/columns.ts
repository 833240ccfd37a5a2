// A column declares the kind of its values, which determines its display, sort, filter, search and export.
import { formatMoney } from '@bordee/core/money.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { compareText, formatNumber, searchable } from '@bordee/core/text.ts'
import { formatDate, formatDuration, formatInstant, wallClock } from '@bordee/core/time.ts'
import type { ReactNode } from 'react'

/**
 * `money` in cents, `duration` in seconds, `date` as 2026-01-05, `instant` in ISO, `choice` a key of `choices` or several, one
 * per line.
 */
type ColumnKind = 'text' | 'phone' | 'number' | 'money' | 'percent' | 'duration' | 'date' | 'instant' | 'choice' | 'yesno'
type CellValue = string | number | boolean | null | undefined

export interface GridColumn<T> {
  id: string
  label: string
  value: (row: T) => CellValue
  kind?: ColumnKind
  /** The labels of a `choice`, in their order. */
  choices?: Record<string, string>
  /** Renders the cell when text is not enough. Keep it light: a hundred render at once. */
  cell?: (row: T) => ReactNode
  /** Initial width in pixels. */
  size?: number
  /** Hidden until the user shows it. */
  hidden?: boolean
  /** Makes the cell editable in place. Returns an error to show, or null when saved. */
  edit?: (row: T, text: string) => string | null | Promise<string | null>
  /** What a spreadsheet gets, when the cell shows less: a whole address. */
  exported?: (row: T) => string
  /** False for actions and pictures: not sorted, filtered, searched or exported. */
  data?: boolean
}

export type Filter = { text: string } | { oneOf: string[] } | { min?: number; max?: number } | { from?: string; to?: string }
export type FilterShape = 'text' | 'oneOf' | 'number' | 'date'

const yesNo = { true: 'Oui', false: 'Non' }

export const choicesOf = <T>(column: GridColumn<T>): Record<string, string> => (column.kind === 'yesno' ? yesNo : (column.choices ?? {}))
const numericKinds: readonly (ColumnKind | undefined)[] = ['number', 'money', 'percent', 'duration']
export const isNumeric = <T>({ kind }: GridColumn<T>): boolean => numericKinds.includes(kind)

/** Users filter amounts in dollars and durations in minutes; cells hold cents and seconds. */
const filterUnits: Partial<Record<ColumnKind, number>> = { money: 100, duration: 60 }

export function filterShape<T>(column: GridColumn<T>): FilterShape {
  if (isNumeric(column)) return 'number'
  if (column.kind === 'date' || column.kind === 'instant') return 'date'
  return column.kind === 'choice' || column.kind === 'yesno' ? 'oneOf' : 'text'
}

/** A cell's text, as shown, searched and exported. */
export function textOf<T>(column: GridColumn<T>, row: T, zone: string): string {
  const value = column.value(row)
  if (value === null || value === undefined || value === '') return ''
  switch (column.kind) {
    case 'money':
      return formatMoney(Number(value))
    case 'number':
      return formatNumber(Number(value))
    case 'percent':
      return `${formatNumber(Number(value))}\u00a0%`
    case 'duration':
      return formatDuration(Number(value))
    case 'date':
      return formatDate(String(value))
    case 'instant':
      return formatInstant(String(value), zone)
    case 'phone':
      return formatPhone(String(value))
    case 'choice':
    case 'yesno':
      return chosenNames(column, value)
    default:
      return String(value)
  }
}

const chosenNames = <T>(column: GridColumn<T>, value: CellValue): string =>
  keysIn(String(value))
    .map((key) => choicesOf(column)[key] ?? key)
    .join(', ')

const keysIn = (value: string) => value.split('\n')

/** The sort key of a cell; undefined sorts last in both directions. */
export function sortKey<T>(column: GridColumn<T>, row: T): string | number | undefined {
  const value = column.value(row)
  if (value === null || value === undefined || value === '') return undefined
  if (isNumeric(column)) return Number(value)
  return column.kind === 'choice' || column.kind === 'yesno' ? chosenNames(column, value) : String(value)
}

export function compareKeys(a: unknown, b: unknown): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b))
}

/** A row's folded search text: both « levesque » and « 4185551234 » find it. */
export function searchText<T>(columns: readonly GridColumn<T>[], row: T, zone: string): string {
  const words = columns.flatMap((column) =>
    column.kind === 'phone' ? [column.value(row), textOf(column, row, zone)] : textOf(column, row, zone),
  )
  return searchable(words.join(' '))
}

/** Depends on the filter, not on the column, because a stored filter may not fit a column that has changed since. */
export function shapeOf(filter: Filter): FilterShape {
  if ('text' in filter) return 'text'
  if ('oneOf' in filter) return 'oneOf'
  return 'min' in filter || 'max' in filter ? 'number' : 'date'
}

/** The value that a filter of this shape tests; '' if the cell is empty. */
export function filterKey<T>(column: GridColumn<T>, row: T, shape: FilterShape, zone: string): string {
  const value = column.value(row)
  if (value === null || value === undefined || value === '') return ''
  switch (shape) {
    case 'text': {
      const text = searchable(textOf(column, row, zone))
      // A phone matches as written and as digits. Nobody types the line break, so nothing matches across the two.
      return column.kind === 'phone' ? `${text}\n${value}` : text
    }
    case 'oneOf':
      return String(value)
    case 'number':
      return String(Number(value) / (filterUnits[column.kind ?? 'number'] ?? 1))
    case 'date':
      return column.kind === 'instant' ? wallClock(String(value), zone).date : String(value).slice(0, 10)
  }
}

/** Whether a `filterKey` passes the filter. */
export function passes(filter: Filter): (key: string) => boolean {
  if ('text' in filter) {
    const wanted = searchable(filter.text).trim()
    return (key) => key.includes(wanted)
  }
  if ('oneOf' in filter) return (key) => keysIn(key).some((one) => filter.oneOf.includes(one))
  if ('min' in filter || 'max' in filter) {
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = filter
    return (key) => key !== '' && Number(key) >= min && Number(key) <= max
  }
  const { from, to } = filter as { from?: string; to?: string }
  return (day) => day !== '' && (!from || day >= from) && (!to || day <= to)
}

/** Describes a filter for its chip: « Payé, Envoyé », « de 10 à 20 », « depuis le 01/02/2026 ». */
export function filterWords<T>(column: GridColumn<T>, filter: Filter): string {
  if ('text' in filter) return `«\u00a0${filter.text}\u00a0»`
  if ('oneOf' in filter) return filter.oneOf.map((value) => choicesOf(column)[value] ?? (value || '(vide)')).join(', ')
  if ('min' in filter || 'max' in filter) {
    const { min, max } = filter
    if (min !== undefined && max !== undefined) return `de ${formatNumber(min)} à ${formatNumber(max)}`
    return min !== undefined ? `${formatNumber(min)} ou plus` : `${formatNumber(max ?? 0)} ou moins`
  }
  const { from, to } = filter as { from?: string; to?: string }
  if (from && to) return `du ${formatDate(from)} au ${formatDate(to)}`
  return from ? `depuis le ${formatDate(from)}` : `jusqu’au ${formatDate(to)}`
}

/** Whether a filter lets everything through. */
export function isBlank(filter: Filter | undefined): boolean {
  if (!filter) return true
  if ('text' in filter) return !filter.text.trim()
  if ('oneOf' in filter) return !filter.oneOf.length
  return Object.values(filter).every((bound) => bound === undefined || bound === '')
}
