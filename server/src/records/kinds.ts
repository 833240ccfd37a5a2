// The tables whose rows are recorded as they are received, as their triggers say: the catalog is the list.
import type { Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'

/** What a kind of entry is about: its rows as they would be recorded now. */
export interface RecordedRows {
  kind: string
  rows: (companyId: string) => Sql<{ id: string; content: object; is_recorded: boolean }>
}

export async function receivedRows({ tx }: Pick<Work, 'tx'>): Promise<RecordedRows[]> {
  const tables = await tx.sql<{ table: string; kind: string; leftOut: string; hashed: string }>`
    select c.relname as "table", args[1] as kind, args[2] as "leftOut", args[3] as hashed
    from pg_trigger g
    join pg_class c on c.oid = g.tgrelid,
    lateral (select string_to_array(encode(g.tgargs, 'escape'), '\\000')) a (args)
    where g.tgname = 'recorded'
    order by c.relname`
  return tables.map(({ table, kind, leftOut, hashed }) => ({
    kind,
    rows: (companyId) => sql`
      select t.id::text as id,
             record_content(to_jsonb(t), ${leftOut}::text[] || '{company_id}', ${hashed}::text[]) as content,
             ${hasOutcome(table)} as is_recorded
      from ${sql.table(table)} t
      where t.company_id = ${companyId}`,
  }))
}

/** A delivery that may still leave isn't recorded. */
const hasOutcome = (table: string) => (table === 'alert_deliveries' ? sql`t.status not in ('queued', 'sending')` : sql`true`)
