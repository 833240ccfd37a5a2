import { createServer } from 'node:http'
import { hourMs } from '@bordee/core/weather/hours.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readEnv } from '../../engine/env.ts'
import { listenLocally } from '../../testing/local-server.ts'
import { asker } from './asking.ts'
import { environmentCanada } from './environment-canada.ts'
import { openMeteo } from './open-meteo.ts'
import { readByPeople, weatherOf } from './providers.ts'
import { WeatherUnavailable } from './weather.ts'

// A local server that speaks both protocols. `failing` says how it fails.
const asked: URL[] = []
let failing: 'silent' | 'dropped' | 'refused' | 'html' | 'other' | 'busy' | undefined
let answer: (url: URL) => unknown
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://weather')
  asked.push(url)
  if (failing === 'silent') return
  if (failing === 'dropped') return void request.socket.destroy()
  const [status, body] =
    failing === 'refused'
      ? [400, { error: true, reason: 'The supplied API key is invalid.' }]
      : failing === 'busy'
        ? [429, { error: true, reason: 'Hourly API request limit exceeded.' }]
        : [200, failing === 'other' ? { hourly: [] } : answer(url)]
  response.statusCode = status
  response.setHeader('content-type', 'application/json')
  response.end(failing === 'html' ? '<html>' : JSON.stringify(body))
})
const url = await listenLocally(server)
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked.length = 0
  failing = undefined
})

const home = { lat: 46.8139, lng: -71.2082 }
const start = Date.parse('2026-01-15T06:00:00Z')
const hour = (i: number) => start + i * hourMs

/** As Open-Meteo answers with `timeformat=unixtime`, one hour more than was asked for. */
const meteo = (url: URL) => {
  const from = Date.parse(`${url.searchParams.get('start_hour')}Z`) / 1000
  return {
    latitude: 46.81,
    longitude: -71.2,
    utc_offset_seconds: 0,
    timezone: 'GMT',
    hourly_units: { time: 'unixtime', temperature_2m: '°C', snowfall: 'cm', rain: 'mm', showers: 'mm', wind_speed_10m: 'km/h' },
    hourly: {
      time: [from, from + 3600, from + 7200],
      temperature_2m: [-4.24, null, -3],
      snowfall: [0.77, 0, 2.1],
      rain: [0, null, 0],
      showers: [0.2, null, 0],
      wind_speed_10m: [14.6, 20, 22],
    },
  }
}

test('Open-Meteo gives the hours that are asked for, with its gaps', async () => {
  answer = meteo
  const hours = await openMeteo({ url, key: null }).hours(home, hour(0), hour(1))
  expect(hours).toEqual([
    { at: hour(0), temperature: -4.2, snow: 0.8, rain: 0.2, wind: 14.6 },
    { at: hour(1), temperature: null, snow: 0, rain: null, wind: 20 },
  ])
  expect(asked[0]?.pathname).toBe('/v1/forecast')
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
    latitude: '46.8139',
    longitude: '-71.2082',
    hourly: 'temperature_2m,snowfall,rain,showers,wind_speed_10m',
    start_hour: '2026-01-15T06:00',
    end_hour: '2026-01-15T07:00',
    timezone: 'GMT',
    timeformat: 'unixtime',
  })
})

test('the paid key is sent to Open-Meteo, and to its own server by default', async () => {
  answer = meteo
  await openMeteo({ url, key: 'secret-key' }).hours(home, hour(0), hour(1))
  expect(asked[0]?.searchParams.get('apikey')).toBe('secret-key')
  expect(readEnv({ WEATHER: 'open-meteo', OPEN_METEO_KEY: 'k' }).weather.url).toBe('https://customer-api.open-meteo.com')
  expect(readEnv({ WEATHER: 'open-meteo' }).weather.url).toBe('https://api.open-meteo.com')
  expect(() => readEnv({ OPEN_METEO_KEY: 'k' })).toThrow('WEATHER')
})

test('without a configured source nothing is asked and nothing is known', async () => {
  expect(weatherOf(readEnv({}))).toBe(readByPeople)
  expect(await readByPeople.hours(home, hour(0), hour(3))).toEqual([])
  expect(weatherOf(readEnv({ WEATHER: 'environment-canada' })).source).toBe('environment-canada')
})

interface Station {
  id: string
  at: [lng: number, lat: number]
  /** By hour; undefined is an hour without a report. */
  depths: (number | 'MSNG' | undefined)[]
  quality?: number
  hasNoDepth?: boolean
}

