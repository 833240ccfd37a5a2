import type { Input } from '@bordee/core/call.ts'
import type { ImportError, ImportProgress } from '@bordee/core/imports/import.ts'
import { importCalls } from '@bordee/core/imports/imports.calls.ts'
import { Problem } from '@bordee/core/problem.ts'
import { useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { useHeard, useLive } from '../live.ts'

type Request = Input<typeof importCalls.runImport>

export interface Importing {
  isLoading: boolean
  isUnderWay: boolean
  /** Rows. */
  done: number
  total: number
  /** Of the import that was under way here: what it refused, once it is over. */
  errors: readonly ImportError[] | undefined
  hasFailed: boolean
  /** The last one of the company that is over, whoever began it. */
  last: ImportProgress | undefined
  run: (request: Request) => void
  forget: () => void
}

/**
 * An import under way: begun here, or by someone else, or before this page was loaded again. Its answer is the list of what it refused; whoever loses
 * that answer reads it again where its progress is.
 */
export function useImporting(companyId: string): Importing {
  /** Whose answer did not come: another import of the company may have been asked for since. */
  const [lost, setLost] = useState<string | null>(null)
  const progress = useCall(
    importCalls.getImportProgress,
    { companyId, ...(lost && { uploadId: lost }) },
    { again: (told) => (isGoingOn(told) || isSeeking(told) ? askingGapMs : false) },
  )
  const [heard, setHeard] = useState({ done: 0, total: 0 })
  const [followed, setFollowed] = useState<string | null>(null)
  const run = useAction(importCalls.runImport, {
    failed: (error) => (isLost(error) ? null : "Impossible d'importer vos données pour le moment. Contactez le support."),
    after: () => progress.refetch(),
  })
  const told = progress.data ?? undefined
  const isTold = isGoingOn(told)
  const isUnderWay = run.isPending || isTold
  if (isTold && told?.uploadId && told.uploadId !== followed) setFollowed(told.uploadId)
  const over = followed !== null && told?.uploadId === followed && !isUnderWay ? told : undefined
  useHeard('imports', (event) => {
    if (typeof event.done === 'number' && typeof event.total === 'number') setHeard({ done: event.done, total: event.total })
  })
  useLive('imports', () => progress.refetch(), { isUnderWay, concerns: ({ state }) => state !== 'running' })

  return {
    isLoading: progress.isLoading,
    isUnderWay,
    done: Math.max(heard.done, isTold ? (told?.done ?? 0) : 0),
    total: heard.total || (isTold ? (told?.total ?? 0) : 0),
    errors: Array.isArray(run.data) ? run.data : over?.state === 'done' ? over.errors : undefined,
    hasFailed: (run.isError && !isLost(run.error)) || over?.state === 'failed',
    last: told && !isTold ? told : undefined,
    run(request) {
      setHeard({ done: 0, total: 0 })
      setFollowed(null)
      setLost(null)
      run.mutate(request, {
        onError: (error) => {
          if (!isLost(error)) return
          setFollowed(request.data.uploadId ?? null)
          setLost(request.data.uploadId ?? null)
          void progress.refetch()
        },
      })
    },
    forget() {
      run.reset()
      setFollowed(null)
      setLost(null)
    },
  }
}

const isGoingOn = (progress: ImportProgress | null | undefined) => progress?.state === 'waiting' || progress?.state === 'running'

const isSeeking = (progress: ImportProgress | null | undefined) =>
  progress?.state === 'done' && progress.places.sought < progress.places.wanted

/** How often it is looked at besides: the server tells of it, but what it tells may be lost. */
const askingGapMs = 5000

/** The answer did not come: nobody knows whether the import did. */
const isLost = (error: unknown) => !(error instanceof Problem)
