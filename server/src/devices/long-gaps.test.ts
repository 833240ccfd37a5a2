import { deviceCalls } from '@bordee/core/devices/devices.calls.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { expect, test } from 'vitest'
import { at, hour, newRun, second } from '../testing/runs.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'

const { createDevice, getDevice, listDevices } = deviceCalls
const { getRunDetails } = runCalls
const server = await openTestServer()

/** A device that the employee has had since the run began. */
async function newDevice({ owner, employee, companyId }: People, name: string, since: number) {
  const device = await owner(createDevice, { device: { name, userId: employee.accountId } })
  await inCompany(server, companyId, (tx) => tx.sql`update devices set assigned_at = ${new Date(since)} where id = ${device.id}`)
  return device
}

/** Reports a truck that drives north at 5 m/s, every `seconds`. */
async function drive(key: string, from: number, { every, count = 12, speed = 5 }: { every: number; count?: number; speed?: number }) {
  for (let i = 0; i < count; i++) {
    const { lat, lng, timestamp } = at(from + i * every * second, i * every * speed)
    const answer = await server.app.inject({
      url: `/api/devices/ingest?id=${key}&lat=${lat}&lon=${lng}&timestamp=${timestamp}`,
      remoteAddress: '203.0.113.9',
    })
    expect(answer.statusCode).toBe(200)
  }
}

test('the office is warned of a device that reports every minute, on the device and on its run', async () => {
  const people = await server.newCompany()
  const { id: runId, began } = await newRun(people, { ago: hour })
  const [rare, frequent] = [await newDevice(people, 'Tracteur 4', began), await newDevice(people, 'Camion 2', began)]
  expect(rare.hasLongGaps).toBe(false)

  await drive(rare.key, began + second, { every: 60 })
  await drive(frequent.key, began + second, { every: 30 })

  expect(await people.owner(getDevice, { id: rare.id })).toMatchObject({ hasLongGaps: true })
  expect((await people.owner(listDevices)).map(({ name, hasLongGaps }) => [name, hasLongGaps])).toEqual([
    ['Camion 2', false],
    ['Tracteur 4', true],
  ])
  expect(await people.owner(getRunDetails, { id: runId })).toMatchObject({ devicesWithLongGaps: ['Tracteur 4'] })
  expect(await people.employee(getRunDetails, { id: runId })).toMatchObject({ devicesWithLongGaps: [] })
})

test('a device that was silent for a while, or stands, reports often enough', async () => {
  const people = await server.newCompany()
  const { id: runId, began } = await newRun(people, { ago: hour })
  const [silent, parked] = [await newDevice(people, 'Tunnel', began), await newDevice(people, 'Stationné', began)]

  await drive(silent.key, began + second, { every: 5 })
  await drive(silent.key, began + 600 * second, { every: 5 })
  await drive(parked.key, began + second, { every: 120, speed: 0.02 })

  const run = await people.owner(getRunDetails, { id: runId })
  expect(run.locations).toHaveLength(36)
  expect(run.devicesWithLongGaps).toEqual([])
  expect((await people.owner(listDevices)).map(({ hasLongGaps }) => hasLongGaps)).toEqual([false, false])
})
