import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { deviceCalls } from '@bordee/core/devices/devices.calls.ts'
import { beforeAll, expect, test } from 'vitest'
import { type Caller, openTestServer, type People } from '../testing/server.ts'

const { createDevice, deleteDevice, getDevice, listDevices, renewDeviceKey, updateDevice } = deviceCalls
const server = await openTestServer()
let people: People
let owner: Caller
beforeAll(async () => {
  people = await fleet('Boréal')
  owner = people.owner
})

/** A company with the geolocation module. */
async function fleet(name: string): Promise<People> {
  const company = await server.newCompany(name)
  await company.super_admin(companyCalls.updateCurrentCompany, { geolocationConfig: { isActive: true } })
  return company
}

const report = (path: string, options: { method?: 'GET' | 'POST'; payload?: string; type?: string; address?: string } = {}) =>
  server.app.inject({
    method: options.method ?? 'GET',
    url: `/api/devices/ingest${path}`,
    remoteAddress: options.address ?? '203.0.113.9',
    ...(options.payload !== undefined && { payload: options.payload, headers: { 'content-type': options.type ?? '' } }),
  })

test('the office creates a tracker, and sees its key once', async () => {
  const made = await owner(createDevice, { device: { name: 'Tracteur 4', userId: people.employee.accountId } })
  expect(made).toMatchObject({
    name: 'Tracteur 4',
    type: 'osmand',
    userId: people.employee.accountId,
    companyId: people.companyId,
    latestPoints: [],
  })
  expect(made.key).toMatch(/^[\w-]{43}$/)
  const [kept] = await server.sql<{ row: string }>('select d::text as row from devices d')
  expect(kept?.row ?? '').not.toContain(made.key)
  expect(await owner(getDevice, { id: made.id })).not.toHaveProperty('key')
  expect(await owner(listDevices)).toEqual([expect.objectContaining({ id: made.id })])
})

test('a tracker reports by address, form or JSON: a position, a battery level, or a sign of life', async () => {
  const { id, key } = await owner(createDevice, { device: { name: 'Téléphone' } })
  const minute = Math.floor(Date.now() / 60_000) * 60
  const first = await report(`?id=${key}&lat=46.81&lon=-71.21&timestamp=${minute - 60}&batt=80`)
  expect([first.statusCode, first.body]).toEqual([200, ''])
  const form = `deviceid=${key}&lat=46.82&lon=-71.22&timestamp=${(minute - 30) * 1000}`
  expect((await report('', { method: 'POST', payload: form, type: 'application/x-www-form-urlencoded' })).statusCode).toBe(200)
  const json = JSON.stringify({
    device_id: key,
    location: {
      timestamp: new Date(minute * 1000).toISOString(),
      coords: { latitude: 46.83, longitude: -71.23, speed: 3 },
      battery: { level: 0.55 },
    },
  })
  expect((await report('', { method: 'POST', payload: json, type: 'application/json' })).statusCode).toBe(200)
  const seen = await owner(getDevice, { id })
  expect(seen.batteryPct).toBe(55)
  expect(seen.lastConnection).not.toBeNull()
  expect(seen.latestPoints).toEqual([
    { lat: 46.83, lng: -71.23, timestamp: new Date(minute * 1000).toISOString() },
    { lat: 46.82, lng: -71.22, timestamp: new Date((minute - 30) * 1000).toISOString() },
    { lat: 46.81, lng: -71.21, timestamp: new Date((minute - 60) * 1000).toISOString() },
  ])
})

test('a POST with its fields in the address is read too, and nonsense counts as a sign of life', async () => {
  const { id, key } = await owner(createDevice, { device: { name: 'Bavard' } })
  expect((await report(`?id=${key}&lat=46.8&lon=-71.2`, { method: 'POST' })).statusCode).toBe(200)
  for (const said of ['lat=1000&lon=3', 'lat=abc&lon=', `lat=46&lon=-71&timestamp=${Date.now() + 86_400_000}`, 'lat=0&lon=0'])
    expect((await report(`?id=${key}&${said}`)).statusCode).toBe(200)
  expect((await owner(getDevice, { id })).latestPoints).toHaveLength(1)
})

test('a report without a valid key is refused', async () => {
  const { id, key } = await owner(createDevice, { device: { name: 'Perdu' } })
  for (const path of ['', '?id=', '?id=inconnue&lat=1&lon=2']) expect((await report(path)).statusCode).toBe(404)
  const renewed = await owner(renewDeviceKey, { id })
  expect((await report(`?id=${key}&lat=1&lon=2`)).statusCode).toBe(404)
  expect((await report(`?id=${renewed.key}&lat=1&lon=2`)).statusCode).toBe(200)
  await owner(deleteDevice, { id })
  expect((await report(`?id=${renewed.key}&lat=1&lon=2`)).statusCode).toBe(404)
})

test('without the module a tracker is refused, and another company cannot reach it', async () => {
  const neighbour = await fleet('Voisine')
  const { id, key } = await neighbour.owner(createDevice, { device: { name: 'Chez la voisine' } })
  for (const [call, input] of [
    [getDevice, { id }],
    [updateDevice, { id, device: { name: 'À moi' } }],
    [renewDeviceKey, { id }],
    [deleteDevice, { id }],
  ] as const)
    expect((await owner.raw(call, input)).status).toBe(404)
  await neighbour.super_admin(companyCalls.updateCurrentCompany, { geolocationConfig: { isActive: false } })
  expect((await report(`?id=${key}&lat=46.8&lon=-71.2`)).json()).toMatchObject({ code: 'module-inactive' })
  expect((await neighbour.owner.raw(listDevices)).status).toBe(409)
})

test('a tracker can only be tied to someone who drives for the company', async () => {
  const { id } = await owner(createDevice, { device: { name: 'Sans maître' } })
  const neighbour = await fleet('Autre')
  for (const userId of [neighbour.employee.accountId, people.client.accountId, people.manager.accountId])
    expect((await owner.raw(updateDevice, { id, device: { userId } })).status).toBe(422)
  expect(await owner(updateDevice, { id, device: { userId: people.owner.accountId } })).toMatchObject({
    userId: people.owner.accountId,
    name: 'Sans maître',
  })
  expect(await owner(updateDevice, { id, device: { userId: null, name: 'Libre' } })).toMatchObject({ userId: null, name: 'Libre' })
})

test('a company cannot give away its tracker, nor can staff take it', async () => {
  const { id } = await owner(createDevice, { device: { name: 'À nous' } })
  const neighbour = await fleet('Envieuse')
  expect((await owner.raw(updateDevice, { id, companyId: neighbour.companyId })).status).toBe(403)
  expect((await people.super_admin.raw(updateDevice, { id, companyId: neighbour.companyId })).status).toBe(409)
  expect(await owner(updateDevice, { id, companyId: people.companyId })).toMatchObject({ id, companyId: people.companyId })
})
