import type { Input } from '@bordee/core/call.ts'
import type { ImportError, ImportProgress } from '@bordee/core/imports/import.ts'
import { importCalls } from '@bordee/core/imports/imports.calls.ts'
import { Problem } from '@bordee/core/problem.ts'
import { useState } from 'react'
import { useAction, useCall } from '../calls.ts'
import { useLive, useLiveEvents } from '../live.ts'

type Request = Input<typeof importCalls.runImport>

export interface Importing {
  isLoading: boolean
  isUnderWay: boolean
  /** Rows imported so far. */
  done: number
  total: number
  /** The rows refused by the import followed here, once it is over. */
  errors: readonly ImportError[] | undefined
  hasFailed: boolean
  /** The company's last finished import, whoever started it. */
  last: ImportProgress | undefined
  run: (request: Request) => void
  forget: () => void
}

/**
 * Follows an import, whether it was started here, by someone else, or before the page was reloaded. The call returns
 * the refused rows; if that answer is lost, they are read from the import's progress.
 */
export function useImporting(companyId: string): Importing {
  /** The upload whose answer was lost. Sent along, because the company may have started another import since. */
  const [lost, setLost] = useState<string | null>(null)
  const progress = useCall(
    importCalls.getImportProgress,
    { companyId, ...(lost && { uploadId: lost }) },
    { refetchInterval: (told) => (isGoingOn(told) || isSeeking(told) ? askingGapMs : false) },
  )
  const [heard, setHeard] = useState({ done: 0, total: 0 })
  const [followed, setFollowed] = useState<string | null>(null)
  const run = useAction(importCalls.runImport, {
    failed: (error) => (isLost(error) ? null : 'Impossible d’importer vos données pour le moment. Contactez le support.'),
    after: () => progress.refetch(),
  })
  const told = progress.data ?? undefined
  const isTold = isGoingOn(told)
  const isUnderWay = run.isPending || isTold
  if (isTold && told?.uploadId && told.uploadId !== followed) setFollowed(told.uploadId)
  const over = followed !== null && told?.uploadId === followed && !isUnderWay ? told : undefined
  useLiveEvents('imports', (event) => {
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

/** Polling interval. The live channel also reports progress, but events may be lost. */
const askingGapMs = 5000

/** No answer arrived: the import may or may not have run. */
const isLost = (error: unknown) => !(error instanceof Problem)
