import type { SeasonSnowfall } from '@bordee/core/season/season-snow.ts'
import type { WeatherSource } from '@bordee/core/weather/weather.ts'
import type { Work } from '../engine/ctx.ts'
import type { Season } from '../operations/snowfall.ts'

/** At the middle of the company, by its calendar. What fell until midnight belongs to the day before. */
export async function readWeatherDays({ tx }: Pick<Work, 'tx'>, companyId: string, { zone, since, before }: Season) {
  const rows = await tx.sql<SeasonSnowfall['days'][number] & { sources: WeatherSource[] }>`
    with latest as (
      select distinct on (w.hour, w.source = 'people')
             w.hour, w.source, w.source = 'people' as is_typed, w.temperature, w.snow, w.rain, w.wind
      from weather_hours w
      where w.company_id = ${companyId} and w.is_centre and w.hour > ${since} and w.hour <= ${before}
      order by w.hour, w.source = 'people', w.received_at desc, w.id desc),
    merged as (
      select hour,
             ((hour - interval '1 minute') at time zone ${zone})::date as day,
             coalesce(max(snow) filter (where is_typed), max(snow) filter (where not is_typed)) as snow,
             coalesce(max(temperature) filter (where is_typed), max(temperature) filter (where not is_typed)) as temperature,
             string_agg(source, ' ') as sources
      from latest
      group by hour)
    select m.day::text as day, sum(m.snow)::float8 as snow, min(m.temperature)::float8 as lowest, max(m.temperature)::float8 as highest,
           count(*)::int as hours, string_to_array(string_agg(m.sources, ' '), ' ') as sources
    from merged m
    group by m.day
    order by m.day`
  return {
    days: rows.map(({ sources: _, ...day }) => day),
    sources: [...new Set(rows.flatMap(({ sources }) => sources))],
  }
}
