// Open-Meteo's forecast API, whose models also cover the last hours: https://open-meteo.com/en/docs. Free for trials; a company
// that sells its work needs the paid key, which has a server of its own.
import { hourMs } from '@bordee/core/weather/hours.ts'
import * as z from 'zod'
import { asker } from './asking.ts'
import type { WeatherGateway } from './weather.ts'

const figures = z.array(z.number().nullable())
const answer = z
  .object({
    hourly_units: z.object({
      temperature_2m: z.literal('°C'),
      snowfall: z.literal('cm'),
      rain: z.literal('mm'),
      showers: z.literal('mm'),
      wind_speed_10m: z.literal('km/h'),
    }),
    hourly: z.object({
      time: z.array(z.int()),
      temperature_2m: figures,
      snowfall: figures,
      rain: figures,
      showers: figures,
      wind_speed_10m: figures,
    }),
  })
  .refine(({ hourly: { time, ...lists } }) => Object.values(lists).every((list) => list.length === time.length))

interface Settings {
  url: string
  key: string | null
  patienceMs?: number
}

export function openMeteo({ url, key, patienceMs }: Settings): WeatherGateway {
  const ask = asker(patienceMs)
  return {
    source: 'open-meteo',
    async hours({ lat, lng }, from, to) {
      const address = new URL('/v1/forecast', url)
      address.search = String(
        new URLSearchParams({
          latitude: lat.toFixed(4),
          longitude: lng.toFixed(4),
          hourly: 'temperature_2m,snowfall,rain,showers,wind_speed_10m',
          start_hour: inMinutes(from),
          end_hour: inMinutes(to),
          timezone: 'GMT',
          timeformat: 'unixtime',
          ...(key && { apikey: key }),
        }),
      )
      const { hourly } = await ask(address, answer)
      return hourly.time.flatMap((seconds, i) => {
        const at = seconds * 1000
        if (at < from || at > to || at % hourMs !== 0) return []
        const of = (list: (number | null)[]) => list[i] ?? null
        return [
          {
            at,
            temperature: rounded(of(hourly.temperature_2m)),
            snow: rounded(of(hourly.snowfall)),
            rain: rounded(total(of(hourly.rain), of(hourly.showers))),
            wind: rounded(of(hourly.wind_speed_10m)),
          },
        ]
      })
    },
  }
}

/** `2026-01-15T06:00`, as its parameters want it. */
const inMinutes = (at: number) => new Date(at).toISOString().slice(0, 16)
const rounded = (figure: number | null) => (figure === null ? null : Math.round(figure * 10) / 10)
/** Its models rain in layers and in showers; some have only one of the two. */
const total = (rain: number | null, showers: number | null) => (rain === null && showers === null ? null : (rain ?? 0) + (showers ?? 0))
