// What a claim holds isn't removed, neither by people nor by retention, until the claim is closed (docs/product/claims.md).
import { conflict } from '@bordee/core/problem.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'

/** Whether a claim holds what happened at a site at a moment; with columns, such as `s.site_id`. */
export const isSiteHeld = (companyId: Sql<unknown>, siteId: Sql<unknown>, moment: Sql<unknown>): Sql<boolean> => sql`exists (
  select from site_holds h
  where h.company_id = ${companyId} and h.site_id = ${siteId} and ${moment} >= h.since and ${moment} < h.before)`

/** Whether a claim holds a run (alias `r`): it had a stop at the claim's site, that winter. */
export const isRunHeld: Sql<boolean> = sql`exists (
  select from run_sites s
  join site_holds h on h.company_id = s.company_id and h.site_id = s.site_id and r.started_at >= h.since and r.started_at < h.before
  where s.company_id = r.company_id and s.run_id = r.id)`

/** Joins, as `hold`, the first claim that holds a row. The condition compares its columns with those of `site_holds` (alias `h`). */
export const joinHold = (companyId: Sql<unknown>, condition: Sql<unknown>): Sql<unknown> => sql`left join lateral (
  select h.claim_id, (held.happened_at at time zone zoned.time_zone)::date as day
  from site_holds h
  join claims held on held.company_id = h.company_id and held.id = h.claim_id
  join companies zoned on zoned.id = h.company_id
  where h.company_id = ${companyId} and (${condition})
  order by held.happened_at, held.id
  limit 1) hold on true`

const held = (what: string) =>
  conflict(`Une réclamation protège ${what}\u00a0: rien n’en est supprimé avant qu’elle soit fermée.`, { code: 'held' })

/** Folders with a held claim stay. Call it once they are locked: a claim that names them locks them too. */
export async function refuseHeldFolders(ctx: Ctx, column: 'client_id' | 'site_id', ids: readonly string[]) {
  const ofSites = sql`h.site_id in (select s.id from sites s where s.company_id = h.company_id and s.client_id = any(${ids}::uuid[]))`
  const [found] = await ctx.tx.sql`
    select from site_holds h
    where h.company_id = ${companyOf(ctx)}
      and (${sql.ref(`h.${column}`)} = any(${ids}::uuid[]) ${column === 'client_id' ? sql`or ${ofSites}` : sql``})
    limit 1`
  if (found) throw held(column === 'site_id' ? 'ce point de service' : 'ce dossier')
}

export async function refuseHeldRun(ctx: Ctx, id: string) {
  const [found] = await ctx.tx.sql`
    select from runs r where r.company_id = ${companyOf(ctx)} and r.id = ${id} and ${isRunHeld}`
  if (found) throw held('cette tournée')
}
