// What the page could not read, as its queries tell: one place to look, whichever screen asked.
import { Problem } from '@bordee/core/problem.ts'
import { type Query, type QueryClient, QueryClientContext } from '@tanstack/react-query'
import { useCallback, useContext, useMemo, useSyncExternalStore } from 'react'

declare module '@tanstack/react-query' {
  interface Register {
    /** The subject of a query, as in « Impossible de charger les clients ». A query without one fails in silence. */
    queryMeta: { what?: string }
  }
}

interface Failures {
  /** What could not be read at all. */
  missing: string[]
  /** True if a request never reached the server: the user's connection may be the cause. */
  isCutOff: boolean
  /** What is shown, but could not be read again. */
  stale: string[]
  /** When the oldest of the stale answers arrived, in milliseconds. */
  staleSince: number
}

/** The failures of what is on the page now, and how to try all of it again. */
export function useFailures(): Failures & { retry: () => void } {
  const client = useContext(QueryClientContext) // absent from the parts shown without calls
  const watch = useCallback((onChange: () => void) => client?.getQueryCache().subscribe(onChange) ?? (() => undefined), [client])
  // As text, so that an unchanged answer is the same snapshot.
  const found = useSyncExternalStore(watch, () => JSON.stringify(failuresIn(client)))
  return useMemo(
    () => ({ ...(JSON.parse(found) as Failures), retry: () => void client?.refetchQueries({ type: 'active', predicate: hasFailed }) }),
    [found, client],
  )
}

function failuresIn(client: QueryClient | undefined): Failures {
  const failed = client?.getQueryCache().findAll({ type: 'active', predicate: hasFailed }) ?? []
  const stale = failed.filter(({ state }) => isWhole(state.data))
  return {
    missing: subjectsOf(failed.filter(({ state }) => state.data === undefined)),
    isCutOff: failed.some(({ state }) => isCutOff(state.error)),
    stale: subjectsOf(stale),
    staleSince: Math.min(...stale.map(({ state }) => state.dataUpdatedAt)),
  }
}

/** What those who look at a query call it. The frame may ask in silence for what the screen shows. */
const namesOf = ({ observers }: Query) => observers.flatMap(({ options }) => options.meta?.what ?? [])
const subjectsOf = (queries: Query[]) => [...new Set(queries.flatMap((query) => namesOf(query).slice(0, 1)))]

/** Something that isn't there was read: its screen says « introuvable ». */
const hasFailed = (query: Query) => query.state.status === 'error' && namesOf(query).length > 0 && !isAbsence(query.state.error)
export const isAbsence = (error: unknown) => error instanceof Problem && [404, 422].includes(error.status)

/** `fetch` throws it when no answer came at all. */
const isCutOff = (error: unknown) => error instanceof TypeError

/** A long list whose end is missing says so beside its rows. */
const isWhole = (data: unknown) => data !== undefined && (data as { complete?: boolean } | null)?.complete !== false

const list = new Intl.ListFormat('fr-CA')
export const listed = (subjects: string[]) => list.format(subjects)
