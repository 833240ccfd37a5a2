// How much of the ceilings of signed contracts a season used.
import { signedStates } from '@bordee/core/contracts/contract-life.ts'
import type { CeilingUsage, ContractUsage, UsageNight } from '@bordee/core/contracts/usage.ts'
import type { Limited } from '@bordee/core/operations/ceiling.ts'
import { seasonOfYear, seasonYear } from '@bordee/core/operations/season.ts'
import { beyond, nightsOf, percentUsed, snowAt, usedOf } from '@bordee/core/operations/snowfall.ts'
import { notFound } from '@bordee/core/problem.ts'
import { runsCompany } from '@bordee/core/roles.ts'
import { completeKinds } from '@bordee/core/runs/run-kind.ts'
import { homeZone, type IsoDate, todayIn } from '@bordee/core/time.ts'
import type { Ctx } from '../engine/ctx.ts'
import type { Tx } from '../engine/db/db.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'
import { ofSeason, readSnowNights, type Season, seasonIn } from '../operations/snowfall.ts'
import { visibleContracts } from './contracts.queries.ts'

type Reader = { tx: Tx }

interface LimitedContract extends Limited {
  contractId: string
  contractNumber: string
  clientName: string
  siteId: string | null
  siteName: string | null
  startAt: IsoDate | null
  endAt: IsoDate | null
  sectorIds: string[]
}

/** Those that run in the season, by number; `where` narrows them by the alias `k`. */
function readLimited({ tx }: Reader, companyId: string, { year }: Season, where: Sql<unknown> = sql`true`) {
  const { from, to } = seasonOfYear(year)
  return tx.sql<LimitedContract>`
    with limited as materialized (
      select k.*
      from contracts k
      where k.company_id = ${companyId} and k.ceiling is not null and k.status in ${inStates(signedStates)}
        and k.start_at <= ${to} and k.end_at >= ${from} and ${where}),
    members as (
      select m.site_id, array_agg(m.sector_id) as sector_ids
      from sector_members m
      where m.company_id = ${companyId} and m.site_id in (select site_id from limited)
      group by m.site_id)
    select k.id as "contractId", k.contract_number as "contractNumber", k.client_name as "clientName", k.site_id as "siteId",
           k.site_name as "siteName", k.start_at::text as "startAt", k.end_at::text as "endAt", k.ceiling::float8,
           k.ceiling_unit as "ceilingUnit", k.ceiling_price as "ceilingPrice", coalesce(m.sector_ids, '{}') as "sectorIds"
    from limited k
    left join members m on m.site_id = k.site_id
    order by k.contract_number, k.id`
}

/** The passes that count, at these sites: rows of `passes`, with the day on which their operation opened. */
const countedPasses = (companyId: string, season: Season, siteIds: readonly (string | null)[]) => sql`
  passes as (
    select s.id, s.site_id, s.decided_at, r.kind, r.operation_id, (o.opened_at at time zone ${season.zone})::date as day
    from operations o
    join runs r on r.company_id = o.company_id and r.operation_id = o.id and r.kind in ${inStates(completeKinds)}
    join run_sites s on s.company_id = r.company_id and s.run_id = r.id and s.state = 'done'
    where ${ofSeason(companyId, season)} and s.site_id = any(${siteIds}::uuid[]))`

export async function readUsages({ tx }: Reader, companyId: string, season: Season): Promise<CeilingUsage[]> {
  const contracts = await readLimited({ tx }, companyId, season)
  if (contracts.length === 0) return []
  const nights = await readSnowNights({ tx }, companyId, season)
  const byPass = contracts.filter(({ ceilingUnit }) => ceilingUnit === 'passes')
  const counts = await tx.sql<{ id: string; n: number }>`
    with ${countedPasses(
      companyId,
      season,
      byPass.map(({ siteId }) => siteId),
    )}
    select k.id, count(*)::int as n
    from contracts k
    join passes p on p.site_id = k.site_id and p.day between k.start_at and k.end_at
    where k.company_id = ${companyId} and k.id = any(${byPass.map(({ contractId }) => contractId)}::uuid[])
    group by k.id`
  const passes = new Map(counts.map(({ id, n }) => [id, n]))
  return contracts.map(({ siteId: _, startAt, endAt, sectorIds, ...contract }) => {
    const { contractId, ceiling, ceilingUnit } = contract
    const used = usedOf(ceilingUnit, nightsOf(nights, { startAt, endAt }), sectorIds, passes.get(contractId) ?? 0)
    return { ...contract, used, percent: percentUsed(used, ceiling) }
  })
}

/** Null for a contract that isn't signed, or has no ceiling, or isn't of that season. */
export async function readContractUsage(ctx: Ctx, id: string, asked: number | undefined): Promise<ContractUsage | null> {
  const [seen] = await ctx.tx.sql<{ companyId: string; startAt: IsoDate | null; endAt: IsoDate | null }>`
    select k.company_id as "companyId", k.start_at::text as "startAt", k.end_at::text as "endAt"
    from contracts k
    where k.id = ${id} and ${visibleContracts(ctx, 'k')}`
  if (!seen) throw notFound('Contrat')
  const { companyId, startAt, endAt } = seen
  const today = todayIn(homeZone, ctx.now)
  const day = endAt && today > endAt ? endAt : startAt && today < startAt ? startAt : today
  const season = await seasonIn(ctx, companyId, asked ?? seasonYear(day))
  const [contract] = await readLimited(ctx, companyId, season, sql`k.id = ${id}`)
  if (!contract) return null
  const { siteId, sectorIds, ceiling, ceilingUnit, ceilingPrice } = contract
  const nights = nightsOf(await readSnowNights(ctx, companyId, season), contract)
  const passes = await ctx.tx.sql<{ operationId: string; json: UsageNight['passes'][number] }>`
    with ${countedPasses(companyId, season, [siteId])}
    select operation_id as "operationId", json_build_object('id', id, 'at', decided_at, 'kind', kind) as json
    from passes
    order by decided_at, id`
  const made = Map.groupBy(passes, ({ operationId }) => operationId)
  const isOffice = runsCompany(ctx.actor.role)
  const shown = nights.map(
    (night): UsageNight => ({
      operationId: night.id,
      operationName: isOffice ? night.name : null,
      day: night.day,
      snow: snowAt(night, sectorIds),
      passes: (made.get(night.id) ?? []).map(({ json }) => json),
    }),
  )
  const used = usedOf(
    ceilingUnit,
    nights,
    sectorIds,
    shown.reduce((sum, { passes: own }) => sum + own.length, 0),
  )
  return {
    year: season.year,
    ceiling,
    ceilingUnit,
    ceilingPrice,
    used,
    percent: percentUsed(used, ceiling),
    beyond: beyond(used, ceiling),
    nights: shown,
  }
}
