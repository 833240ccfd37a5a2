import { type QuoteRequest, type QuoteStatus as QuoteStatusName, quoteStatusNames } from '@bordee/core/quotes/quote-request.ts'
import { Status, type StatusTone } from '../ui/Status.tsx'

const tones: Record<QuoteStatusName, StatusTone> = { new: 'attention', waiting: 'info', declined: 'neutral', accepted: 'good' }

/** A request that its sender withdrew needs no more work, whatever its status. */
type ShownStatus = QuoteStatusName | 'withdrawn'
export const shownStatusNames: Record<ShownStatus, string> = { ...quoteStatusNames, withdrawn: 'Retirée' }
export const shownStatusOf = ({ status, withdrawnAt }: QuoteRequest): ShownStatus => (withdrawnAt ? 'withdrawn' : status)

export function QuoteStatus({ quote }: { quote: QuoteRequest }) {
  const status = shownStatusOf(quote)
  return <Status tone={status === 'withdrawn' ? 'bad' : tones[status]}>{shownStatusNames[status]}</Status>
}
