// The version of a list, as one person sees it in one company: as long as it is the same, a browser that has the list need not fetch it again.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CallRow } from '@bordee/core/call.ts'
import type { Actor, Work } from '../ctx.ts'
import { jobKind } from '../jobs/job-kind.ts'
import { worker } from '../jobs/jobs.ts'

/**
 * Read before the rows are: they may be newer than it says, never older. Undefined for a row that has none, and for a client, who has several
 * companies and short lists.
 */
export async function versionOf({ tx, now }: Work, row: CallRow, actor: Actor | null): Promise<string | undefined> {
  if (row.reads.length === 0 || !actor?.companyId || actor.role === 'client') return undefined
  // A change that commits late has a lower number than others before it: the highest alone would not tell.
  const [read] = await tx.sql<{ changes: string; day: string }>`
    select (select string_agg(concat_ws(' ', slice, n, highest, total), ',' order by slice)
            from (select slice, count(*) as n, max(id) as highest, sum(id) as total from slice_changes
                  where company_id = ${actor.companyId} and slice = any(${row.reads}::text[]) group by slice) s) as changes,
           (${now}::timestamptz at time zone time_zone)::date::text as day
    from companies where id = ${actor.companyId}`
  const parts = [build(), row.name, actor.accountId, actor.role, actor.companyId, read?.changes, read?.day]
  return `W/"${hashOf(JSON.stringify(parts))}"` // weak: the same list, however it is packed on its way
}

export const isSameVersion = (version: string | undefined, ifNoneMatch = '') =>
  version !== undefined && ifNoneMatch.split(',').some((known) => known.trim() === version)

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 27)

/** Another program may answer the same folders otherwise: what it is made of counts too. */
let made: string | undefined
const build = () => (made ??= hashOf(['../../../../core/src', '../../../migrations', '../..'].flatMap(textsUnder).join('\0')))

function textsUnder(folder: string): string[] {
  const root = fileURLToPath(new URL(folder, import.meta.url))
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .toSorted()
    .map((path) => readFileSync(path, 'utf8'))
}

/** One row stands for all those before it. It is a new one: no version comes back that was there before. What a company that is gone left goes. */
export async function sweepSliceChanges({ tx }: Work) {
  await tx.scope({ platform: true })
  await tx.sql`
    with swept as (delete from slice_changes returning company_id, slice)
    insert into slice_changes (company_id, slice)
    select distinct s.company_id, s.slice from swept s join companies c on c.id = s.company_id`
}

const sweep = jobKind<object>('versions.sweep', { cron: '50 3 * * *' })
export const versionWorkers = [worker(sweep, sweepSliceChanges)]
