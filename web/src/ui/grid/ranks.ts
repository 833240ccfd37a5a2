// Comparing two French texts costs a hundred times as much as comparing two integers. So a column's keys are sorted
// once, and rows are then sorted by the rank of their key.
import { compareKeys, type GridColumn, sortKey } from './columns.ts'

/** The rank of each record in a column; -1 for an empty cell. Equal keys share a rank. */
export type Ranks = Int32Array

/** A generator, so that long lists can be ranked in slices. */
export function* rank<T>(column: GridColumn<T>, records: readonly T[]): Generator<void, Ranks> {
  const keys: ReturnType<typeof sortKey>[] = []
  for (const record of records) {
    keys.push(sortKey(column, record))
    yield
  }
  const inOrder = yield* sort([...new Set(keys)].filter((key) => key !== undefined))
  const rankOf = new Map<(typeof keys)[number], number>()
  let last = 0
  for (const [i, key] of inOrder.entries()) {
    if (i > 0 && compareKeys(inOrder[i - 1], key) !== 0) last = i
    rankOf.set(key, last)
    yield
  }
  return Int32Array.from(keys, (key) => rankOf.get(key) ?? -1)
}

/** How many values to sort at once: the built-in sort takes well under a slice for them. */
const run = 256

/** Sorts short runs with the built-in sort, then merges them in pairs. */
function* sort<V>(values: V[]): Generator<void, V[]> {
  let runs: V[][] = []
  for (let i = 0; i < values.length; i += run) {
    runs.push(values.slice(i, i + run).sort(compareKeys))
    yield
  }
  while (runs.length > 1) {
    const longer: V[][] = []
    for (let i = 0; i < runs.length; i += 2) longer.push(yield* merge(runs[i] ?? [], runs[i + 1] ?? []))
    runs = longer
  }
  return runs[0] ?? []
}

function* merge<V>(a: V[], b: V[]): Generator<void, V[]> {
  const merged: V[] = []
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    merged.push((compareKeys(a[i], b[j]) <= 0 ? a[i++] : b[j++]) as V)
    if (merged.length % run === 0) yield
  }
  return merged.concat(a.slice(i), b.slice(j))
}
