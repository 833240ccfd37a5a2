// The tables whose rows are recorded as they are received, as their triggers say: the catalog is the list.
import type { Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'

/** What a kind of entry is about: its rows as they would be recorded now, in canonical JSON. */
export interface RecordedRows {
  kind: string
  rows: (companyId: string) => Sql<{ id: string; content: string; is_recorded: boolean }>
}

export async function receivedRows({ tx }: Pick<Work, 'tx'>): Promise<RecordedRows[]> {
  const tables = await tx.sql<{ table: string; kind: string; outcome: string }>`
    select c.relname as "table", args[1] as kind, args[2] as outcome
    from pg_trigger g
    join pg_class c on c.oid = g.tgrelid,
    lateral (select string_to_array(encode(g.tgargs, 'escape'), '\\000')) a (args)
    where g.tgname = 'recorded_insert'
    order by c.relname`
  return tables.map(({ table, kind, outcome }) => ({
    kind,
    rows: (companyId) => sql`
      select t.id::text as id, recorded_line(t) as content, ${sql.raw(outcome)} as is_recorded
      from ${sql.table(table)} t
      where t.company_id = ${companyId}`,
  }))
}
