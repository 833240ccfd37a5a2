import { hourMs, hourOf } from '@bordee/core/weather/hours.ts'
import { weatherCalls } from '@bordee/core/weather/weather.calls.ts'
import { noFigures, nothingTyped } from '@bordee/core/weather/weather.ts'
import { afterEach, expect, test, vi } from 'vitest'
import type { ObservedHour } from '../outside/weather/weather.ts'
import { WeatherUnavailable } from '../outside/weather/weather.ts'
import { around, home, newClient, newSector, newSite } from '../testing/folders.ts'
import { inCompany, openTestServer } from '../testing/server.ts'
import { enqueueDueCompanies, recordWeather } from './weather.jobs.ts'

const server = await openTestServer()
const { addWeatherHour, getWeather } = weatherCalls
const embedded = server.gateways.weather
afterEach(() => {
  server.gateways.weather = embedded
  vi.restoreAllMocks()
})

const now = hourOf(Date.now())
const ago = (hours: number) => now - hours * hourMs
const iso = (at: number) => new Date(at).toISOString()
const lastDay = { from: iso(ago(5)), to: iso(now) }

/** A source that has these figures at every hour that is asked for, and notes what it is asked. */
function give(figures: (at: number) => Partial<ObservedHour> | null, asked: { lat: number; from: number; to: number }[] = []) {
  server.gateways.weather = {
    source: 'open-meteo',
    hours: async ({ lat }, from, to) => {
      asked.push({ lat, from, to })
      return Array.from({ length: (to - from) / hourMs + 1 }, (_, i) => from + i * hourMs).flatMap((at) => {
        const hour = figures(at)
        return hour ? [{ ...noFigures, at, ...hour }] : []
      })
    },
  }
  return asked
}

async function newPlace() {
  const people = await server.newCompany()
  const { id } = await newClient(people.owner)
  await newSite(people.owner, id)
  const record = (at = now + 5 * 60_000) =>
    server.work((work) => recordWeather({ ...work, now: new Date(at) } as never, { companyId: people.companyId, day: '2026-01-15' }))
  const rows = () =>
    inCompany(server, people.companyId, (tx) => tx.sql<{ n: number }>`select count(*)::int as n from weather_hours`).then(([row]) => row?.n)
  return { ...people, clientId: id, record, rows }
}

test('each hour is recorded at the middle of the company; one that is missing stays a gap', async () => {
  const { owner, record } = await newPlace()
  const asked = give((at) => (at === ago(3) || at === ago(2) ? null : { temperature: -8.5, snow: at === ago(1) ? 2.5 : 0 }))
  await record()
  expect(asked).toEqual([{ lat: home.lat, from: ago(167), to: now }])

  const { source, places } = await owner(getWeather, lastDay)
  expect(source).toBe('open-meteo')
  expect(places).toHaveLength(1)
  expect(places[0]?.gaps).toEqual([{ from: iso(ago(3)), to: iso(ago(2)) }])
  expect(places[0]?.hours.map(({ snow }) => snow)).toEqual([0, 0, null, null, 2.5, 0])
  expect(places[0]?.hours[4]).toMatchObject({ hour: iso(ago(1)), temperature: -8.5, source: 'open-meteo', userName: null, rain: null })
  expect(places[0]?.hours[2]).toEqual({ hour: iso(ago(3)), ...noFigures, source: null, receivedAt: null, userName: null })
})

test('the same figures again add nothing; a corrected one is another row, and counts', async () => {
  const { owner, record, rows } = await newPlace()
  give(() => ({ snow: 1 }))
  await record()
  expect(await rows()).toBe(168)
  await record()
  expect(await rows()).toBe(168)

  const asked = give((at) => ({ snow: at === ago(2) ? 1.5 : 1 }))
  await record()
  expect(asked).toMatchObject([{ from: ago(6) }])
  expect(await rows()).toBe(169)
  expect((await owner(getWeather, lastDay)).places[0]?.hours.map(({ snow }) => snow)).toEqual([1, 1, 1, 1.5, 1, 1])
})

test('nothing that was recorded can be changed', async () => {
  const { companyId, record } = await newPlace()
  give(() => ({ snow: 1 }))
  await record()
  await expect(inCompany(server, companyId, (tx) => tx.sql`update weather_hours set snow = 0`)).rejects.toThrow(/permission denied/)
  await expect(inCompany(server, companyId, (tx) => tx.sql`delete from weather_hours`)).rejects.toThrow(/permission denied/)
})

test('a source that fails leaves a gap and no trace of a key; the next hour fills it', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { owner, record } = await newPlace()
  give(() => ({ temperature: -1 }))
  await record(ago(4))
  server.gateways.weather = { source: 'open-meteo', hours: () => Promise.reject(new WeatherUnavailable('weather answered 401')) }
  await record(ago(2))
  expect(log).toHaveBeenCalledWith('Météo\u00a0:', 'weather answered 401')
  expect((await owner(getWeather, lastDay)).places[0]?.gaps).toEqual([{ from: iso(ago(3)), to: iso(now) }])

  const asked = give(() => ({ temperature: -2 }))
  await record()
  expect(asked[0]?.from).toBe(ago(10))
  expect((await owner(getWeather, lastDay)).places[0]?.gaps).toEqual([])
})

