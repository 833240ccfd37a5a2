// Makes the trees of a company's days. A day is closed once it is over; what commits later enters the next one.
import { addDays } from '@bordee/core/time.ts'
import type { Work } from '../engine/ctx.ts'
import { receivedRows } from './kinds.ts'
import { chainOf, noChain, rootOf } from './merkle.ts'

export interface ClosedDay {
  day: string
  entriesCount: number
  chain: string
}

/** Days before the last tree in which an entry may have committed after that tree was made: no transaction lasts longer. */
const lateDays = 2

/** The trees of all days before `today` that have none. The caller holds the company's days. */
export async function closeDays(work: Work, companyId: string, today: string): Promise<ClosedDay[]> {
  const closed: ClosedDay[] = []
  for (const day of await openDays(work, companyId, today)) {
    const made = await closeDay(work, companyId, day)
    if (made) closed.push(made)
  }
  return closed
}

async function openDays({ tx }: Work, companyId: string, today: string): Promise<string[]> {
  const days = await tx.sql<{ day: string }>`
    select distinct e.day::text as day
    from record_entries e
    where e.company_id = ${companyId} and e.day < ${today}
      and e.day > coalesce((select max(day) from record_trees where company_id = ${companyId}), '-infinity')
    order by 1`
  return days.map(({ day }) => day)
}

async function closeDay({ tx }: Work, companyId: string, day: string): Promise<ClosedDay | undefined> {
  const [before] = await tx.sql<{ day: string; chain: Buffer }>`
    select day::text, chain from record_trees where company_id = ${companyId} order by day desc limit 1`
  const since = addDays(before?.day ?? day, -lateDays)
  const entries = await tx.sql<{ seq: string; hash: Buffer }>`
    select e.seq, e.hash
    from record_entries e
    where e.company_id = ${companyId} and (
      e.day = ${day} or
      e.day between ${since} and ${day}::date - 1 and e.seq not in (
        select unnest(t.seqs) from record_trees t where t.company_id = ${companyId} and t.day between ${since} and ${day}::date - 1))
    order by e.seq`
  if (entries.length === 0) return undefined
  const leaves = entries.map(({ hash }) => hash)
  const root = rootOf(leaves)
  const chain = chainOf(before?.chain ?? noChain, day, root)
  await tx.sql`
    insert into record_trees (company_id, day, seqs, leaves, root, chain)
    values (${companyId}, ${day}, ${entries.map(({ seq }) => seq)}::bigint[], ${Buffer.concat(leaves)}, ${root}, ${chain})`
  return { day, entriesCount: entries.length, chain: chain.toString('hex') }
}

/** Enters the rows from before there was a record. Repeating it enters nothing twice. */
export async function recordOlder(work: Work, companyId: string) {
  await work.tx.sql`set local statement_timeout = 0` // once in the life of a company, however many rows it has
  for (const { kind, rows } of await receivedRows(work))
    await work.tx.sql`
      select enter_record(${companyId}, ${kind}, t.id, 'older', t.content)
      from (${rows(companyId)}) t
      where t.is_recorded
        and not exists (
          select from record_entries e where e.company_id = ${companyId} and e.source_id = t.id and e.kind = ${kind})`
}
