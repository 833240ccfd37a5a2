// What people read of the snow in a season's operations.
import { periodOf } from '@bordee/core/alerts/period.ts'
import { seasonOfYear } from '@bordee/core/operations/season.ts'
import type { SnowNight } from '@bordee/core/operations/snowfall.ts'
import { homeZone, type IsoDate } from '@bordee/core/time.ts'
import type { Tx } from '../engine/db/db.ts'
import { sql } from '../engine/db/sql.ts'

type Reader = { tx: Tx }

export interface Season {
  year: number
  zone: string
  since: Date
  before: Date
}

export async function seasonIn({ tx }: Reader, companyId: string, year: number): Promise<Season> {
  const [company] = await tx.sql<{ zone: string }>`select time_zone as zone from companies where id = ${companyId}`
  const zone = company?.zone ?? homeZone
  const { from, to } = seasonOfYear(year)
  return { year, zone, ...periodOf(from, to, zone) }
}

/** For the operation with alias `o`: one of snow, in the season. Ice and hauling bring no centimetres. */
export const ofSeason = (companyId: string, { since, before }: Season) => sql<boolean>`
  o.company_id = ${companyId} and o.kind = 'snow' and o.opened_at >= ${since} and o.opened_at < ${before}`

export interface NamedNight extends SnowNight {
  name: string
}

/** Oldest first, those without a reading too. */
export async function readSnowNights({ tx }: Reader, companyId: string, season: Season): Promise<NamedNight[]> {
  const rows = await tx.sql<{ id: string; name: string; day: IsoDate; depths: [string | null, number][] }>`
    select o.id, o.name, (o.opened_at at time zone ${season.zone})::date::text as day,
           coalesce((
             select json_agg(json_build_array(l.sector_id, l.amount::float8))
             from (
               select distinct on (d.sector_id) d.sector_id, d.amount
               from operation_readings d
               where d.company_id = o.company_id and d.operation_id = o.id and d.kind = 'depth'
               order by d.sector_id, d.at desc, d.id desc) l), '[]') as depths
    from operations o
    where ${ofSeason(companyId, season)}
    order by o.opened_at, o.id`
  return rows.map(({ depths, ...night }) => ({ ...night, depths: new Map(depths) }))
}
