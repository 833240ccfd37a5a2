// When an invoice is charged again, when it is given up, and when it is late.
import type { InvoicePurpose } from './invoice.ts'
import { type InvoiceStatus, owedStates } from './invoice-life.ts'

const day = 86_400_000

/** Days after it was issued on which a charge that failed is tried again. */
const retryDays = [1, 3, 5, 7]
const dueDays = 7

/** Milliseconds after which nobody waits any more for a payment that he asked for himself: it is annulled. */
const patience = 3_600_000

/** After a try that failed at `now`; null when it was the last one. */
export const nextAttempt = (issuedAt: Date, now: Date): Date | null =>
  retryDays.map((days) => new Date(issuedAt.getTime() + days * day)).find((at) => at > now) ?? null

export const dueAt = (issuedAt: Date): Date => new Date(issuedAt.getTime() + dueDays * day)

export const isPastDue = ({ status, dueAt: due }: { status: InvoiceStatus; dueAt: Date | null }, now: Date): boolean =>
  owedStates.includes(status) && due !== null && now >= due

/** What is known of an open invoice's charges. */
export interface Charging {
  purpose: InvoicePurpose
  attempts: number
  /** Of the last one; null while nobody knows. */
  attemptOutcome: 'refused' | 'action' | null
  nextAttemptAt: Date | null
  createdAt: Date
}

/**
 * What to do next about an open invoice. An attempt whose end nobody knows is made again under its own key, and so is one that its holder confirms at this moment. Who waits for a
 * payment himself has one try; alerts are charged again and again, until there is no next time.
 */
export function stepOf(
  { purpose, attempts, attemptOutcome, nextAttemptAt, createdAt }: Charging,
  now: Date,
): 'attempt' | 'repeat' | 'wait' | 'giveUp' | 'annul' {
  if (attempts > 0 && attemptOutcome === null) return 'repeat'
  if (purpose === 'alerts') return nextAttemptAt === null ? 'giveUp' : nextAttemptAt <= now ? 'attempt' : 'wait'
  if (attemptOutcome === 'refused' || now.getTime() - createdAt.getTime() >= patience) return 'annul'
  return attempts === 0 ? 'attempt' : 'repeat'
}
