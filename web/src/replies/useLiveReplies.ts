import { replyCalls } from '@bordee/core/replies/replies.calls.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../live.ts'

/** Refetches every query about replies on a live event, hidden ones included: they would otherwise show stale data as fresh. */
export function useLiveReplies() {
  const client = useQueryClient()
  useLive('replies', () => client.invalidateQueries({ queryKey: [replyCalls.listReplies.slice] }), { isUnderWay: false })
}
