// Rounds that the office prepares, until a run of their route begins them.
import { conflict, notFound, Problem } from '@bordee/core/problem.ts'
import { type RunKind, suggestedKind } from '@bordee/core/runs/run-kind.ts'
import { type Ctx, companyOf, type Work } from '../engine/ctx.ts'
import { removeIfUnused } from './belonging.ts'

export async function prepareRoutes(ctx: Ctx, operationId: string, kind: RunKind, routeIds: readonly string[]) {
  if (routeIds.length === 0) throw new Problem(422, 'Choisissez un secteur ou au moins un trajet.')
  await ctx.tx.sql`
    insert into operation_routes (company_id, operation_id, route_id, prepared_kind, prepared_at)
    select distinct ${companyOf(ctx)}::uuid, ${operationId}::uuid, route_id, ${kind}, ${ctx.now}::timestamptz
    from unnest(${routeIds}::uuid[]) w (route_id)
    on conflict (company_id, operation_id, route_id) do update
    set prepared_kind = excluded.prepared_kind, prepared_at = excluded.prepared_at,
        prepared_site_ids = null, prepared_sector_names = null`
}

/**
 * A round of the sector's sites for each route that takes part, or for the chosen ones; a site on two routes is in the
 * round of the first. A second sector joins the round that waits, and a round of the whole route stays whole.
 */
export async function prepareSector(ctx: Ctx, operationId: string, kind: RunKind, sectorId: string, routeIds: readonly string[]) {
  const companyId = companyOf(ctx)
  const [sector] = await ctx.tx.sql<{ name: string }>`
    select name from sectors where company_id = ${companyId} and id = ${sectorId}`
  if (!sector) throw notFound('Secteur')
  const prepared = await ctx.tx.sql`
    with sites as (
      select distinct on (m.site_id) m.site_id, r.id as route_id
      from sector_members m
      join site_states t on t.company_id = m.company_id and t.site_id = m.site_id and t.status = 'active'
      join route_sites s on s.company_id = m.company_id and s.site_id = m.site_id
      join operation_routes p on p.company_id = s.company_id and p.operation_id = ${operationId} and p.route_id = s.route_id
      join routes r on r.company_id = s.company_id and r.id = s.route_id
      where m.company_id = ${companyId} and m.sector_id = ${sectorId}
        and (${routeIds.length === 0} or r.id = any(${routeIds}::uuid[]))
      order by m.site_id, r.name, r.id),
    rounds as (
      select route_id, array_agg(site_id) as site_ids from sites group by route_id)
    update operation_routes p
    set prepared_kind = ${kind},
        prepared_at = ${ctx.now},
        prepared_site_ids = case
          when p.prepared_kind is distinct from ${kind} then n.site_ids
          when p.prepared_site_ids is not null then array(select unnest(p.prepared_site_ids) union select unnest(n.site_ids))
        end,
        prepared_sector_names = case
          when p.prepared_kind is distinct from ${kind} then array[${sector.name}]
          when p.prepared_site_ids is not null then array(select unnest(p.prepared_sector_names) union select ${sector.name} order by 1)
        end
    from rounds n
    where p.company_id = ${companyId} and p.operation_id = ${operationId} and p.route_id = n.route_id
    returning p.route_id`
  if (prepared.length === 0)
    throw conflict('Aucun trajet de cette opération n’a de point de service dans ce secteur.', { code: 'no-sites' })
}

export interface Round {
  kind: RunKind
  /** Null: all of the route. */
  siteIds: string[] | null
  sectorNames: string[] | null
}

interface Start {
  companyId: string
  operationId: string | null
  routeId: string
  at: Date
  /** What the driver chose; null: nothing. */
  kind: RunKind | null
  isWholeRoute: boolean
}

/** What a run is for that starts then: what was prepared, unless the driver chose otherwise; else what the last one suggests. */
export async function roundOf(
  { tx }: Pick<Work, 'tx'>,
  { companyId, operationId, routeId, at, kind, isWholeRoute }: Start,
): Promise<Round> {
  const [prepared] = await tx.sql<Round>`
    select prepared_kind as kind, prepared_site_ids as "siteIds", prepared_sector_names as "sectorNames"
    from operation_routes
    where company_id = ${companyId} and operation_id = ${operationId} and route_id = ${routeId} and prepared_at <= ${at}`
  if (prepared && (kind ?? prepared.kind) === prepared.kind && !(prepared.siteIds && isWholeRoute)) return prepared
  const [last] = await tx.sql<{ kind: RunKind }>`
    select kind
    from runs
    where company_id = ${companyId} and operation_id = ${operationId} and route_id = ${routeId} and not is_part
    order by started_at desc
    limit 1`
  return { kind: kind ?? suggestedKind(last?.kind ?? null), siteIds: null, sectorNames: null }
}

/** Its route takes part, and the round that had been prepared by then has begun. */
export async function beginRound(work: Work, runId: string, { companyId, operationId, routeId, at }: Start) {
  if (operationId === null) return
  await takePart(work, companyId, operationId, routeId)
  await work.tx.sql`
    update operation_routes p
    set begun_run_id = ${runId},
        begun_round = to_jsonb(p),
        prepared_kind = null, prepared_at = null, prepared_site_ids = null, prepared_sector_names = null
    where p.company_id = ${companyId} and p.operation_id = ${operationId} and p.route_id = ${routeId} and p.prepared_at <= ${at}`
}

export const takePart = ({ tx }: Pick<Work, 'tx'>, companyId: string, operationId: string, routeId: string) => tx.sql`
  insert into operation_routes (company_id, operation_id, route_id)
  values (${companyId}, ${operationId}, ${routeId})
  on conflict do nothing`

/** As if that run had never started: the round that it began is prepared again, and an operation that it opened is gone. */
export async function takeRoundBack(ctx: Ctx, runId: string, operationId: string | null) {
  const companyId = companyOf(ctx)
  await ctx.tx.sql`
    update operation_routes p
    set prepared_kind = b.prepared_kind,
        prepared_at = b.prepared_at,
        prepared_site_ids = b.prepared_site_ids,
        prepared_sector_names = b.prepared_sector_names,
        begun_run_id = null,
        begun_round = null
    from operation_routes o
    cross join lateral jsonb_populate_record(null::operation_routes, o.begun_round) b
    where o.company_id = ${companyId} and o.begun_run_id = ${runId} and o.prepared_at is null
      and p.company_id = o.company_id and p.operation_id = o.operation_id and p.route_id = o.route_id`
  await removeIfUnused(ctx, companyId, operationId)
}
