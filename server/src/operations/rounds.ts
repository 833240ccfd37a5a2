// Rounds that the office prepares, until a run of their route begins them.
import { conflict, notFound, Problem } from '@bordee/core/problem.ts'
import { coveredKinds, type RunKind, suggestedKind } from '@bordee/core/runs/run-kind.ts'
import { type Ctx, companyOf, type Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { removeIfUnused } from './belonging.ts'

/** A round of the whole route has the sites of every other that waits for it. */
export async function prepareRoutes(ctx: Ctx, operationId: string, kind: RunKind, routeIds: readonly string[]) {
  if (routeIds.length === 0) throw new Problem(422, 'Choisissez un secteur ou au moins un trajet.')
  const companyId = companyOf(ctx)
  for (const routeId of routeIds) await takePart(ctx, companyId, operationId, routeId)
  await ctx.tx.sql`
    delete from prepared_rounds
    where company_id = ${companyId} and operation_id = ${operationId} and route_id = any(${routeIds}::uuid[]) and begun_run_id is null`
  await ctx.tx.sql`
    insert into prepared_rounds (company_id, operation_id, route_id, kind, prepared_at)
    select distinct ${companyId}::uuid, ${operationId}::uuid, route_id, ${kind}, ${ctx.now}::timestamptz
    from unnest(${routeIds}::uuid[]) w (route_id)`
}

/**
 * A round of the sector's sites for each route that takes part, or for the chosen ones; a site on two routes is in the
 * round of the first. What waits already stays.
 */
export async function prepareSector(ctx: Ctx, operationId: string, kind: RunKind, sectorId: string, routeIds: readonly string[]) {
  const companyId = companyOf(ctx)
  const [sector] = await ctx.tx.sql<{ name: string }>`
    select name from sectors where company_id = ${companyId} and id = ${sectorId}`
  if (!sector) throw notFound('Secteur')
  const earlier = await ctx.tx.sql<{ id: string }>`
    select id
    from prepared_rounds
    where company_id = ${companyId} and operation_id = ${operationId} and sector_id = ${sectorId} and kind = ${kind}
      and begun_run_id is null`
  const prepared = await ctx.tx.sql<{ routeId: string }>`
    with sites as (
      select distinct on (m.site_id) m.site_id, r.id as route_id
      from sector_members m
      join site_states t on t.company_id = m.company_id and t.site_id = m.site_id and t.status = 'active'
      join route_sites s on s.company_id = m.company_id and s.site_id = m.site_id
      join operation_routes p on p.company_id = s.company_id and p.operation_id = ${operationId} and p.route_id = s.route_id
      join routes r on r.company_id = s.company_id and r.id = s.route_id
      where m.company_id = ${companyId} and m.sector_id = ${sectorId}
        and (${routeIds.length === 0} or r.id = any(${routeIds}::uuid[]))
      order by m.site_id, r.name, r.id)
    insert into prepared_rounds (company_id, operation_id, route_id, kind, prepared_at, sector_id, sector_name, site_ids)
    select ${companyId}, ${operationId}, route_id, ${kind}, ${ctx.now}, ${sectorId}, ${sector.name}, array_agg(site_id)
    from sites
    group by route_id
    returning route_id as "routeId"`
  if (prepared.length === 0)
    throw conflict('Aucun trajet de cette opération n’a de point de service dans ce secteur.', { code: 'no-sites' })
  // The City passed there again: this round counts from now on.
  await ctx.tx.sql`
    delete from prepared_rounds
    where company_id = ${companyId} and id = any(${earlier.map(({ id }) => id)}::uuid[])
      and route_id = any(${prepared.map(({ routeId }) => routeId)}::uuid[])`
}

/**
 * The rounds that wait, one per route and kind: sectors of one kind are driven together. `turn` 1 is what the route's next run
 * begins; without `site_ids` it is the whole route. With `by`, only what was prepared by then.
 */
export const preparedRounds = (companyId: string, operationId: string | null, by: Date | null = null): Sql<unknown> => sql`
  select w.route_id,
         w.kind,
         max(w.prepared_at) filter (where w.site_ids is null) as whole_at,
         case when every(w.site_ids is not null) then array_agg(distinct s.site_id) end as site_ids,
         case when every(w.site_ids is not null) then array_agg(distinct w.sector_name) end as sector_names,
         row_number() over (partition by w.route_id order by min(w.prepared_at), w.kind) as turn
  from prepared_rounds w
  left join lateral (
    select t.site_id
    from site_states t
    where t.company_id = w.company_id and t.site_id = any(w.site_ids) and t.status = 'active') s on true
  where w.company_id = ${companyId} and w.operation_id = ${operationId} and w.begun_run_id is null
    and (${by}::timestamptz is null or w.prepared_at <= ${by})
  group by w.route_id, w.kind
  having count(s.site_id) > 0 or bool_or(w.site_ids is null)`

export interface Round {
  kind: RunKind
  /** Null: all of the route. */
  siteIds: string[] | null
  sectorNames: string[] | null
  isPrepared: boolean
}

interface Start {
  companyId: string
  operationId: string | null
  routeId: string
  at: Date
  /** What the driver chose; null: nothing. */
  kind: RunKind | null
  /** What they were shown: the whole route, or a round of some sites; null: they don't say. */
  isWholeRoute: boolean | null
}

/** What a run is for that starts then: what was prepared, unless the driver chose otherwise; else what the last one suggests. */
export async function roundOf(
  { tx }: Pick<Work, 'tx'>,
  { companyId, operationId, routeId, at, kind, isWholeRoute }: Start,
): Promise<Round> {
  const [prepared] = await tx.sql<Round>`
    select kind, site_ids as "siteIds", sector_names as "sectorNames", true as "isPrepared"
    from (${preparedRounds(companyId, operationId, at)}) p
    where route_id = ${routeId} and kind = coalesce(${kind}, kind)
    order by turn
    limit 1`
  if (prepared && !(prepared.siteIds && isWholeRoute)) return prepared
  const [last] = await tx.sql<{ kind: RunKind }>`
    select kind
    from runs
    where company_id = ${companyId} and operation_id = ${operationId} and route_id = ${routeId} and not is_part
    order by started_at desc
    limit 1`
  return { kind: kind ?? suggestedKind(last?.kind ?? null), siteIds: null, sectorNames: null, isPrepared: false }
}

/**
 * A driver who was shown a round of some sites, and whom a colleague forestalled, doesn't drive the whole route unawares: they
 * join that run if it still goes on, or ask for the whole route.
 */
export async function requireUnbegun({ tx }: Pick<Work, 'tx'>, { companyId, operationId, routeId, at, kind, isWholeRoute }: Start) {
  if (isWholeRoute) return
  const [begun] = await tx.sql<{ id: string; name: string; drivers: string }>`
    select r.id,
           r.route_name as name,
           (select string_agg(o.name, ', ' order by o.started_at, o.id)
            from run_operators o
            where o.company_id = r.company_id and o.run_id = r.id and o.is_present) as drivers
    from prepared_rounds w
    join runs r on r.company_id = w.company_id and r.id = w.begun_run_id
    where w.company_id = ${companyId} and w.operation_id = ${operationId} and w.route_id = ${routeId}
      and w.kind = coalesce(${kind}, w.kind) and w.prepared_at <= ${at}
      and r.is_part and r.finished_at is null and r.handed_over_at is null
    order by r.started_at desc
    limit 1`
  if (!begun && isWholeRoute === null) return
  if (!begun)
    throw conflict('Cette ronde n’attend plus personne\u00a0: un collègue l’a commencée, ou le bureau l’a retirée.', { code: 'round-gone' })
  throw conflict(
    `Cette ronde est déjà commencée par ${begun.drivers}\u00a0: rejoignez sa tournée «\u00a0${begun.name}\u00a0», ` +
      'ou demandez le trajet complet.',
    { code: 'round-begun', conflicts: [{ id: begun.id, message: `${begun.name}\u00a0: ${begun.drivers}` }] },
  )
}

/** Its route takes part. What was prepared by then has begun; a driver of the whole route also begins what that covers. */
export async function beginRound(work: Work, runId: string, { companyId, operationId, routeId, at }: Start, round: Round) {
  if (operationId === null) return
  const kinds = round.isPrepared ? [round.kind] : coveredKinds(round.kind)
  await takePart(work, companyId, operationId, routeId)
  await work.tx.sql`
    update prepared_rounds
    set begun_run_id = ${runId}
    where company_id = ${companyId} and operation_id = ${operationId} and route_id = ${routeId} and begun_run_id is null
      and prepared_at <= ${at} and kind = any(${kinds}::text[])`
}

export const takePart = ({ tx }: Pick<Work, 'tx'>, companyId: string, operationId: string, routeId: string) => tx.sql`
  insert into operation_routes (company_id, operation_id, route_id)
  values (${companyId}, ${operationId}, ${routeId})
  on conflict do nothing`

/** As if that run had never started: the round that it began is prepared again, and an operation that it opened is gone. */
export async function takeRoundBack(ctx: Ctx, runId: string, operationId: string | null) {
  const companyId = companyOf(ctx)
  await ctx.tx.sql`
    update prepared_rounds set begun_run_id = null where company_id = ${companyId} and begun_run_id = ${runId}`
  await removeIfUnused(ctx, companyId, operationId)
}
