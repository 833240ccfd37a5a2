// The version of a list, as one person sees it in one company: while it stays the same, the browser keeps its copy.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CallRow } from '@bordee/core/call.ts'
import type { Actor, Work } from '../ctx.ts'
import { jobKind } from '../jobs/job-kind.ts'
import { worker } from '../jobs/jobs.ts'
import { sql } from './sql.ts'

/** Another text as soon as something of these slices changes in the company. */
export const changesOf = (companyId: string, slices: readonly string[]) => sql<string | null>`(
  select string_agg(concat_ws(' ', slice, n, highest, total), ',' order by slice)
  from (select slice, count(*) as n, max(id) as highest, sum(id) as total
        from slice_changes
        where company_id = ${companyId} and slice = any(${slices}::text[])
        group by slice) s)`

/**
 * Read this before the rows: they may then be newer than the version, never older. Undefined for calls without a
 * version, and for clients, who have several companies and short lists.
 */
export async function versionOf({ tx, now }: Work, row: CallRow, actor: Actor | null): Promise<string | undefined> {
  if (row.reads.length === 0 || !actor?.companyId || actor.role === 'client') return undefined
  // The highest id alone isn't enough: a change that commits late has a lower id than earlier ones.
  const [read] = await tx.sql<{ changes: string; day: string }>`
    select ${changesOf(actor.companyId, row.reads)} as changes,
           (${now}::timestamptz at time zone time_zone)::date::text as day
    from companies where id = ${actor.companyId}`
  const moment = row.staleAfter && Math.floor(now.getTime() / (row.staleAfter * 1000))
  const parts = [build(), row.name, actor.accountId, actor.role, actor.companyId, read?.changes, read?.day, moment]
  return `W/"${hashOf(JSON.stringify(parts))}"` // weak: the same list, whatever its compression
}

export const isSameVersion = (version: string | undefined, ifNoneMatch = '') =>
  version !== undefined && ifNoneMatch.split(',').some((known) => known.trim() === version)

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 27)

/** Another build may answer differently for the same data, so a hash of the sources is part of the version. */
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

/** Merges all changes of a slice into one new row (no version is reused), and drops those of deleted companies. */
export async function sweepSliceChanges({ tx }: Work) {
  await tx.scope({ platform: true })
  await tx.sql`
    with swept as (delete from slice_changes returning company_id, slice)
    insert into slice_changes (company_id, slice)
    select distinct s.company_id, s.slice from swept s join companies c on c.id = s.company_id`
}

/** The notes of an erased company, which its own deletion has just added to. */
export async function forgetVersions({ tx }: Pick<Work, 'tx'>, companyId: string) {
  await tx.sql`delete from slice_changes where company_id = ${companyId}`
}

const sweep = jobKind<object>('versions.sweep', { cron: '50 3 * * *' })
export const versionWorkers = [worker(sweep, sweepSliceChanges)]
