import { boardCalls } from '@bordee/core/operations/board.calls.ts'
import type { OperationSite } from '@bordee/core/operations/board.ts'
import { useCall, useRows } from '../calls.ts'
import { serverAhead } from '../contact.ts'
import { useLive } from '../live.ts'
import type { LiveEvent } from '../liveChannel.ts'
import { useNow } from '../runs/positions.ts'

/** A board is read at most this often, and its sites less: they are thousands. */
const boardGapMs = 2000
const sitesGapMs = 10_000
/** Trucks fall silent and stop without an event. */
const staleAfterMs = 30_000

const concerns =
  (id: string) =>
  ({ topic, operationId }: LiveEvent) =>
    topic === 'runs' || (topic === 'operations' && (operationId === undefined || operationId === id))

export function useBoard(id: string) {
  const board = useCall(boardCalls.getBoard, { id }, { refetchInterval: (shown) => shown?.operation.closedAt === null && staleAfterMs })
  useLiveOperation({ id, closedAt: board.data?.operation.closedAt ?? null }, () => board.refetch(), boardGapMs)
  return board
}

const listed = { idOf: ({ siteId }: OperationSite) => siteId, isLive: true }

export function useSites(operation: Followed) {
  const sites = useRows(boardCalls.listOperationSites, { id: operation.id }, listed)
  useLiveOperation(operation, async () => sites.onRetry(), sitesGapMs)
  return sites
}

/** For figures that need them all. */
export function useAllSites(operation: Followed) {
  const sites = useCall(boardCalls.listOperationSites, { id: operation.id })
  useLiveOperation(operation, () => sites.refetch(), staleAfterMs)
  return sites
}

interface Followed {
  id: string
  closedAt: string | null
}

/** Reads again what changes with an operation or its runs. */
export const useLiveOperation = ({ id, closedAt }: Followed, read: () => Promise<unknown>, gapMs = boardGapMs) =>
  useLive(null, read, { isUnderWay: closedAt === null, concerns: concerns(id), gapMs })

/** The server's time, for what is counted in minutes. */
export const useServerTime = (): number => useNow(15_000) + serverAhead()
