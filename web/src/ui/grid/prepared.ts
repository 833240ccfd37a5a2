// Caches what search, filters and sort compare, so that a key press doesn't fold or collate ten thousand records.
import { searchMatch } from '@bordee/core/text.ts'
import { type Filter, filterKey, type GridColumn, passes, searchText, shapeOf } from './columns.ts'
import { type Ranks, rank } from './ranks.ts'

/** The search, filters and sort that the user asked for. */
export interface Wanted {
  search: string
  filters: readonly { id: string; value: Filter }[]
  sorting: readonly { id: string; desc: boolean }[]
}

/** Caches texts per record, so that a list read again keeps those of its unchanged records. */
export function newTexts<T extends object>(columns: readonly GridColumn<T>[], zone: string) {
  const searched = columns.filter(({ data }) => data !== false)
  const filtered = new Map<string, (record: T) => string>()
  return {
    columns,
    /** The text that the quick search looks in. */
    search: kept((record: T) => searchText(searched, record, zone)),
    /** The text that a filter tests. */
    filter(column: GridColumn<T>, filter: Filter): (record: T) => string {
      const shape = shapeOf(filter)
      const name = `${shape} ${column.id}`
      const text = filtered.get(name) ?? kept((record: T) => filterKey(column, record, shape, zone))
      filtered.set(name, text)
      return text
    },
  }
}
export type Texts<T extends object> = ReturnType<typeof newTexts<T>>

function kept<T extends object>(make: (record: T) => string): (record: T) => string {
  const texts = new WeakMap<T, string>()
  return (record) => {
    let text = texts.get(record)
    if (text === undefined) {
      text = make(record)
      texts.set(record, text)
    }
    return text
  }
}

/** One version of the rows, prepared for searching, filtering and sorting. */
export function newPrepared<T extends object>(rows: T[], texts: Texts<T>, childrenOf?: (row: T) => T[] | undefined) {
  const records = childrenOf ? flatten(rows, childrenOf) : rows
  const made = new Set<(record: T) => string>()
  const ranks = new Map<string, Ranks>()
  const places = new Map<T, number>()
  const columnOf = (id: string) => texts.columns.find((column) => column.id === id && column.data !== false)

  function* makeTexts(text: (record: T) => string) {
    if (made.has(text)) return
    for (const record of records) {
      text(record)
      yield
    }
    made.add(text)
  }
  function* rankColumn(id: string) {
    const column = columnOf(id)
    if (!column || ranks.has(id)) return
    for (let i = places.size; i < records.length; i++) {
      places.set(records[i] as T, i)
      yield
    }
    ranks.set(id, yield* rank(column, records))
  }

  return {
    rows,

    /** The work to finish before calling `includes` and `sortKeys` for the same; almost none if done before. */
    *work({ search, filters, sorting }: Wanted): Generator<void, void> {
      if (search) yield* makeTexts(texts.search)
      for (const { id, value } of filters) {
        const column = columnOf(id)
        if (column) yield* makeTexts(texts.filter(column, value))
      }
      for (const { id } of sorting) yield* rankColumn(id)
    },

    /** Prepares what will probably come next: a search, or a click on a heading. */
    *likelyWork(): Generator<void, void> {
      yield* makeTexts(texts.search)
      for (const { id, hidden } of texts.columns) if (!hidden) yield* rankColumn(id)
    },

    /** Whether to show a record; undefined when all are shown. */
    includes(search: string, filters: Wanted['filters']): ((record: T) => boolean) | undefined {
      const tests = filters.flatMap(({ id, value }) => {
        const column = columnOf(id)
        if (!column) return []
        const key = texts.filter(column, value)
        const pass = passes(value)
        return (record: T) => pass(key(record))
      })
      if (search) {
        const matches = searchMatch(search)
        tests.push((record) => matches(texts.search(record)))
      }
      return tests.length ? (record) => tests.every((test) => test(record)) : undefined
    },

    /** For each sort, a non-negative integer per record: smaller comes first, and empty values always come last. */
    sortKeys(sorting: Wanted['sorting']): ((record: T) => number)[] {
      return sorting.flatMap(({ id, desc }) => {
        const ranked = ranks.get(id)
        if (!ranked) return []
        const last = records.length
        return (record: T) => {
          const found = ranked[places.get(record) ?? -1] ?? -1
          return found < 0 ? last : desc ? last - 1 - found : found
        }
      })
    },
  }
}

const flatten = <T>(rows: T[], childrenOf: (row: T) => T[] | undefined): T[] =>
  rows.flatMap((row) => [row, ...flatten(childrenOf(row) ?? [], childrenOf)])
