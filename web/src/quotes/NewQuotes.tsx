import { quoteCalls } from '@bordee/core/quotes/quotes.calls.ts'
import { count } from '@bordee/core/text.ts'
import { useCall } from '../calls.ts'
import { useLiveQuotes } from './useLiveQuotes.ts'

/** The count of unhandled requests, beside the section's name. */
export function NewQuotes({ className }: { className: string | undefined }) {
  const found = useCall(quoteCalls.countNewQuotes, {}, { what: null })
  useLiveQuotes()
  const fresh = found.data?.count ?? 0
  if (fresh === 0) return null
  return (
    <span className={className}>
      <span aria-hidden>{fresh > most ? `${most}+` : fresh}</span>
      <span className="bordee-visually-hidden">{count(fresh, 'nouvelle demande', 'nouvelles demandes')}</span>
    </span>
  )
}

const most = 99
