// Everything that is known of a site in a period, for its dossier. Nothing of any other site.

import type { DeliveryStatus } from '@bordee/core/alerts/alert.ts'
import { signedStates } from '@bordee/core/contracts/contract-life.ts'
import type { Polygon } from '@bordee/core/geo.ts'
import { type Requirement, requirementDefaults } from '@bordee/core/operations/requirement.ts'
import { notFound } from '@bordee/core/problem.ts'
import type { WeatherHour } from '@bordee/core/weather/weather.ts'
import type * as z from 'zod'
import type { Work } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'
import { addressText } from '../sites/site-address.ts'
import { readPlaces, readWritten, type WrittenHour } from '../weather/weather.queries.ts'

interface Period {
  since: Date
  before: Date
}

export interface SiteKey extends Period {
  companyId: string
  siteId: string
}

export interface About {
  companyName: string
  zone: string
  /** What applies where a contract says nothing. */
  defaults: z.infer<typeof requirementDefaults>
  address: string
  siteName: string
  clientName: string
  areas: { name: string; polygon: Polygon }[]
}

export async function readAbout({ tx }: Work, { companyId, siteId }: SiteKey): Promise<About> {
  const [about] = await tx.sql<About>`
    select m.name as "companyName", m.time_zone as zone, ${addressText('s')} as address, s.name as "siteName", c.name as "clientName",
           ${jsonOf(requirementDefaults.shape, 'm', { triggerDepth: sql`m.operation_trigger_depth::float8` }, 'operation_')} as defaults,
           coalesce((
             select json_agg(json_build_object('name', a.name, 'polygon', a.polygon) order by a.position, a.id)
             from areas a
             where a.company_id = s.company_id and a.site_id = s.id and a.polygon is not null), '[]') as areas
    from sites s
    join clients c on c.company_id = s.company_id and c.id = s.client_id
    join companies m on m.id = s.company_id
    where s.company_id = ${companyId} and s.id = ${siteId}`
  if (!about) throw notFound('Point de service')
  return about
}

export interface ContractFacts {
  signatureIds: string[]
  contractNumber: string
  startAt: string
  endAt: string
  signedAt: Date
  requirement: Requirement
}

/** Signed ones, those that ended or were canceled since too. */
export const readContracts = ({ tx }: Work, { companyId, siteId, since, before }: SiteKey): Promise<ContractFacts[]> =>
  tx.sql<ContractFacts>`
    select array(
             select g.id::text from contract_signatures g where g.company_id = k.company_id and g.contract_id = k.id) as "signatureIds",
           k.contract_number as "contractNumber", k.start_at::text as "startAt", k.end_at::text as "endAt",
           k.signed_at as "signedAt", k.requirement
    from contracts k
    where k.company_id = ${companyId} and k.site_id = ${siteId} and k.signed_at is not null
      and k.status in ${inStates(signedStates)} and k.end_at >= ${since}::date and k.start_at <= ${before}::date
    order by k.start_at, k.contract_number`

export interface AlertFacts {
  id: string
  at: Date
  method: 'sms' | 'call'
  status: DeliveryStatus | 'sending'
}

/** Without names and phones: several households may live there. */
export const readAlerts = ({ tx }: Work, { companyId, siteId, since, before }: SiteKey): Promise<AlertFacts[]> =>
  tx.sql<AlertFacts>`
    select d.id, coalesce(d.accepted_at, d.created_at) as at, d.method, d.status
    from alert_deliveries d
    where d.company_id = ${companyId} and d.site_id = ${siteId} and d.created_at >= ${since} and d.created_at < ${before}
    order by 2, d.id`

export interface RunsOfDay {
  day: string
  runs: number
  /** Those with a stop here. */
  here: string[]
}

/** How many runs the company began each day, and which of them had a stop here. */
export const readRunsOfDays = ({ tx }: Work, { companyId, siteId, since, before }: SiteKey, zone: string): Promise<RunsOfDay[]> =>
  tx.sql<RunsOfDay>`
    select (r.started_at at time zone ${zone})::date::text as day, count(*)::int as runs,
           coalesce(array_agg(r.id) filter (where exists (
             select from run_sites s where s.company_id = r.company_id and s.run_id = r.id and s.site_id = ${siteId})), '{}') as here
    from runs r
    where r.company_id = ${companyId} and r.started_at >= ${since} and r.started_at < ${before}
    group by 1`

export interface WeatherFacts {
  /** Null at the middle of the company. */
  sectorName: string | null
  hours: WeatherHour[]
  written: WrittenHour[]
}

/** Of the far sector that the site is in, if its weather is recorded; otherwise of the company's middle. */
export async function readWeather(work: Work, { companyId, siteId, since, before }: SiteKey): Promise<WeatherFacts> {
  const [far] = await work.tx.sql<{ id: string }>`
    select l.sector_id as id
    from sector_members l
    where l.company_id = ${companyId} and l.site_id = ${siteId} and exists (
      select from weather_hours w
      where w.company_id = l.company_id and w.sector_id = l.sector_id and w.hour >= ${since} and w.hour < ${before})
    order by l.sector_id
    limit 1`
  const hour = 3_600_000
  const period = { from: Math.ceil(since.getTime() / hour) * hour, to: Math.floor(before.getTime() / hour) * hour }
  const places = await readPlaces(work, companyId, period, [])
  const sectorId = far?.id ?? null
  const place = places.find((one) => one.sectorId === sectorId)
  return {
    sectorName: place?.sectorName ?? null,
    hours: place?.hours ?? [],
    written: await readWritten(work, companyId, sectorId, period),
  }
}
