// Comparing two French texts costs a hundred times what comparing two integers does. A column's keys are therefore put in order once,
// and rows are sorted by the rank of their key.
import { compareKeys, type GridColumn, sortKey } from './columns.ts'

/** The rank of each record in a column; -1 where there is nothing to sort by. Keys that compare as equal share a rank. */
export type Ranks = Int32Array

/** A generator, for long lists to be ranked in slices. */
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

/** As many values as the built-in sort or a merge takes in well under a slice. */
const run = 256

/** Short runs are sorted by the language, then merged two by two. */
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
