import { useCallback, useMemo, useRef, useState } from 'react'

interface Options<T> {
  rowId: (row: T) => string
  childrenOf?: (row: T) => T[] | undefined
  selectable?: boolean | 'required'
  selected?: readonly string[]
  onSelectedChange?: (ids: string[]) => void
}

export interface Selection {
  state: Record<string, true>
  ids: string[]
  set: (next: Record<string, boolean>) => void
  toggle: (ids: string[], on: boolean) => void
  clear: () => void
}

/** The ticked rows, across all pages. Rows that leave the data leave the selection. */
export function useSelection<T>(rows: T[], { rowId, childrenOf, selectable, selected, onSelectedChange }: Options<T>): Selection {
  const [own, setOwn] = useState<readonly string[]>([])
  const wanted = selected ?? own
  const known = useMemo(
    () => (wanted.length ? new Set(everyId(rows, rowId, childrenOf)) : new Set<string>()),
    [rows, rowId, childrenOf, wanted.length],
  )
  const ids = useMemo(() => wanted.filter((id) => known.has(id)), [wanted, known])
  const state = useMemo(() => Object.fromEntries(ids.map((id) => [id, true as const])), [ids])

  const change = (next: string[]) => {
    if (selectable === 'required' && !next.length && ids[0] !== undefined) return change([ids[0]])
    setOwn(next)
    onSelectedChange?.(next)
  }
  // Rows are memoised, so the callbacks they get must be stable.
  const latest = useRef({ ids, change })
  latest.current = { ids, change }

  const set = useCallback((next: Record<string, boolean>) => latest.current.change(Object.keys(next).filter((id) => next[id])), [])
  const toggle = useCallback((changed: string[], on: boolean) => {
    const next = new Set(latest.current.ids)
    for (const id of changed) on ? next.add(id) : next.delete(id)
    latest.current.change([...next])
  }, [])
  const clear = useCallback(() => latest.current.change([]), [])
  return { state, ids, set, toggle, clear }
}

function everyId<T>(rows: T[], rowId: (row: T) => string, childrenOf?: (row: T) => T[] | undefined): string[] {
  return rows.flatMap((row) => [rowId(row), ...(childrenOf ? everyId(childrenOf(row) ?? [], rowId, childrenOf) : [])])
}
