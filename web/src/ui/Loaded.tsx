import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BrokenPart } from './broken.tsx'
import { isAbsence } from './failures.ts'
import { LoadingPage, NotFoundPage } from './states.tsx'

interface Props<T, One> {
  query: UseQueryResult<T>
  /** Picks the wanted item from a list; undefined when it isn't there. */
  pick: (data: T) => One | undefined
  /** As in « Client introuvable ». */
  what: string
  home: string
  children: (one: One) => ReactNode
}

/** Shows the loaded item, or else a loading, missing or error page. */
export function Loaded<T, One = T>({ query, pick, what, home, children }: Props<T, One>) {
  const one = query.data === undefined ? undefined : pick(query.data)
  if (one !== undefined) return children(one)
  if (query.isPending) return <LoadingPage />
  const isMissing = !query.isError || isAbsence(query.error)
  return isMissing ? <NotFoundPage what={what} home={home} /> : <BrokenPart page onRetry={() => void query.refetch()} />
}

/** For a call that returns the item itself. */
export const itself = <T,>(data: T): T => data
