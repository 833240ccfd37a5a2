import { gapsOf, hourMs } from '@bordee/core/weather/hours.ts'
import {
  type Figures,
  figureKeys,
  isUnknown,
  noFigures,
  plausible,
  type WeatherHour,
  type WeatherPlace,
  type WeatherSource,
} from '@bordee/core/weather/weather.ts'
import type { Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import type { ObservedHour } from '../outside/weather/weather.ts'
import type { Place } from './places.ts'

type Reader = Pick<Work, 'tx'>

/** For rows with alias `w`: those of a place. */
const at = (companyId: string, sectorId: string | null): Sql<boolean> => sql`
  w.company_id = ${companyId} and w.is_centre = ${sectorId === null} and w.sector_id is not distinct from ${sectorId}::uuid`

/** The last one from an outside source, in milliseconds. */
export async function lastHour({ tx }: Reader, companyId: string, { sectorId }: Place): Promise<number | null> {
  const [row] = await tx.sql<{ hour: Date | null }>`
    select max(w.hour) as hour from weather_hours w where ${at(companyId, sectorId)} and w.source <> 'people'`
  return row?.hour?.getTime() ?? null
}

/** Adds what is new: the same figures again add nothing, so a job that runs twice leaves what one leaves. */
export async function recordHours(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  companyId: string,
  place: Place,
  source: WeatherSource,
  observed: readonly ObservedHour[],
) {
  const hours = observed
    .map(({ at: hour, ...figures }) => ({ hour: new Date(hour).toISOString(), ...plausible(figures) }))
    .filter((hour) => !isUnknown(hour))
  const { sectorId, lat, lng } = place
  await tx.sql`
    insert into weather_hours (
      company_id, is_centre, sector_id, lat, lng, hour, temperature, snow, rain, wind, source, received_at)
    select ${companyId}, ${sectorId === null}, ${sectorId}, ${lat}, ${lng}, h.hour, h.temperature, h.snow, h.rain, h.wind,
           ${source}, ${now}
    from jsonb_to_recordset(${JSON.stringify(hours)}::jsonb) as h (
      hour timestamptz, temperature numeric(4, 1), snow numeric(5, 1), rain numeric(5, 1), wind numeric(4, 1))
    left join lateral (
      select w.source, w.temperature, w.snow, w.rain, w.wind
      from weather_hours w
      where ${at(companyId, sectorId)} and w.hour = h.hour and w.source <> 'people'
      order by w.received_at desc, w.id desc
      limit 1) k on true
    where (k.source, k.temperature, k.snow, k.rain, k.wind) is distinct from (${source}, h.temperature, h.snow, h.rain, h.wind)
    order by h.hour`
}

/** What someone typed stays beside what they type now. */
export async function typeHour(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  companyId: string,
  { hour, sectorId, by, figures }: { hour: Date; sectorId: string | null; by: Sql<unknown>; figures: Partial<Figures> },
) {
  const { temperature = null, snow = null, rain = null, wind = null } = figures
  await tx.sql`
    insert into weather_hours (
      company_id, is_centre, sector_id, hour, temperature, snow, rain, wind, source, received_at, account_id, user_name)
    select ${companyId}, ${sectorId === null}, ${sectorId}, ${hour}, coalesce(${temperature}, k.temperature), coalesce(${snow}, k.snow),
           coalesce(${rain}, k.rain), coalesce(${wind}, k.wind), 'people', ${now}, p.id, p.name
    from (select ${by}) p (id, name)
    left join lateral (
      select w.temperature, w.snow, w.rain, w.wind
      from weather_hours w
      where ${at(companyId, sectorId)} and w.hour = ${hour} and w.source = 'people'
      order by w.received_at desc, w.id desc
      limit 1) k on true`
}

/** Every figure that people typed at a place, also those that count no more, and the outside source's last word; oldest first. */
export const readWritten = ({ tx }: Reader, companyId: string, sectorId: string | null, { from, to }: Period) =>
  tx.sql<WrittenHour>`
    select id, hour, temperature::float8, snow::float8, rain::float8, wind::float8, "userName"
    from (
      select distinct on (w.hour, case when w.source = 'people' then w.id end)
             w.id, w.hour, w.temperature, w.snow, w.rain, w.wind, w.user_name as "userName", w.received_at
      from weather_hours w
      where ${at(companyId, sectorId)} and w.hour between ${new Date(from)} and ${new Date(to)}
      order by w.hour, case when w.source = 'people' then w.id end, w.received_at desc, w.id desc) x
    order by hour, received_at, id`

export interface WrittenHour extends Figures {
  id: string
  hour: Date
  /** Null for what an outside source said. */
  userName: string | null
}

interface Row extends Figures {
  isCentre: boolean
  sectorId: string | null
  hour: Date
  source: WeatherSource
  receivedAt: string
  userName: string | null
}

interface Period {
  /** The first and the last hour, in milliseconds. */
  from: number
  to: number
}

/** The middle of the company, then its far sectors and those with anything recorded, by name. */
export async function readPlaces({ tx }: Reader, companyId: string, { from, to }: Period, places: readonly Place[]) {
  const rows = await tx.sql<Row>`
    select distinct on (w.is_centre, w.sector_id, w.hour, w.source = 'people')
           w.is_centre as "isCentre", w.sector_id as "sectorId", w.hour, w.temperature::float8, w.snow::float8, w.rain::float8,
           w.wind::float8, w.source, to_json(w.received_at) #>> '{}' as "receivedAt", w.user_name as "userName"
    from weather_hours w
    where w.company_id = ${companyId} and w.hour between ${new Date(from)} and ${new Date(to)}
      and (w.is_centre or w.sector_id is not null)
    order by w.is_centre, w.sector_id, w.hour, w.source = 'people', w.received_at desc, w.id desc`
  const byPlace = Map.groupBy(rows, ({ sectorId }) => sectorId)
  const ids = [...new Set([...places.map(({ sectorId }) => sectorId), ...byPlace.keys()])].filter((id) => id !== null)
  const sectors = await tx.sql<{ sectorId: string; sectorName: string }>`
    select id as "sectorId", name as "sectorName"
    from sectors
    where company_id = ${companyId} and id = any(${ids}::uuid[])
    order by name, id`
  return [{ sectorId: null, sectorName: null }, ...sectors].map((place): WeatherPlace => {
    const hours = hoursOf(byPlace.get(place.sectorId) ?? [], { from, to })
    return { ...place, hours, gaps: gapsOf(hours) }
  })
}

function hoursOf(rows: readonly Row[], { from, to }: Period): WeatherHour[] {
  const byHour = Map.groupBy(rows, ({ hour }) => hour.getTime())
  return Array.from({ length: Math.max(0, (to - from) / hourMs + 1) }, (_, i) => {
    const hour = from + i * hourMs
    return { hour: new Date(hour).toISOString(), ...merged(byHour.get(hour) ?? []) }
  })
}

/** What people typed counts; what they didn't comes from the outside source. */
function merged(rows: readonly Row[]): Omit<WeatherHour, 'hour'> {
  const typed = rows.find(({ source }) => source === 'people')
  const outside = rows.find(({ source }) => source !== 'people')
  const figures = Object.fromEntries(figureKeys.map((key) => [key, typed?.[key] ?? outside?.[key] ?? null])) as unknown as Figures
  const isOutside = outside && figureKeys.some((key) => (typed?.[key] ?? null) === null && outside[key] !== null)
  const used = isOutside ? outside : typed
  return {
    ...noFigures,
    ...figures,
    source: used?.source ?? null,
    receivedAt: used?.receivedAt ?? null,
    userName: typed?.userName ?? null,
  }
}
