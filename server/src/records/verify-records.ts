// `npm run verify -- evidence`: computes every hash again, and compares the rows with what was recorded of them.
import { recordKindNames } from '@bordee/core/records/record.ts'
import { formatDate } from '@bordee/core/time.ts'
import type { Work } from '../engine/ctx.ts'
import { type RecordedRows, receivedRows } from './kinds.ts'
import { chainOf, leafOf, noChain, rootOf, splitLeaves } from './merkle.ts'

/** `changed`, `missing` and `added` are about one entry or row; `tree` and `chain` about a whole day. */
export interface Finding {
  what: 'changed' | 'missing' | 'added' | 'unexplained' | 'tree' | 'chain'
  kind: string | null
  id: string | null
  /** Null for a row that was never recorded. */
  day: string | null
}

export interface Verified {
  entries: number
  days: number
  findings: Finding[]
}

interface Entry {
  seq: string
  kind: string
  id: string
  event: string
  day: string
  line: string | null
  salt: Buffer | null
  hash: Buffer
}

const atOnce = 5000

/** One company, in the scope that the caller has set. `computed` are the rows that were sealed. */
export async function verifyRecord(work: Work, companyId: string, computed: readonly RecordedRows[]): Promise<Verified> {
  await work.tx.sql`set local statement_timeout = 0` // a whole company's rows, for whoever waits at a terminal
  const trees = await work.tx.sql<{ day: string; seqs: string[]; leaves: Buffer; root: Buffer; chain: Buffer }>`
    select day::text, seqs, leaves, root, chain from record_trees where company_id = ${companyId} order by day`
  const findings: Finding[] = []
  const leafOfEntry = new Map<string, { leaf: string; day: string }>()
  let before = noChain
  for (const { day, seqs, leaves, root, chain } of trees) {
    const split = splitLeaves(leaves)
    if (split.length !== seqs.length || !rootOf(split).equals(root)) findings.push({ what: 'tree', kind: null, id: null, day })
    if (!chainOf(before, day, root).equals(chain)) findings.push({ what: 'chain', kind: null, id: null, day })
    before = Buffer.from(chain)
    for (const [place, seq] of seqs.entries()) leafOfEntry.set(seq, { leaf: split[place]?.toString('latin1') ?? '', day })
  }
  const entries = await verifyEntries(work, companyId, leafOfEntry, trees.at(-1)?.day, findings)
  findings.push(...(await erasedByHand(work, companyId)))
  // What is left was in a tree, and isn't among the entries any more.
  for (const { day } of leafOfEntry.values()) findings.push({ what: 'missing', kind: null, id: null, day })
  if (entries > 0)
    for (const rows of [...(await receivedRows(work)), ...computed]) findings.push(...(await verifyRows(work, companyId, rows)))
  return { entries, days: trees.length, findings }
}

async function verifyEntries(
  { tx }: Work,
  companyId: string,
  leaves: Map<string, { leaf: string; day: string }>,
  lastDay: string | undefined,
  findings: Finding[],
): Promise<number> {
  let count = 0
  for (let last = '0'; ; ) {
    const entries = await tx.sql<Entry>`
      select seq, kind, source_id as id, event, day::text, line, salt, hash
      from record_entries
      where company_id = ${companyId} and seq > ${last}
      order by seq
      limit ${atOnce}`
    for (const entry of entries) {
      const sealed = leaves.get(entry.seq)
      leaves.delete(entry.seq)
      const what = troubleOf(entry, sealed?.leaf, lastDay)
      if (what) findings.push({ what, kind: entry.kind, id: entry.id, day: sealed?.day ?? entry.day })
    }
    count += entries.length
    const end = entries.at(-1)
    if (!end || entries.length < atOnce) return count
    last = end.seq
  }
}

/** An entry of yesterday may have committed after yesterday's tree was made: it enters the next one. */
const graceDays = 2

function troubleOf({ kind, id, event, day, line, salt, hash }: Entry, sealed: string | undefined, lastDay: string | undefined) {
  if (line !== null && (salt === null || !leafOf(salt, line).equals(hash))) return 'changed'
  if (line !== null) {
    const said = JSON.parse(line) as Record<string, unknown>
    if (said.kind !== kind || said.id !== id || said.event !== event) return 'changed'
    if (event === 'removed' && said.because === null) return 'unexplained'
  }
  if (sealed !== undefined) return sealed === hash.toString('latin1') ? undefined : 'changed'
  return lastDay !== undefined && daysBetween(day, lastDay) > graceDays ? 'added' : undefined
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** Content is only ever erased with its row, and an entry says so. */
const erasedByHand = ({ tx }: Work, companyId: string) => tx.sql<Finding>`
  select 'changed' as what, e.kind, e.source_id as id, e.day::text as day
  from record_entries e
  where e.company_id = ${companyId} and e.line is null
    and not exists (
      select from record_entries r
      where r.company_id = e.company_id and r.source_id = e.source_id and r.kind = e.kind and r.event = 'removed')
  order by 4, 3`

/** A row says what was last recorded of it. A column that came later is not in earlier lines. */
const verifyRows = ({ tx }: Work, companyId: string, { kind, rows }: RecordedRows) => tx.sql<Finding>`
  with latest as (
    select e.source_id, e.event, e.line, e.day
    from (
      select source_id, max(seq) as seq from record_entries where company_id = ${companyId} and kind = ${kind} group by source_id) last
    join record_entries e on e.company_id = ${companyId} and e.seq = last.seq)
  select case when t.id is null then 'missing' when l.source_id is null then 'added' else 'changed' end as what,
         ${kind} as kind,
         coalesce(t.id, l.source_id) as id,
         l.day::text as day
  from (${rows(companyId)}) t
  full join latest l on l.source_id = t.id
  where case
    when t.id is null then l.event <> 'removed'
    when l.source_id is null then t.is_recorded
    when l.event = 'removed' then true
    when right(l.line, length(t.content) + 7) = '"row":' || t.content || '}' then false
    else coalesce(not t.content::jsonb @> (l.line::jsonb -> 'row'), true) end
  order by 4, 3`

const words: Record<Finding['what'], string> = {
  changed: 'a été modifié',
  missing: 'a disparu',
  added: 'a été ajouté hors du registre',
  unexplained: 'a été retiré sans motif',
  tree: 'Le sceau ne correspond pas à ses enregistrements',
  chain: 'Le sceau ne suit pas celui de la veille',
}

/** « 18 novembre 2027 : la marque 0193… a été modifiée », for whoever runs the command. */
export function findingText({ what, kind, id, day }: Finding): string {
  const on = day === null ? 'Sans date' : formatDate(day)
  if (id === null) return `${on}\u00a0: ${what === 'missing' ? 'un enregistrement a disparu' : words[what]}.`
  return `${on}\u00a0: ${kind === null ? '' : (recordKindNames[kind as keyof typeof recordKindNames] ?? kind)} ${id} ${words[what]}.`
}
