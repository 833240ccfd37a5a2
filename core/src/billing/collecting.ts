// When an invoice is charged again, given up, or late.
import type { InvoicePurpose } from './invoice.ts'
import { type InvoiceStatus, owedStates } from './invoice-life.ts'

const day = 86_400_000

/** Days after the issue on which a failed charge is retried. */
const retryDays = [1, 3, 5, 7]
const dueDays = 7

/** Milliseconds after which a payment that a user asked for is annulled: nobody is waiting for it any more. */
const patience = 3_600_000

/** When to retry after an attempt that failed at `now`; null if that was the last one. */
export const nextAttempt = (issuedAt: Date, now: Date): Date | null =>
  retryDays.map((days) => new Date(issuedAt.getTime() + days * day)).find((at) => at > now) ?? null

export const dueAt = (issuedAt: Date): Date => new Date(issuedAt.getTime() + dueDays * day)

export const isPastDue = ({ status, dueAt: due }: { status: InvoiceStatus; dueAt: Date | null }, now: Date): boolean =>
  owedStates.includes(status) && due !== null && now >= due

export interface Charging {
  status: InvoiceStatus
  purpose: InvoicePurpose
  attempts: number
  /** Outcome of the last attempt; null while it is unknown. */
  attemptOutcome: 'refused' | 'action' | null
  nextAttemptAt: Date | null
  createdAt: Date
}

/**
 * What to do next about an invoice that can be charged. One that was given up is charged only when asked for. An
 * attempt with an unknown outcome is repeated under the same key, and so is
 * one that the cardholder is confirming right now. A payment that a user asked for gets one attempt; alerts are
 * charged again until no retry is left.
 */
export function stepOf(
  { status, purpose, attempts, attemptOutcome, nextAttemptAt, createdAt }: Charging,
  now: Date,
): 'attempt' | 'repeat' | 'wait' | 'giveUp' | 'annul' {
  if (attempts > 0 && attemptOutcome === null) return 'repeat'
  if (purpose === 'alerts' || status === 'uncollectible') {
    if (nextAttemptAt === null) return status === 'uncollectible' ? 'wait' : 'giveUp'
    return nextAttemptAt <= now ? 'attempt' : 'wait'
  }
  if (attemptOutcome === 'refused' || now.getTime() - createdAt.getTime() >= patience) return 'annul'
  return attempts === 0 ? 'attempt' : 'repeat'
}
