import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { deviceCalls } from '@bordee/core/devices/devices.calls.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { openLightbug } from '../testing/lightbug.ts'
import { openTestServer, type People } from '../testing/server.ts'
import { readTrackersSoon } from './trackers.jobs.ts'

const { deleteDevice, getTrackerStatus, listDevices, setUpTracker, updateDevice } = deviceCalls
const bug = await openLightbug()
const server = await openTestServer({ LIGHTBUG_URL: bug.url })
let people: People
beforeAll(async () => {
  people = await server.newCompany('Boréal')
  await people.super_admin(companyCalls.updateCurrentCompany, { geolocationConfig: { isActive: true } })
  bug.devices.push({ id: 7, name: 'Camion 7', type: 'ld-t1', imei: '350000000000007', batteryVoltage: 4.1, currentMode: 1, active: true })
})

/** The queue is polled every two seconds. */
const eventually = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 20_000, interval: 100 })
const look = () => server.work(readTrackersSoon)
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
const credentials = () => ({ email: bug.username, password: bug.password })

test('platform staff sign in with the provider; wrong credentials are refused, and the password is never returned', async () => {
  const { super_admin, admin } = people
  expect(await super_admin(getTrackerStatus)).toEqual({ hasToken: false, lastRefreshedAt: null })
  expect(await super_admin.raw(setUpTracker, { email: '', password: '' })).toMatchObject({
    status: 422,
    body: { formErrors: { input: { email: 'Courriel et mot de passe requis.' } } },
  })
  expect((await super_admin.raw(setUpTracker, { ...credentials(), password: 'faux' })).status).toBe(422)
  expect(await admin.raw(setUpTracker, credentials())).toMatchObject({ status: 200, body: null })
  expect(await super_admin(getTrackerStatus)).toEqual({ hasToken: true, lastRefreshedAt: expect.any(String) })
  const rows = await server.sql<{ row: string }>('select t::text as row from tracker_tokens t')
  for (const secret of [bug.password, bug.username, ...bug.tokens]) expect(JSON.stringify(rows)).not.toContain(secret)
})

test('a new tracker belongs to staff only, until they assign it', async () => {
  const seen = await eventually(async () => {
    const [found] = await people.super_admin(listDevices)
    expect(found?.config.currentFW).toBe('71.2')
    return found
  })
  expect(seen).toMatchObject({
    name: 'Camion 7',
    companyId: null,
    currentMode: 'sleep',
    batteryVoltage: expect.closeTo(4.1, 2),
    config: { interval: 30, movementSensitivity: 4 },
  })
  expect(await people.owner(listDevices)).toEqual([])
  const id = seen?.id ?? ''
  expect((await people.owner.raw(updateDevice, { id, companyId: people.companyId })).status).toBe(404)
  bug.points.set(7, [{ location: { lat: 46.8, lng: -71.2 }, timestamp: ago(300) }])
  expect(await people.super_admin(updateDevice, { id, companyId: people.companyId })).toMatchObject({ companyId: people.companyId })
  expect(await people.owner(listDevices)).toEqual([expect.objectContaining({ id, latestPoints: [] })])
})

test('positions sent from then on are stored once; earlier ones are left out', async () => {
  const timestamp = new Date(Date.now() + 500).toISOString()
  bug.points
    .get(7)
    ?.push(
      { location: { lat: 46.81, lng: -71.21 }, timestamp, speed: 36, accuracy: 4, batteryPct: 62 },
      { location: { lat: 0, lng: 0 }, timestamp, locationType: 'invalid' },
    )
  await look()
  await eventually(async () =>
    expect(await people.owner(listDevices)).toEqual([
      expect.objectContaining({ batteryPct: 62, latestPoints: [{ lat: 46.81, lng: -71.21, timestamp }] }),
    ]),
  )
})

test('an expired session is renewed automatically', async () => {
  bug.tokens.clear()
  const { logins } = bug
  bug.points.get(7)?.push({ location: { lat: 46.82, lng: -71.22 }, timestamp: new Date(Date.now() + 1000).toISOString() })
  await look()
  await eventually(async () => expect((await people.owner(listDevices))[0]?.latestPoints).toHaveLength(2))
  expect(bug.logins).toBe(logins + 1)
})

test('one failing tracker does not keep the others waiting', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  bug.devices.unshift({ id: 6, name: null, type: 'ld-t1' })
  bug.broken = /devices\/6\//
  bug.points.get(7)?.push({ location: { lat: 46.83, lng: -71.23 }, timestamp: new Date(Date.now() + 1500).toISOString() })
  await look()
  await eventually(async () => expect((await people.owner(listDevices))[0]?.latestPoints).toHaveLength(3))
  expect(await people.super_admin(listDevices)).toContainEqual(expect.objectContaining({ name: 'Traceur 6', companyId: null }))
  bug.broken = undefined
  log.mockRestore()
})

test('a tracker that the company gives up is unassigned again, without its positions', async () => {
  const [device] = await people.owner(listDevices)
  await people.owner(deleteDevice, { id: device?.id ?? '' })
  expect(await people.owner(listDevices)).toEqual([])
  expect(await people.super_admin(listDevices)).toContainEqual(
    expect.objectContaining({ id: device?.id, companyId: null, latestPoints: [], userId: null }),
  )
})
