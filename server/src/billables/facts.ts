// What the sources of billable lines are made from: signed contracts, and what a season's operations were at their sites.
import type { PricedContract, Work as SiteWork } from '@bordee/core/billables/sources.ts'
import { signedStates } from '@bordee/core/contracts/contract-life.ts'
import { seasonOfYear } from '@bordee/core/operations/season.ts'
import { snowAt } from '@bordee/core/operations/snowfall.ts'
import { completeKinds, type RunKind } from '@bordee/core/runs/run-kind.ts'
import type { Material } from '@bordee/core/runs/work.ts'
import type { IsoDate } from '@bordee/core/time.ts'
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'
import { readSnowNights, type Season } from '../operations/snowfall.ts'

type Reader = Pick<Work, 'tx'>

/** Signed, with something that its operations bring. */
export interface SiteContract extends PricedContract {
  siteId: string
  clientId: string | null
  startAt: IsoDate
  endAt: IsoDate
  sectorIds: string[]
}

export interface Operation {
  id: string
  name: string
  isSnow: boolean
  day: IsoDate
  isClosed: boolean
}

export const readContracts = ({ tx }: Reader, companyId: string, { year }: Season) => {
  const { from, to } = seasonOfYear(year)
  return tx.sql<SiteContract>`
    with lines as (
      select l.contract_id,
             json_agg(json_build_object(
               'id', l.id, 'name', l.name, 'pricing', l.pricing, 'price', l.price, 'bands', l.bands, 'equipment', l.equipment,
               'materialKind', l.material_kind, 'materialUnit', l.material_unit) order by l.position) as lines
      from contract_services l
      where l.company_id = ${companyId} and l.pricing <> 'season'
      group by l.contract_id)
    select k.id as "contractId", k.site_id as "siteId", k.client_id as "clientId",
           k.start_at::text as "startAt", k.end_at::text as "endAt",
           k.ceiling::float8, k.ceiling_unit as "ceilingUnit", k.ceiling_price as "ceilingPrice",
           coalesce(l.lines, '[]') as lines,
           coalesce((
             select json_agg(m.sector_id)
             from sector_members m
             where m.company_id = k.company_id and m.site_id = k.site_id), '[]') as "sectorIds"
    from contracts k
    left join lines l on l.contract_id = k.id
    where k.company_id = ${companyId} and k.status in ${inStates(signedStates)} and k.site_id is not null
      and k.start_at <= ${to} and k.end_at >= ${from} and (l.lines is not null or k.ceiling is not null)
    order by k.id`
}

/** Of every kind, oldest first; those that are still open too. */
export const readOperations = ({ tx }: Reader, companyId: string, { since, before, zone }: Season) => tx.sql<Operation>`
  select o.id, o.name, o.kind = 'snow' as "isSnow", (o.opened_at at time zone ${zone})::date::text as day,
         o.closed_at is not null as "isClosed"
  from operations o
  where o.company_id = ${companyId} and o.opened_at >= ${since} and o.opened_at < ${before}
  order by o.opened_at, o.id`

interface Asked {
  companyId: string
  season: Season
  operations: readonly Operation[]
  contracts: readonly SiteContract[]
}

/** What each of these operations was at the site of each contract that covers its day, oldest first. */
export async function readWork(
  reader: Reader,
  { companyId, season, operations, contracts }: Asked,
): Promise<Map<SiteContract, SiteWork[]>> {
  const siteIds = [...new Set(contracts.map(({ siteId }) => siteId))]
  const asked = { companyId, siteIds, operationIds: operations.map(({ id }) => id) }
  const nights = new Map((await readSnowNights(reader, companyId, season)).map((night) => [night.id, night]))
  const at = ({ operationId, siteId }: Place) => `${operationId} ${siteId}`
  const stops = Map.groupBy(await readStops(reader, asked), at)
  const minutes = new Map((await readMinutes(reader, asked)).map((one) => [at(one), one.minutes]))
  const materials = Map.groupBy(await readMaterials(reader, asked), at)
  const workAt = ({ id, name, day, isSnow }: Operation, { siteId, sectorIds }: SiteContract): SiteWork => {
    const place = at({ operationId: id, siteId })
    const done = stops.get(place) ?? []
    const night = nights.get(id)
    return {
      operationId: id,
      operationName: name,
      day,
      isSnow,
      depth: night ? snowAt(night, sectorIds) : null,
      passes: done
        .filter(({ kind }) => isSnow && completeKinds.includes(kind))
        .map(({ id: stopId, decidedAt, kind }) => ({ id: stopId, at: decidedAt.toISOString(), kind })),
      isServed: done.length > 0,
      minutes: minutes.get(place) ?? null,
      materials: (materials.get(place) ?? []).map(({ stopId, material }) => ({ stopId, material })),
    }
  }
  return new Map(
    contracts.map((contract) => [
      contract,
      operations.filter(({ day }) => day >= contract.startAt && day <= contract.endAt).map((operation) => workAt(operation, contract)),
    ]),
  )
}

