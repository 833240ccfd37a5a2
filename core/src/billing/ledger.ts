// What entered and left a company's bank of alerts, beside what was billed: why an alert was billed can be followed.
import * as z from 'zod'
import { id, instant, named } from '../wire.ts'

const ledgerKinds = ['lot', 'purchase', 'adjustment', 'send', 'refund', 'expiry'] as const

export const ledgerLine = named(
  'AlertLedgerLine',
  z.object({
    id: z.string(),
    at: instant,
    kind: z.enum(ledgerKinds),
    /** The send, for as long as it is kept. */
    code: id.nullable(),
    targetName: z.string().nullable(),
    /** What entered the bank, or left it. */
    alerts: z.int(),
    /** What the bank held after it. */
    balance: z.int(),
    /** Alerts that the bank did not cover. */
    billed: z.int(),
    /** In cents. */
    billedAmount: z.int(),
  }),
)
export type LedgerLine = z.infer<typeof ledgerLine>

/** Why alerts are billed although the bank holds some: the last send that was billed, and what entered the bank since. */
export function whyBilled(newestFirst: readonly LedgerLine[]): { billed: LedgerLine; filled: LedgerLine } | undefined {
  const last = newestFirst.findIndex(({ billed }) => billed > 0)
  const billed = newestFirst[last]
  const filled = newestFirst.slice(0, Math.max(0, last)).findLast(({ alerts, kind }) => alerts > 0 && kind !== 'refund')
  return billed && billed.balance <= 0 && filled && (newestFirst[0]?.balance ?? 0) > 0 ? { billed, filled } : undefined
}
