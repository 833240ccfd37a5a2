import { startTransition, useEffect, useMemo, useRef, useState } from 'react'
import type { GridColumn } from './columns.ts'
import { newPrepared, newTexts, type Wanted } from './prepared.ts'
import { runSlice, runSoon, runWhenIdle } from './slices.ts'

/** The rows, and how the table filters and sorts them. */
export interface Arrangement<T> {
  rows: T[] | undefined
  /** Whether to show a record; undefined when all are shown. */
  includes: ((record: T) => boolean) | undefined
  /** For each sort, a non-negative integer per record: smaller comes first. */
  sortKeys: ((record: T) => number)[]
  /** True while the latest request is being prepared and the previous one is still shown. */
  pending: boolean
}

interface Options<T> extends Wanted {
  rows: T[] | undefined
  columns: GridColumn<T>[]
  zone: string
  childrenOf?: (row: T) => T[] | undefined
}

/**
 * Prepares the arrangement that the user asked for. Short lists, and long ones prepared while the browser was idle,
 * are ready at once. Otherwise `pending` is true and the previous arrangement stays until the work is done in slices,
 * so that no frame is blocked.
 */
export function useArranged<T extends object>({ rows, columns, zone, childrenOf, search, filters, sorting }: Options<T>): Arrangement<T> {
  const texts = useMemo(() => newTexts(columns, zone), [columns, zone])
  const prepared = useMemo(() => rows && newPrepared(rows, texts, childrenOf), [rows, texts, childrenOf])
  const job = useMemo(() => {
    if (!prepared) return undefined
    const wanted = { search, filters, sorting }
    const work = prepared.work(wanted)
    return { wanted, work, readyAtOnce: runSlice(work) }
  }, [prepared, search, filters, sorting])

  const [finished, setFinished] = useState<typeof job>()
  const pending = job !== undefined && !job.readyAtOnce && finished !== job
  useEffect(() => (pending ? runSoon(job.work, () => startTransition(() => setFinished(job))) : undefined), [pending, job])
  useEffect(() => (prepared && !pending ? runWhenIdle(prepared.likelyWork()) : undefined), [prepared, pending])

  const latest = useRef<{ prepared?: typeof prepared; wanted?: Wanted }>({})
  const before = latest.current
  if (!pending && (before.prepared !== prepared || before.wanted !== job?.wanted)) latest.current = { prepared, wanted: job?.wanted }
  const shown = latest.current
  const { search: words, filters: kept, sorting: order } = shown.wanted ?? nothing
  // Memoised separately, so that a sort doesn't search again.
  const includes = useMemo(() => shown.prepared?.includes(words, kept), [shown.prepared, words, kept])
  const sortKeys = useMemo(() => shown.prepared?.sortKeys(order) ?? [], [shown.prepared, order])
  return { rows: shown.prepared?.rows, includes, sortKeys, pending }
}

const nothing: Wanted = { search: '', filters: [], sorting: [] }