test('a sector more than 20 km away has its own weather', async () => {
  const { owner, clientId, record } = await newPlace()
  await newSite(owner, clientId)
  const beaupre = { lat: home.lat + 0.3, lng: home.lng }
  await newSite(owner, clientId, { address: { street: 'rue A', civicNumber: '1', city: 'Québec', location: beaupre } })
  const there = around.map(({ lat, lng }) => ({ lat: lat + 0.3, lng }))
  const sector = await newSector(owner, { name: 'Beaupré', polygon: there })
  await newSector(owner)
  const asked = give(() => ({ snow: 1 }))
  await record()
  expect(asked.map(({ lat }) => lat)).toEqual([home.lat, beaupre.lat])
  const { places } = await owner(getWeather, lastDay)
  expect(places.map(({ sectorId, sectorName }) => [sectorId, sectorName])).toEqual([
    [null, null],
    [sector.id, 'Beaupré'],
  ])
})

test('what people typed counts before the source, figure by figure, and stays beside what they type later', async () => {
  const { owner, employee, companyId, record } = await newPlace()
  give(() => ({ temperature: -3, snow: 0.5 }))
  await record()
  await owner(addWeatherHour, { reading: { hour: iso(ago(1) + 20 * 60_000), snow: 4 } })
  await owner(addWeatherHour, { reading: { hour: iso(ago(1)), rain: 0 } })
  await record()
  const { places } = await owner(getWeather, lastDay)
  expect(places[0]?.hours.at(-2)).toMatchObject({ temperature: -3, snow: 4, rain: 0, source: 'open-meteo', userName: 'Prénom Nom' })
  expect(places[0]?.hours.at(-1)).toMatchObject({ snow: 0.5, userName: null })
  expect(await employee.raw(getWeather, lastDay)).toMatchObject({ status: 403 })

  const kept = await inCompany(server, companyId, (tx) => tx.sql`select from weather_hours where source = 'people'`)
  expect(kept).toHaveLength(2)
})

test('without an outside source the weather is what people typed', async () => {
  const { owner } = await newPlace()
  expect(await owner(getWeather, lastDay)).toMatchObject({ source: null, places: [{ gaps: [{ from: iso(ago(5)), to: iso(now) }] }] })
  await owner(addWeatherHour, { reading: { hour: iso(ago(1)), temperature: -12.5 } })
  expect((await owner(getWeather, lastDay)).places[0]?.hours.at(-2)).toMatchObject({ temperature: -12.5, source: 'people' })
})

test('bad input is refused and changes nothing', async () => {
  const { owner, rows } = await newPlace()
  const refused = (reading: object) => owner.raw(addWeatherHour, { reading: { hour: iso(ago(1)), ...reading } })
  expect(await refused({})).toMatchObject({ status: 422, body: { formErrors: { reading: { temperature: nothingTyped } } } })
  for (const hour of [iso(now + 2 * hourMs), '0202-01-15T06:00:00Z'])
    expect(await refused({ hour, snow: 1 })).toMatchObject({ status: 422, body: { formErrors: { reading: { hour: expect.any(String) } } } })
  expect(await refused({ snow: -1 })).toMatchObject({ status: 422, body: { formErrors: { reading: { snow: expect.any(String) } } } })
  expect(await refused({ snow: 1, sectorId: crypto.randomUUID() })).toMatchObject({ status: 404 })
  expect(await rows()).toBe(0)
  const long = { from: iso(ago(40 * 24)), to: iso(now) }
  expect(await owner.raw(getWeather, long)).toMatchObject({ status: 422, body: { message: expect.stringContaining('31 jours') } })
})

test('out of season nothing is asked for', async () => {
  const { companyId, rows } = await newPlace()
  const asked = give(() => ({ snow: 1 }))
  await server.work((work) => recordWeather(work, { companyId, day: '2026-07-15' }))
  expect([asked, await rows()]).toEqual([[], 0])
})

test('the clock asks for each company once an hour, in its season, and for none without a source', async () => {
  const { companyId, record } = await newPlace()
  const due = async (at: string) => {
    const asked: string[] = []
    const later = async (_: unknown, one: { companyId: string }) => void asked.push(one.companyId)
    await server.work((work) => enqueueDueCompanies({ ...work, now: new Date(at), later } as never))
    return asked.filter((id) => id === companyId)
  }
  expect(await due('2040-01-15T12:05:00Z')).toEqual([])
  give(() => ({ snow: 0 }))
  expect(await due('2040-01-15T12:05:00Z')).toEqual([companyId])
  await record(Date.parse('2040-01-15T12:05:00Z'))
  expect(await due('2040-01-15T12:40:00Z')).toEqual([])
  expect(await due('2040-01-15T13:05:00Z')).toEqual([companyId])

  await record(Date.parse('2040-07-15T12:05:00Z'))
  expect(await due('2040-07-15T13:05:00Z')).toEqual([])
  expect(await due('2040-07-16T13:05:00Z')).toEqual([companyId])
})
