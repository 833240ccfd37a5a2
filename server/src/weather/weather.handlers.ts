import { periodOf } from '@bordee/core/alerts/period.ts'
import { invalid, notFound, Problem } from '@bordee/core/problem.ts'
import { hourMs, hourOf } from '@bordee/core/weather/hours.ts'
import type { weatherCalls } from '@bordee/core/weather/weather.calls.ts'
import { mostWeatherDays } from '@bordee/core/weather/weather.ts'
import { companyOf, type Handlers } from '../engine/ctx.ts'
import { writer } from '../operations/site-requests.ts'
import { placesOf } from './places.ts'
import { readPlaces, typeHour } from './weather.queries.ts'

/** Seasons begin there, too. */
const earliest = Date.parse('2000-01-01')

export const weatherHandlers: Handlers<typeof weatherCalls> = {
  async getWeather(ctx, { from, to }) {
    const companyId = companyOf(ctx)
    const [company] = await ctx.tx.sql<{ zone: string }>`select time_zone as zone from companies where id = ${companyId}`
    const { since, before } = periodOf(from, to, company?.zone ?? '')
    const first = Math.ceil(since.getTime() / hourMs) * hourMs
    const last = hourOf(Math.min(before.getTime() - 1, ctx.now.getTime()))
    if (before.getTime() - since.getTime() > (mostWeatherDays * 24 + 1) * hourMs)
      throw new Problem(422, `Choisissez une période d’au plus ${mostWeatherDays} jours.`)
    const { source } = ctx.gateways.weather
    const places = source ? await placesOf(ctx, companyId) : []
    return { source, places: await readPlaces(ctx, companyId, { from: first, to: last }, places) }
  },

  async addWeatherHour(ctx, { reading: { hour, sectorId = null, ...figures } }) {
    const companyId = companyOf(ctx)
    const at = hourOf(Date.parse(hour))
    if (at > ctx.now.getTime()) throw invalid({ reading: { hour: 'Cette heure n’est pas encore passée.' } })
    // A slip of the finger: what is noted can't be removed.
    if (at < earliest) throw invalid({ reading: { hour: 'Cette date est trop loin.' } })
    if (sectorId) {
      const [sector] = await ctx.tx.sql`select from sectors where company_id = ${companyId} and id = ${sectorId}`
      if (!sector) throw notFound('Secteur')
    }
    await typeHour(ctx, companyId, { hour: new Date(at), sectorId, by: writer(ctx), figures })
    ctx.publish(companyId, { topic: 'weather' })
    return null
  },
}
