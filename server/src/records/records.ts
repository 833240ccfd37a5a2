// What slices tell the record. Triggers enter what is received (migration 0102); computed data is entered by hand, once.
import type { RecordKind, RemovalReason } from '@bordee/core/records/record.ts'
import type { Work } from '../engine/ctx.ts'
import type { Sql } from '../engine/db/sql.ts'

/** Why this transaction removes or replaces what was recorded, from here to its end. */
export async function because({ tx }: Pick<Work, 'tx'>, reason: RemovalReason) {
  await tx.sql`select set_config('app.because', ${reason}, true)`
}

/** `rows` are the ids and contents, in canonical JSON, of what can't change any more. */
export async function recordSealed({ tx }: Work, companyId: string, kind: RecordKind, rows: Sql<{ id: string; content: string }>) {
  await tx.sql`select enter_record(${companyId}, ${kind}, r.id::text, 'sealed', r.content) from (${rows}) r`
}

/** What lines say of rows that stay without their content; `rows` are their ids. What a row says from then on is another line. */
export async function eraseRecorded({ tx }: Work, companyId: string, kind: RecordKind, rows: Sql<{ id: string }>) {
  await tx.sql`select enter_removal(${companyId}, ${kind}, r.id::text) from (${rows}) r`
}
