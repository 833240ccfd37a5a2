import { quoteCalls } from '@bordee/core/quotes/quotes.calls.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../live.ts'

/** Refetches every quote query on a live event, hidden ones included: they would otherwise show stale data as fresh. */
export function useLiveQuotes() {
  const client = useQueryClient()
  useLive('quotes', () => client.invalidateQueries({ queryKey: [quoteCalls.listQuotes.slice] }), { isUnderWay: false })
}
