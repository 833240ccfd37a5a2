import type { Point } from '@bordee/core/geo.ts'
import { quoteCalls } from '@bordee/core/quotes/quotes.calls.ts'
import { useEffect, useState } from 'react'
import { ask } from '../api.ts'

export interface Recipients {
  /** Undefined until they are known: the user can't consent before. */
  names: string[] | undefined
  hasFailed: boolean
  retry: () => void
}

/** The companies that would receive a request from this location. Read once `isWanted`. */
export function useRecipients(location: Point | null, companyId: string | null, isWanted: boolean): Recipients {
  const [found, setFound] = useState<string[] | 'failed'>()
  const [round, setRound] = useState(0)
  const { lat, lng } = location ?? {}

  // biome-ignore lint/correctness/useExhaustiveDependencies: each retry asks again
  useEffect(() => {
    setFound(undefined)
    if (!isWanted || lat === undefined || lng === undefined) return
    const gone = new AbortController()
    ask(quoteCalls.listQuoteRecipients, { lat, lng, ...(companyId && { companyId }) }, gone).then(
      (recipients) => setFound(recipients.map(({ name }) => name)),
      () => !gone.signal.aborted && setFound('failed'),
    )
    return () => gone.abort()
  }, [lat, lng, companyId, isWanted, round])

  return { names: found === 'failed' ? undefined : found, hasFailed: found === 'failed', retry: () => setRound(round + 1) }
}
