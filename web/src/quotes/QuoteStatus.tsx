import { type QuoteRequest, type QuoteStatus as QuoteStatusName, quoteStatusNames } from '@bordee/core/quotes/quote-request.ts'
import { Status, type StatusTone } from '../ui/Status.tsx'

const tones: Record<QuoteStatusName, StatusTone> = { new: 'attention', waiting: 'info', declined: 'neutral', accepted: 'good' }

/** A request that its sender withdrew needs no more work, whatever its status. */
type Standing = QuoteStatusName | 'withdrawn'
export const standingNames: Record<Standing, string> = { ...quoteStatusNames, withdrawn: 'Retirée' }
export const standingOf = ({ status, withdrawnAt }: QuoteRequest): Standing => (withdrawnAt ? 'withdrawn' : status)

export function QuoteStatus({ quote }: { quote: QuoteRequest }) {
  const standing = standingOf(quote)
  return <Status tone={standing === 'withdrawn' ? 'bad' : tones[standing]}>{standingNames[standing]}</Status>
}
