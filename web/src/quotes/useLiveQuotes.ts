import { quoteCalls } from '@bordee/core/quotes/quotes.calls.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../live.ts'

/** When the channel speaks of requests all that was read of them is read again: also what is not shown now, and would be taken for fresh. */
export function useLiveQuotes() {
  const client = useQueryClient()
  useLive('quotes', () => client.invalidateQueries({ queryKey: [quoteCalls.listQuotes.slice] }), { isUnderWay: false })
}
