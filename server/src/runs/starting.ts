// Starts a run with its operator and a copy of its route's sites and areas. Later changes to the route don't affect it.
import { conflict, notFound } from '@bordee/core/problem.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { placedSites } from '../routes/routes.queries.ts'
import { addressText } from '../sites/site-address.ts'
import { type ReportedTime, reportedAt } from './clocks.ts'
import { putOperator, requireNoOtherRun } from './operators.ts'
import { warnLater } from './warnings.ts'

interface Order extends ReportedTime {
  routeId: string
  id?: string | null | undefined
}

/** Returns the run's id. A phone that missed the answer retries with the same id. */
export async function startRun(ctx: Ctx, { routeId, id, ...told }: Order): Promise<string> {
  const known = id && (await findOwnRun(ctx, id))
  if (known) return known
  const companyId = companyOf(ctx)
  // Locked against deletion. Operators may drive every route: access limits only concern alerts.
  const [route] = await ctx.tx.sql<{ name: string }>`
    select name from routes where company_id = ${companyId} and id = ${routeId} for key share`
  if (!route) throw notFound('Trajet')
  await requireNoOtherRun(ctx, id)
  const { at, offset } = reportedAt(told, ctx.now)
  const [made] = await ctx.tx.sql<{ id: string }>`
    insert into runs (id, company_id, route_id, route_name, started_at, last_sign_at)
    values (coalesce(${id ?? null}, uuidv7()), ${companyId}, ${routeId}, ${route.name}, ${at}, ${at})
    on conflict (id) do nothing
    returning id`
  if (!made) return (id && (await findOwnRun(ctx, id))) || notYours()
  await putOperator(ctx, made.id, at, offset)
  await copySites(ctx, made.id, routeId)
  await copyAreas(ctx, made.id, routeId)
  await warnLater(ctx, companyId, made.id, at)
  ctx.publish(companyId, { topic: 'runs', runId: made.id })
  return made.id
}

/** The caller's run with that id. Someone else's gets the same answer as one of another company. */
async function findOwnRun(ctx: Ctx, id: string): Promise<string | undefined> {
  const [own] = await ctx.tx.sql<{ isOwn: boolean }>`
    select exists (
      select from run_operators o
      where o.company_id = r.company_id and o.run_id = r.id and o.account_id = ${ctx.actor.accountId}) as "isOwn"
    from runs r
    where r.company_id = ${companyOf(ctx)} and r.id = ${id}`
  if (own && !own.isOwn) notYours()
  return own && id
}

function notYours(): never {
  throw conflict('Cet identifiant a déjà servi à une autre tournée.', { code: 'id-used' })
}

/** The sites that the route includes, in its order. */
const copySites = ({ tx, ...ctx }: Ctx, runId: string, routeId: string) => tx.sql`
  insert into run_sites (company_id, run_id, site_id, site_name, site_address, customer_name, lat, lng, notes, sort_order)
  select s.company_id, ${runId}, s.id, s.name, ${addressText('s')}, c.name, s.lat, s.lng, s.notes,
         row_number() over (order by (p.json ->> 'sortOrder')::int) - 1
  from (${placedSites(sql`${routeId}::uuid`)}) p
  join sites s on s.company_id = ${companyOf({ tx, ...ctx })} and s.id = (p.json -> 'site' ->> 'id')::uuid
  join clients c on c.company_id = s.company_id and c.id = s.client_id
  where (p.json ->> 'isIncluded')::boolean`

/** Areas that get one of the route's services (all, if it has none). A site without areas gets one to mark by hand. */
const copyAreas = (ctx: Ctx, runId: string, routeId: string) => ctx.tx.sql`
  with copied_sites as (
    select company_id, id, site_id
    from run_sites
    where company_id = ${companyOf(ctx)} and run_id = ${runId}),
  copied_areas as (
    insert into run_areas (company_id, run_id, run_site_id, area_id, position, name, notes, polygon, indicators)
    select c.company_id, ${runId}, c.id, a.id, coalesce(a.position, 0), coalesce(a.name, 'Zone A'), a.notes, a.polygon,
           coalesce(a.indicators, '[]')
    from copied_sites c
    left join areas a on a.company_id = c.company_id and a.site_id = c.site_id
    where a.id is null
      or not exists (select from route_services v where v.company_id = c.company_id and v.route_id = ${routeId})
      or exists (
        select from route_services v
        join area_services o on o.company_id = v.company_id and o.service_id = v.service_id
        where v.company_id = c.company_id and v.route_id = ${routeId} and o.area_id = a.id)
    returning 1)
  update runs
  set areas_count = (select count(*) from copied_areas)
  where company_id = ${companyOf(ctx)} and id = ${runId}`
