// News of a payment may be lost: whatever is open at the provider is looked at until it has ended.
import { type Sql, sql } from '../../engine/db/sql.ts'

/** Soon at first, then less often: each pause is as long as the row was old at the last look, from a minute to a day. */
export function isDueForLook(row: string, now: Date): Sql<boolean> {
  const [createdAt, lookedAt] = ['created_at', 'looked_at'].map((column) => sql.ref(`${row}.${column}`))
  const last = sql`coalesce(${lookedAt}, ${createdAt})`
  return sql<boolean>`${last} + greatest(interval '1 minute', least(interval '1 day', ${last} - ${createdAt})) <= ${now}::timestamptz`
}

/** Milliseconds after which nobody is still filling in a form: it is closed, and what was paid a moment before counts. */
const formLife = 86_400_000
export const isForgotten = ({ createdAt }: { createdAt: Date }, now: Date) => now.getTime() - createdAt.getTime() >= formLife
