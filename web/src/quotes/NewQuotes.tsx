import { quoteCalls } from '@bordee/core/quotes/quotes.calls.ts'
import { count } from '@bordee/core/text.ts'
import { useCall } from '../calls.ts'
import { MenuCount } from '../ui/MenuCount.tsx'
import { useLiveQuotes } from './useLiveQuotes.ts'

/** The count of unhandled requests, beside the section's name. */
export function NewQuotes({ className }: { className: string | undefined }) {
  const found = useCall(quoteCalls.countNewQuotes, {}, { what: null })
  useLiveQuotes()
  const fresh = found.data?.count ?? 0
  return <MenuCount count={fresh} words={count(fresh, 'nouvelle demande', 'nouvelles demandes')} className={className} />
}