interface Places {
  companyId: string
  siteIds: readonly string[]
  operationIds: readonly string[]
}
interface Place {
  operationId: string
  siteId: string
}

/** For the run with alias `r` and its stop `s`. */
const there = ({ companyId, operationIds, siteIds }: Places) => sql<boolean>`
  r.company_id = ${companyId} and r.operation_id = any(${operationIds}::uuid[]) and s.site_id = any(${siteIds}::uuid[])`

const readStops = ({ tx }: Reader, asked: Places) => tx.sql<Place & { id: string; decidedAt: Date; kind: RunKind }>`
  select s.id, s.site_id as "siteId", r.operation_id as "operationId", s.decided_at as "decidedAt", r.kind
  from runs r
  join run_sites s on s.company_id = r.company_id and s.run_id = r.id
  where ${there(asked)} and s.state = 'done'
  order by s.decided_at, s.id`

/** A truck in two areas at once is there once. What the office corrected counts as corrected. */
const readMinutes = ({ tx }: Reader, asked: Places) => tx.sql<Place & { minutes: number }>`
  with visits as (
    select s.site_id, r.operation_id, v.track_id,
           case when c.id is null then v.started_at else c.started_at end as started_at,
           case when c.id is null then v.finished_at else c.finished_at end as finished_at
    from run_visits v
    join runs r on r.company_id = v.company_id and r.id = v.run_id
    join run_areas a on a.company_id = v.company_id and a.id = v.run_area_id
    join run_sites s on s.company_id = a.company_id and s.id = a.run_site_id
    left join lateral (
      select k.id, k.started_at, k.finished_at
      from visit_corrections k
      where k.company_id = v.company_id and k.visit_id = v.id
      order by k.at desc, k.id desc
      limit 1) c on true
    where ${there(asked)}),
  spells as (
    select site_id, operation_id, unnest(range_agg(tstzrange(started_at, finished_at))) as spell
    from visits
    where started_at is not null
    group by site_id, operation_id, track_id)
  select site_id as "siteId", operation_id as "operationId",
         round(sum(extract(epoch from upper(spell) - lower(spell))) / 60)::int as minutes
  from spells
  group by site_id, operation_id`

/** The last mark of each area that says; a mark of several areas spread what it says once. */
const readMaterials = ({ tx }: Reader, asked: Places) => tx.sql<Place & { stopId: string; material: Material }>`
  with latest as (
    select distinct on (x.id)
           s.id as stop_id, s.site_id, r.operation_id, m.request_id, m.material_kind, m.material_quantity, m.material_unit
    from run_area_actions m
    join run_areas x on x.company_id = m.company_id and x.id = m.run_area_id
    join run_sites s on s.company_id = x.company_id and s.id = x.run_site_id
    join runs r on r.company_id = s.company_id and r.id = s.run_id
    where ${there(asked)} and m.material_kind is not null
    order by x.id, m.at desc, m.created_at desc, m.id desc),
  spread as (
    select distinct stop_id, site_id, operation_id, request_id, material_kind, material_quantity, material_unit
    from latest
    where material_kind <> 'none')
  select stop_id as "stopId", site_id as "siteId", operation_id as "operationId",
         json_build_object('kind', material_kind, 'quantity', material_quantity::float8, 'unit', material_unit) as material
  from spread
  order by stop_id, request_id`
