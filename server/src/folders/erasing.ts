// What each slice contributes to an erasure: which of its rows go, and why the others stay (docs/product/privacy.md).
import { signedStates } from '@bordee/core/contracts/contract-life.ts'
import type { ErasedKind, ErasedPart, Kept, KeptReason } from '@bordee/core/privacy/erasure.ts'
import type { Ctx } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'

/** The folders that are erased, all of one company. The caller holds them. */
export interface Erasing {
  companyId: string
  /** Also of folders that are gone. */
  clientIds: readonly string[]
  siteIds: readonly string[]
  /** Whether each site goes, decided once for all that hangs on it. */
  sites: readonly ErasedRow[]
  emails: readonly string[]
  /** Who erases. */
  by: string
}

/** A row that the erasure is about. Without a reason it goes. */
export interface ErasedRow {
  id: string
  reason: KeptReason | null
  day: string | null
  claimId: string | null
}

/** For a row that only a claim can keep (`joinHold`). */
export const unlessHeld = sql`
  case when hold.claim_id is not null then 'claim' end as reason, hold.day::text as day, hold.claim_id as "claimId"`

/** Of the table with this alias: what was done or kept at a site while it was theirs, also if site or folder is gone since. */
export const atTheirSites = (alias: string, { clientIds, siteIds }: Pick<Erasing, 'clientIds' | 'siteIds'>): Sql<boolean> => {
  const former = sql.ref(`${alias}.former_client_id`)
  return sql`(${former} = any(${clientIds}::uuid[]) or ${former} is null and ${sql.ref(`${alias}.site_id`)} = any(${siteIds}::uuid[]))`
}

/** Of the site or client that `column` names, such as `k.site_id`: a signed contract is in force or to come. */
export const isUnderContract = (column: 'site_id' | 'client_id', alias: string): Sql<boolean> => sql`exists (
  select from contracts k
  join companies m on m.id = k.company_id
  where k.company_id = ${sql.ref(`${alias}.company_id`)} and ${sql.ref(`k.${column}`)} = ${sql.ref(`${alias}.id`)}
    and k.status in ${inStates(signedStates)} and k.end_at >= (now() at time zone m.time_zone)::date)`

/** Removes the rows without a reason to stay, and reports both. */
export async function eraseRows(
  ctx: Ctx,
  kind: ErasedKind,
  rows: Sql<ErasedRow>,
  remove: (ids: string[]) => Promise<unknown>,
): Promise<ErasedPart> {
  const found = await ctx.tx.rows(rows)
  const gone = found.filter(({ reason }) => reason === null).map(({ id }) => id)
  if (gone.length > 0) await remove(gone)
  return { kind, removed: gone.length, kept: keptOf(found) }
}

function keptOf(rows: readonly ErasedRow[]): Kept[] {
  const byReason = Map.groupBy(
    rows.filter(({ reason }) => reason !== null),
    ({ reason, day, claimId }) => [reason, day, claimId].join(),
  )
  return [...byReason.values()].flatMap((same) =>
    same.slice(0, 1).flatMap(({ reason, day, claimId }) => (reason ? [{ reason, day, claimId, count: same.length }] : [])),
  )
}
