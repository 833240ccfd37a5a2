// Traccar Client, set up by the QR code on the screen: what the app makes of it, and what arrives here of a truck at work.
import { deviceCalls } from '@bordee/core/devices/devices.calls.ts'
import { ingestUrl, traccarCode, traccarLink } from '@bordee/core/devices/traccar-client.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { expect, test } from 'vitest'
import { openListeningServer } from '../testing/listening.ts'
import { at, minute, newRun, second, spacing } from '../testing/runs.ts'
import { inCompany, type People } from '../testing/server.ts'
import { type AppRequest, type AppSettings, configured, defaults, type Fix, formOf, jsonOf, keptBy } from '../testing/traccar-client.ts'

const { createDevice, getDevice } = deviceCalls
const server = await openListeningServer()
const origin = server.env.publicUrl

const send = async ({ url, type, body }: AppRequest) =>
  (await fetch(url, { method: 'POST', headers: { 'content-type': type }, body })).status

/** A phone in the employee's truck, set up by QR code an hour ago: earlier positions wouldn't be its company's. */
async function newPhone(people: People) {
  const device = await people.owner(createDevice, { device: { name: 'Téléphone du camion', userId: people.employee.accountId } })
  await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql`update devices set assigned_at = now() - interval '1 hour' where id = ${device.id}`,
  )
  return { device, settings: configured(defaults, traccarCode(origin, device.key)) }
}

/** A fix a second: the truck spends a minute in the second driveway, then leaves. */
const clearing = (from: number): Fix[] =>
  Array.from({ length: 80 }, (_, i) => {
    const north = i < 60 ? spacing + (i % 2) : spacing + 6 * (i - 59)
    return { ...at(from + i * second, north), at: from + i * second, speed: 1.5 }
  })

test('the app reads the address, the key and the settings from the QR code, and from the link', () => {
  const expected: AppSettings = {
    url: `${origin}/api/devices/ingest`,
    id: 'a-Key_1',
    accuracy: 'highest',
    distance: 0,
    interval: 5,
    stopDetection: false,
  }
  expect(configured(defaults, traccarCode(origin, 'a-Key_1'))).toEqual(expected)
  expect(configured(defaults, traccarLink(origin, 'a-Key_1'))).toEqual(expected)
})

test('a phone set up by QR code reports every five seconds, and the driveway it clears is visited', async () => {
  const people = await server.newCompany()
  const { id: runId, began } = await newRun(people, { ago: 10 * minute })
  const { device, settings } = await newPhone(people)
  const kept = keptBy(settings, clearing(began + minute))
  expect(kept).toHaveLength(16)

  for (const fix of kept) expect(await send(formOf(settings, fix))).toBe(200)

  const seen = await people.owner(getDevice, { id: device.id })
  expect(seen.latestPoints).toEqual(
    kept.toReversed().map(({ lat, lng, at }) => ({ lat, lng, timestamp: new Date(Math.floor(at / 1000) * 1000).toISOString() })),
  )
  expect(seen.batteryPct).toBe(83)
  const details = await people.owner(runCalls.getRunDetails, { id: runId })
  expect(details.locations).toHaveLength(16)
  expect(details.areaVisits).toHaveLength(1)
})

test('with the settings it is installed with, the app is silent while the truck works', () => {
  expect(keptBy(defaults, clearing(0).slice(0, 60))).toHaveLength(1)
})

test('the previous version of the app posts JSON: one position, or those it kept without a network', async () => {
  const people = await server.newCompany()
  const { id: runId, began } = await newRun(people, { ago: 10 * minute })
  const { device, settings } = await newPhone(people)
  const kept = keptBy(settings, clearing(began + minute))

  expect(await send(jsonOf(settings, kept.slice(0, 1)))).toBe(200)
  expect(await send(jsonOf(settings, kept.slice(1)))).toBe(200)

  const details = await people.owner(runCalls.getRunDetails, { id: runId })
  expect(details.locations).toHaveLength(16)
  expect(details.locations[0]).toMatchObject({ speed: 1.5, accuracy: 4.5 })
  expect(details.areaVisits).toHaveLength(1)
  expect(await people.owner(getDevice, { id: device.id })).toMatchObject({ batteryPct: 83 })
})

test('the app also announces itself without a position: a sign of life', async () => {
  const people = await server.newCompany()
  const { device, settings } = await newPhone(people)
  const type = 'application/x-www-form-urlencoded'
  const heartbeat = `id=${settings.id}&timestamp=${Math.floor(Date.now() / 1000)}&batt=40&charge=false`

  for (const body of [`id=${settings.id}&notificationToken=f%3Atoken`, heartbeat])
    expect(await send({ url: settings.url, type, body })).toBe(200)

  expect(await people.owner(getDevice, { id: device.id })).toMatchObject({
    lastConnection: expect.any(String),
    batteryPct: 40,
    latestPoints: [],
  })
})

test('the QR code opened by the phone’s camera instead of the app does no harm', async () => {
  const people = await server.newCompany()
  const { device } = await newPhone(people)
  expect((await fetch(traccarCode(origin, device.key))).status).toBe(200)
  expect((await people.owner(getDevice, { id: device.id })).latestPoints).toEqual([])
  expect((await fetch(`${ingestUrl(origin)}?accuracy=highest`)).status).toBe(404)
})
