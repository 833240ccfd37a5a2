// Each hour of the season, every company's weather is asked for and recorded. A source that fails leaves a gap; the next hour
// asks for what is missing.

import { type IsoDate, todayIn } from '@bordee/core/time.ts'
import { hourMs, hourOf } from '@bordee/core/weather/hours.ts'
import { askFrom, isRecorded } from '@bordee/core/weather/weather-season.ts'
import { markWeather } from '../companies/company-days.ts'
import { inCompany, type Work } from '../engine/ctx.ts'
import { jobKind } from '../engine/jobs/job-kind.ts'
import { worker } from '../engine/jobs/jobs.ts'
import { WeatherUnavailable } from '../outside/weather/weather.ts'
import { type Place, placesOf } from './places.ts'
import { lastHour, recordHours } from './weather.queries.ts'

interface OfCompany {
  companyId: string
  /** By its calendar. */
  day: IsoDate
}

/** Five minutes past, when stations have reported. Also when a server starts, to fill what it missed. */
const clock = jobKind<object>('weather.clock', { cron: '5 * * * *', atStart: true })
// `outside`: it waits for the provider without a transaction. Two at once, of two companies: a slow answer delays no other work.
const record = jobKind<OfCompany>('weather.record', {
  outside: true,
  atOnce: 2,
  atOncePerCompany: 1,
  onePer: ({ companyId }) => companyId,
})

const dayMs = 24 * hourMs

/** The companies whose hour has not been recorded; out of season, once a day. Without a source, none. */
export async function enqueueDueCompanies(work: Work) {
  if (!work.gateways.weather.source) return
  await work.tx.scope({ platform: true })
  const companies = await work.tx.sql<{ companyId: string; zone: string; lookedAt: Date | null }>`
    select c.id as "companyId", c.time_zone as zone, c.weather_at as "lookedAt"
    from companies c
    where c.is_active and c.archived_at is null
      and (c.weather_at is null or c.weather_at < date_trunc('hour', ${work.now}::timestamptz))
      and not exists (select from trial_companies t where t.id = c.id)
    order by c.weather_at nulls first, c.id`
  for (const { companyId, zone, lookedAt } of companies) {
    const day = todayIn(zone, work.now)
    if (isRecorded(day) || work.now.getTime() - (lookedAt?.getTime() ?? 0) > dayMs) await work.later(record, { companyId, day })
  }
}

export async function recordWeather(work: Work, { companyId, day }: OfCompany) {
  const places = await inCompany(work, companyId, (own) => (isRecorded(day) ? placesOf(own, companyId) : Promise.resolve([])))
  for (const place of places) if (!(await recordPlace(work, companyId, place))) return
  await inCompany(work, companyId, (own) => markWeather(own, companyId, work.now))
}

/** False if the source doesn't answer: the others of this company would wait for it too. */
async function recordPlace(work: Work, companyId: string, place: Place): Promise<boolean> {
  const { weather } = work.gateways
  if (!weather.source) return false
  const to = hourOf(work.now.getTime())
  const last = await inCompany(work, companyId, (own) => lastHour(own, companyId, place))
  try {
    const from = askFrom(last, work.now.getTime())
    const hours = (await weather.hours(place, from, to)).filter(({ at }) => at >= from && at <= to && at % hourMs === 0)
    await inCompany(work, companyId, (own) => recordHours(own, companyId, place, weather.source ?? 'people', hours))
    return true
  } catch (error) {
    if (!(error instanceof WeatherUnavailable)) throw error
    console.error('Météo\u00a0:', error.message)
    return false
  }
}

export const weatherWorkers = [worker(clock, enqueueDueCompanies), worker(record, recordWeather)]