/** As `swob-realtime` answers: a report per station and hour, a few minutes after it. */
const geomet = (stations: Station[]) => (url: URL) => {
  const only = url.searchParams.get('msc_id-value')
  const [west = 0, south = 0, east = 0, north = 0] = (url.searchParams.get('bbox') ?? '-180,-90,180,90').split(',').map(Number)
  const [from = '', to = ''] = (url.searchParams.get('datetime') ?? '').split('/')
  const features = stations
    .filter(({ id, at: [lng, lat] }) => (!only || id === only) && lng >= west && lng <= east && lat >= south && lat <= north)
    .flatMap(({ id, at, depths, quality = 100, hasNoDepth }) =>
      depths.flatMap((depth, i) => {
        const when = hour(i) + 2 * 60_000
        if (depth === undefined || when < Date.parse(from) || when > Date.parse(to)) return []
        const snow = hasNoDepth ? {} : { snw_dpth: depth, 'snw_dpth-uom': 'cm', 'snw_dpth-qa': quality }
        return [
          {
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [...at, 74] },
            properties: {
              'msc_id-value': id,
              obs_date_tm: new Date(when).toISOString(),
              air_temp: -6.5,
              'air_temp-uom': '°C',
              'air_temp-qa': 100,
              avg_wnd_spd_10m_pst10mts: 18.4,
              'avg_wnd_spd_10m_pst10mts-uom': 'km/h',
              ...snow,
            },
          },
        ]
      }),
    )
  return { type: 'FeatureCollection', features: [...features, { type: 'Feature', properties: {} }], numberReturned: features.length }
}
const near: Station = { id: '7016293', at: [-71.38, 46.79], depths: [20, 23.5, 23, 'MSNG', 30, undefined, 31] }

test('Environment Canada: snow is the difference of depths, less is none, a missing report or depth is a gap', async () => {
  answer = geomet([near])
  const hours = await environmentCanada({ url }).hours(home, hour(1), hour(6))
  expect(hours.map(({ at, snow }) => [(at - start) / hourMs, snow])).toEqual([
    [1, 3.5],
    [2, 0],
    [3, null],
    [4, null],
    [6, null],
  ])
  expect(hours[0]).toEqual({ at: hour(1), temperature: -6.5, snow: 3.5, rain: null, wind: 18.4 })
})

test('Environment Canada: the nearest station that measures snow is read, and chosen once a day', async () => {
  const nearer: Station = { ...near, id: 'nearer', at: [-71.21, 46.82], hasNoDepth: true }
  const farther: Station = { ...near, id: 'farther', at: [-70.9, 47] }
  answer = geomet([farther, near, nearer])
  const canada = environmentCanada({ url })
  await canada.hours(home, hour(1), hour(2))
  await canada.hours(home, hour(2), hour(4))
  expect(asked.map(({ searchParams }) => searchParams.get('msc_id-value'))).toEqual([null, '7016293', '7016293'])

  answer = geomet([nearer])
  expect(await environmentCanada({ url }).hours(home, hour(1), hour(1))).toMatchObject([{ temperature: -6.5, snow: null }])
})

test('Environment Canada: doubtful depths are gaps, and without a station near there is nothing', async () => {
  answer = geomet([{ ...near, quality: 10 }])
  expect(await environmentCanada({ url }).hours(home, hour(1), hour(1))).toMatchObject([{ snow: null }])
  answer = geomet([{ ...near, at: [-72.1, 47.3] }])
  await expect(environmentCanada({ url }).hours(home, hour(1), hour(1))).rejects.toThrow('no station within 60 km')
})

const failures = ['silent', 'dropped', 'refused', 'html', 'other', 'busy'] as const
test.each(failures)('a provider that fails (%s) is unavailable, and its error holds no key', async (how) => {
  failing = how
  for (const provider of [openMeteo({ url, key: 'secret-key', patienceMs: 150 }), environmentCanada({ url, patienceMs: 150 })]) {
    const refusal: unknown = await provider.hours(home, hour(0), hour(1)).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(WeatherUnavailable)
    expect(String(refusal)).not.toContain('secret-key')
  }
})

test('after three failures in a row a provider is left alone for five minutes, then asked again', async () => {
  let now = 0
  const ask = asker(150, () => now)
  const { z } = await import('zod')
  const once = () =>
    ask(new URL(url), z.object({ type: z.string() })).then(
      () => true,
      () => false,
    )
  answer = () => ({ type: 'x' })
  failing = 'busy'
  expect([await once(), await once(), await once(), await once()]).toEqual([false, false, false, false])
  expect(asked).toHaveLength(3)
  failing = undefined
  expect(await once()).toBe(false)
  now = 5 * 60_000
  expect(await once()).toBe(true)
  expect(asked).toHaveLength(4)
})
