// News of a payment may be lost: whatever is open at the provider is looked at until it has ended.
import type { Work } from '../../engine/ctx.ts'
import { type Sql, sql } from '../../engine/db/sql.ts'
import { change } from '../../engine/db/writing.ts'
import type { JobKind } from '../../engine/jobs/job-kind.ts'

export interface Watched {
  id: string
  companyId: string
}

/** Enqueues a look at every open row of the caller's table that is due for one. */
export async function enqueueLooks(
  work: Work,
  table: 'card_setups' | 'client_invoice_checkouts' | 'contract_checkouts',
  look: JobKind<Watched>,
) {
  await work.tx.scope({ platform: true })
  const due = await work.tx.sql<Watched>`
    select w.id, w.company_id as "companyId"
    from ${sql.table(table)} w
    where w.status = 'open' and ${isDueForLook('w', work.now)}
    order by w.company_id, w.id`
  for (const watched of due) {
    await work.tx.scope({ companies: [watched.companyId] })
    await change(work.tx, table, { ...watched }, { lookedAt: work.now })
    await work.later(look, watched)
  }
}

/** Soon at first, then less often: each pause is as long as the row was old at the last look, from a minute to a day. */
export function isDueForLook(row: string, now: Date): Sql<boolean> {
  const [createdAt, lookedAt] = ['created_at', 'looked_at'].map((column) => sql.ref(`${row}.${column}`))
  const last = sql`coalesce(${lookedAt}, ${createdAt})`
  return sql<boolean>`${last} + greatest(interval '1 minute', least(interval '1 day', ${last} - ${createdAt})) <= ${now}::timestamptz`
}

/** Milliseconds after which nobody is still filling in a form: it is closed, and what was paid a moment before counts. */
const formLife = 86_400_000
export const isForgotten = ({ createdAt }: { createdAt: Date }, now: Date) => now.getTime() - createdAt.getTime() >= formLife
