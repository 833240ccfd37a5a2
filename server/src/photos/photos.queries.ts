// Who sees which photo (docs/product/photos.md).
import {
  autumnStart,
  markTypesShown,
  type Photo,
  photo,
  type SiteWithoutCondition,
  siteWithoutCondition,
} from '@bordee/core/photos/photo.ts'
import { notFound } from '@bordee/core/problem.ts'
import { among, clients, dispatches, managers, runsCompany } from '@bordee/core/roles.ts'
import { homeZone, instantOf, wallClock } from '@bordee/core/time.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'
import { visibleClients } from '../folders/visible-folders.ts'
import { addressText } from '../sites/site-address.ts'

/** For the photo with alias `p`. Clients and managers see those of their sites. */
export const visiblePhotos = (ctx: Ctx): Sql<boolean> => {
  const { role, accountId } = ctx.actor
  const ofCompany = sql<boolean>`p.company_id = ${ctx.actor.companyId}`
  if (among(clients, role)) return sql`(${atVisibleSites(ctx)} and p.deleted_at is null)`
  if (among(managers, role)) return sql`(${ofCompany} and ${atVisibleSites(ctx)} and p.deleted_at is null)`
  if (dispatches(role)) return ofCompany
  return sql`(${ofCompany} and p.deleted_at is null and (p.account_id = ${accountId} or ${inOwnRun(ctx)}))`
}

const atVisibleSites = (ctx: Ctx) => sql<boolean>`(p.company_id, p.site_id) in (
  select s.company_id, s.id
  from sites s
  join clients c on c.company_id = s.company_id and c.id = s.client_id
  where ${visibleClients(ctx, 'c')})`

const inOwnRun = ({ actor }: Ctx) => sql<boolean>`exists (
  select from run_operators o
  where o.company_id = p.company_id and o.run_id = p.run_id and o.account_id = ${actor.accountId})`

/** By what its mark said, or its stop if nobody marked it, and by what the company shows its clients. */
const isShown = sql<boolean>`(p.kind = 'mark' and exists (
  select from companies m
  left join run_area_actions a on a.company_id = p.company_id and a.request_id = p.mark_id
  left join run_sites stop on stop.company_id = p.company_id and stop.run_id = p.run_id and stop.site_id = p.site_id
  where m.id = p.company_id
    and (m.photo_shows_not_done and coalesce(a.type in ${inStates(markTypesShown.showsNotDone)}, stop.state in ('partial', 'not-done'))
      or m.photo_shows_done and coalesce(a.type in ${inStates(markTypesShown.showsDone)}, stop.state = 'done'))))`

/** What lists show: to a client only what the company shows, and deleted ones only to those who run the company. */
const isListed = ({ actor }: Ctx): Sql<boolean> => {
  if (among(clients, actor.role)) return isShown
  return runsCompany(actor.role) ? sql`true` : sql`p.deleted_at is null`
}

const mostListed = 500

export interface Wanted {
  runId?: string | undefined
  siteId?: string | undefined
  clientId?: string | undefined
  since: Date | null
  before: Date | null
}

export const listPhotosOf = (ctx: Ctx, { runId, siteId, clientId, since, before }: Wanted) =>
  ctx.tx.jsonList(sql<{ json: Photo }>`
    ${photoRows(ctx)}
    where ${visiblePhotos(ctx)} and ${isListed(ctx)}
      and (${runId === undefined} or p.run_id = ${runId ?? null})
      and (${siteId === undefined} or p.site_id = ${siteId ?? null})
      and (${clientId === undefined} or s.client_id = ${clientId ?? null})
      and (${since === null} or p.taken_at >= ${since}) and (${before === null} or p.taken_at < ${before})
    order by p.taken_at desc, p.id
    limit ${mostListed}`)

export async function readPhoto(ctx: Ctx, id: string): Promise<Photo> {
  const found = await findPhoto(ctx, sql`p.id = ${id} and ${visiblePhotos(ctx)}`)
  if (!found) throw notFound('Photo')
  return found
}

export const findPhoto = async (ctx: Ctx, where: Sql<unknown>): Promise<Photo | undefined> =>
  (await ctx.tx.row(sql<{ json: Photo }>`${photoRows(ctx)} where ${where}`))?.json

/** The photos, alias `p`, with their site `s`. */
const photoRows = ({ actor }: Ctx) => sql`
  select ${jsonOf(photo.shape, 'p', {
    siteAddress: sql`case when s.id is not null then ${addressText('s')} end`,
    ...(among(clients, actor.role) && { author: sql`null` }),
    ...(!runsCompany(actor.role) && { claimId: sql`null` }),
  })} as json
  from photos p
  left join sites s on s.company_id = p.company_id and s.id = p.site_id`

/** Active sites of the company that nobody has photographed since the summer. */
export async function sitesWithoutCondition(ctx: Ctx) {
  const [company] = await ctx.tx.sql<{ zone: string }>`select time_zone as zone from companies where id = ${ctx.actor.companyId}`
  const zone = company?.zone ?? homeZone
  const since = instantOf(autumnStart(wallClock(ctx.now, zone).date), '00:00', zone)
  return ctx.tx.jsonList(sql<{ json: SiteWithoutCondition }>`
    select ${jsonOf(siteWithoutCondition.shape, 's', {
      siteId: sql`s.id`,
      siteName: sql`s.name`,
      siteAddress: addressText('s'),
      clientName: sql`c.name`,
      ...(!dispatches(ctx.actor.role) && { clientId: sql`null`, clientName: sql`null` }),
    })} as json
    from sites s
    join clients c on c.company_id = s.company_id and c.id = s.client_id
    join site_states t on t.company_id = s.company_id and t.site_id = s.id and t.status = 'active'
    where s.company_id = ${companyOf(ctx)}
      and not exists (
        select from photos p
        where p.company_id = s.company_id and p.site_id = s.id and p.kind = 'condition' and p.deleted_at is null
          and p.taken_at >= ${since})
    order by c.name, s.name, s.id`)
}
