// Environment Canada's stations, by MSC GeoMet: https://api.weather.gc.ca. We read the collection `swob-realtime` because it
// is the only one with the last thirty days of each station hour by hour, in JSON, and with the depth of snow:
// `climate-hourly` has none and comes days later, and city pages keep no past.
import { metresBetween, type Point } from '@bordee/core/geo.ts'
import { hourMs, snowfallOf } from '@bordee/core/weather/hours.ts'
import * as z from 'zod'
import { Recent } from '../../engine/recent.ts'
import { asker } from './asking.ts'
import { type ObservedHour, type WeatherGateway, WeatherUnavailable } from './weather.ts'

/** A station further away says little of a driveway. */
const farthestMetres = 60_000
/** In degrees, a box that holds that circle anywhere in Québec. */
const box = { lat: 0.55, lng: 0.95 }
const stationMs = 24 * hourMs
const minuteMs = 60_000
/** Stations report a few minutes around the hour. */
const aroundHourMs = 10 * minuteMs

/** In order of preference; stations differ in what they report. */
const elements = {
  temperature: { names: ['air_temp'], unit: '°C' },
  depth: { names: ['snw_dpth', 'avg_snw_dpth_pst5mts'], unit: 'cm' },
  rain: { names: ['rnfl_amt_pst1hr'], unit: 'mm' },
  wind: { names: ['avg_wnd_spd_10m_pst1hr', 'avg_wnd_spd_10m_pst10mts', 'avg_wnd_spd_10m_pst2mts'], unit: 'km/h' },
} as const
type Element = keyof typeof elements

const wanted = [
  'msc_id-value',
  'obs_date_tm',
  ...Object.values(elements).flatMap(({ names }) => names.flatMap((name) => [name, `${name}-qa`, `${name}-uom`])),
].join(',')

const feature = z.object({
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]).rest(z.number()) }),
  properties: z.looseObject({ 'msc_id-value': z.string(), obs_date_tm: z.coerce.date() }),
})
type Report = z.infer<typeof feature>
/** Stations of other networks may lack what we need: those are passed over, not the answer. */
const answer = z.object({ type: z.literal('FeatureCollection'), features: z.array(feature.nullable().catch(null)) })

/** Their quality control: 100 is accepted. Doubtful figures, and units that we don't expect, are gaps. */
function read({ properties }: Report, element: Element): number | null {
  const { names, unit } = elements[element]
  for (const name of names) {
    const [figure, quality, unitSaid] = [properties[name], properties[`${name}-qa`] ?? 100, properties[`${name}-uom`] ?? unit]
    if (typeof figure === 'number' && quality === 100 && unitSaid === unit) return figure
  }
  return null
}

interface Settings {
  url: string
  patienceMs?: number
}

export function environmentCanada({ url, patienceMs }: Settings): WeatherGateway {
  const ask = asker(patienceMs)
  const stations = new Recent<string, { id: string | null; until: number }>(2000)

  async function reports(query: Record<string, string>, from: number, to: number): Promise<Report[]> {
    const address = new URL('/collections/swob-realtime/items', url)
    const datetime = `${new Date(from).toISOString()}/${new Date(to).toISOString()}`
    const search = { f: 'json', limit: '2000', '_is-minutely_obs-value': 'false', datetime, properties: wanted, ...query }
    address.search = String(new URLSearchParams(search))
    return (await ask(address, answer)).features.filter((one) => one !== null)
  }

  /** The nearest that measures snow, else the nearest: null if none is near. */
  async function stationNear(point: Point, to: number): Promise<string | null> {
    const key = `${point.lat.toFixed(2)} ${point.lng.toFixed(2)}`
    const known = stations.get(key)
    if (known && known.until > to) return known.id
    const bbox = [point.lng - box.lng, point.lat - box.lat, point.lng + box.lng, point.lat + box.lat].map((n) => n.toFixed(3)).join(',')
    const near = (await reports({ bbox }, to - 3 * hourMs, to + hourMs))
      .map((report) => ({ report, metres: metresBetween(point, placeOf(report)) }))
      .filter(({ report, metres }) => metres <= farthestMetres && read(report, 'temperature') !== null)
      .toSorted((a, b) => a.metres - b.metres)
    const best = near.find(({ report }) => read(report, 'depth') !== null) ?? near[0]
    const id = best?.report.properties['msc_id-value'] ?? null
    stations.set(key, { id, until: to + stationMs })
    return id
  }

  return {
    source: 'environment-canada',
    async hours(point, from, to) {
      const station = await stationNear(point, to)
      if (!station) throw new WeatherUnavailable(`no station within ${farthestMetres / 1000} km`)
      // One hour more: snow is a difference.
      const first = from - hourMs
      const found = await reports({ 'msc_id-value': station }, first - aroundHourMs, to + aroundHourMs)
      const byHour = nearestToHours(found)
      const all = Array.from({ length: Math.round((to - first) / hourMs) + 1 }, (_, i) => first + i * hourMs)
      const of = (at: number, element: Element) => {
        const report = byHour.get(at)
        return report ? read(report, element) : null
      }
      const snow = snowfallOf(all.map((at) => of(at, 'depth')))
      return all.flatMap((at, i): ObservedHour[] => {
        if (at < from || !byHour.has(at)) return []
        return [{ at, temperature: of(at, 'temperature'), snow: snow[i] ?? null, rain: of(at, 'rain'), wind: of(at, 'wind') }]
      })
    },
  }
}

const placeOf = ({ geometry: { coordinates } }: Report): Point => ({ lat: coordinates[1], lng: coordinates[0] })

function nearestToHours(reports: readonly Report[]): Map<number, Report> {
  const found = new Map<number, { report: Report; off: number }>()
  for (const report of reports) {
    const at = report.properties.obs_date_tm.getTime()
    const hour = Math.round(at / hourMs) * hourMs
    const off = Math.abs(at - hour)
    if (off <= aroundHourMs && off < (found.get(hour)?.off ?? Number.POSITIVE_INFINITY)) found.set(hour, { report, off })
  }
  return new Map([...found].map(([hour, { report }]) => [hour, report]))
}
