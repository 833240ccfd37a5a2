// Joining, quitting, clocks and consent: edge cases, over HTTP.
import { deviceCalls } from '@bordee/core/devices/devices.calls.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { expect, test } from 'vitest'
import { at, clearing, hour, minute, newRun, second } from '../testing/runs.ts'
import { inCompany, openTestServer } from '../testing/server.ts'
import { watchOperators } from './runs.jobs.ts'

const { actOnRun, addLocations, getRunDetails, listCurrentRuns, setConsent } = runCalls
const server = await openTestServer()
const instant = (ms: number) => new Date(ms).toISOString()

test('an operator whose phone never got a usable position can still quit', async () => {
  const people = await server.newCompany()
  const { id } = await newRun(people)
  expect(await people.employee(addLocations, { id, locations: [{ ...at(Date.now()), accuracy: 80 }] })).toEqual({
    acceptedCount: 0,
    ignoredCount: 1,
  })
  expect((await people.employee(actOnRun, { id, type: 'quit' })).finishedAt).not.toBeNull()
})

test("an operator who can't be signed out doesn't block the others", async () => {
  const [stuck, parked] = [await server.newCompany(), await server.newCompany()]
  const runs = [await newRun(stuck), await newRun(parked)]
  for (const [i, { companyId }] of [stuck, parked].entries())
    await inCompany(server, companyId, async (tx) => {
      const before = new Date(Date.now() - (5 - i) * hour)
      await tx.sql`update runs set started_at = ${before}, last_sign_at = ${before} where id = ${runs[i]?.id}`
      await tx.sql`update run_actions set at = ${before} where run_id = ${runs[i]?.id}`
      await tx.sql`
        update run_operators
        set started_at = ${before}, last_moved_at = ${before}, last_acted_at = ${before}
        where run_id = ${runs[i]?.id}`
    })
  await server.sql(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$;
    create trigger refuse before insert on run_actions for each row
      when (new.run_id = '${runs[0]?.id}' and new.type = 'quit')
      execute function refuse()`)
  await server.work(watchOperators)
  await server.sql('drop trigger refuse on run_actions')
  expect(await parked.owner(listCurrentRuns)).toEqual([])
  expect(await stuck.owner(listCurrentRuns)).toHaveLength(1)
})

test("an operator who comes back rejoins after his quit, whatever his phone's clock says", async () => {
  const people = await server.newCompany()
  const { id } = await newRun(people)
  await people.owner(actOnRun, { id, type: 'start' })
  await people.employee(actOnRun, { id, type: 'quit' })
  await people.employee(actOnRun, { id, type: 'start', at: instant(Date.now() - 30 * second) })
  expect(await people.employee(addLocations, { id, locations: [at(Date.now() + second)] })).toMatchObject({ acceptedCount: 1 })
})

test('a clock offset learned after the first positions moves none of them', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people)
  const locations = clearing(0, began)
  await people.employee(addLocations, { id, locations })
  for (const sentAt of [8.64e15, 1e308, -5, Date.now() - 40 * minute])
    expect(await people.employee(addLocations, { id, locations, sentAt })).toEqual({ acceptedCount: locations.length, ignoredCount: 0 })
  expect((await people.owner(getRunDetails, { id })).locations).toHaveLength(locations.length)
})

test('an impossible speed is stored as unknown, and the position counts', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people)
  const locations = [1e308, 1e39, -1, 12].map((speed, i) => ({ ...at(began + i * 2 * second), speed }))
  expect(await people.employee(addLocations, { id, locations })).toEqual({ acceptedCount: 4, ignoredCount: 0 })
  expect((await people.owner(getRunDetails, { id })).locations.map(({ speed }) => speed)).toEqual([null, null, null, 12])
})

test('a refusal counts until it is withdrawn, even if it was given to an older text', async () => {
  const people = await server.newCompany()
  const { id } = await newRun(people)
  await people.employee(setConsent, { accepted: false })
  await inCompany(server, people.companyId, (tx) => tx.sql`update position_consents set version = 0`)
  expect((await people.employee.raw(addLocations, { id, locations: [at(Date.now())] })).body).toMatchObject({ code: 'consent-refused' })
})

test('an old silent quit is not undone once the operator has joined and quit again', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people)
  await inCompany(server, people.companyId, async (tx) => {
    await tx.sql`
      insert into run_actions (company_id, run_id, operator_id, type, at, is_silent)
      select company_id, run_id, id, 'quit', ${new Date(began + second)}, true from run_operators where run_id = ${id}`
    await tx.sql`update run_operators set is_present = false where run_id = ${id}`
  })
  await people.employee(actOnRun, { id, type: 'start', at: instant(Date.now() - minute) })
  await people.employee(actOnRun, { id, type: 'quit' })
  await people.employee(addLocations, { id, locations: [at(began + 5 * minute)] })
  expect(await people.owner(listCurrentRuns)).toEqual([])
})

test('an employee without a network joins a run that ends before the report arrives', async () => {
  const people = await server.newCompany()
  const { id } = await newRun(people)
  const email = `${crypto.randomUUID()}@exemple.ca`
  await server.newAccount(email, { companyId: people.companyId, role: 'employee' })
  const colleague = await server.signIn(email)
  const joined = instant(Date.now() - minute)
  await people.employee(actOnRun, { id, type: 'quit' })
  expect(await colleague.raw(getRunDetails, { id })).toMatchObject({ status: 404 })
  expect(await colleague.raw(actOnRun, { id, type: 'start' })).toMatchObject({ status: 409, body: { code: 'run-finished' } })
  expect(await colleague(actOnRun, { id, type: 'start', at: joined })).toMatchObject({ finishedAt: null })
})

test('a run that ended yesterday cannot be reopened', async () => {
  const people = await server.newCompany()
  const { id } = await newRun(people)
  await people.employee(actOnRun, { id, type: 'quit' })
  await inCompany(server, people.companyId, (tx) => tx.sql`update runs set finished_at = now() - interval '13 hours' where id = ${id}`)
  expect((await people.owner.raw(actOnRun, { id, type: 'start', at: instant(Date.now() - 14 * hour) })).body).toMatchObject({
    code: 'run-finished',
  })
})

test('a quit dated before the last position erases no position', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people)
  const locations = clearing(0, began)
  await people.employee(addLocations, { id, locations })
  await people.employee(actOnRun, { id, type: 'quit', at: instant(began + second) })
  const { locations: kept, areaVisits, finishedAt } = await people.owner(getRunDetails, { id })
  expect([kept.length, areaVisits.length]).toEqual([locations.length, 1])
  expect(Date.parse(finishedAt ?? '')).toBe(locations.at(-1)?.timestamp)
})

test('a clock a minute and a half ahead is trusted to the end of the run', async () => {
  const people = await server.newCompany()
  const { id } = await newRun(people)
  const ahead = Date.now() + 90 * second
  const locations = clearing(0, ahead - 30 * second)
  await people.employee(addLocations, { id, locations, sentAt: ahead })
  await people.employee(actOnRun, { id, type: 'quit', at: instant(ahead), sentAt: ahead })
  expect((await people.owner(getRunDetails, { id })).areaVisits).toHaveLength(1)
})

test('a tracker keeps no position of an operator who refused', async () => {
  const people = await server.newCompany()
  const { id, key } = await people.owner(deviceCalls.createDevice, { device: { name: 'Tracteur', userId: people.employee.accountId } })
  const report = () => server.app.inject({ url: `/api/devices/ingest?id=${key}&lat=46.8&lon=-71.2` })
  await report()
  expect((await people.owner(deviceCalls.getDevice, { id })).latestPoints).toHaveLength(1)
  await people.employee(setConsent, { accepted: false })
  expect((await report()).statusCode).toBe(200)
  expect((await people.owner(deviceCalls.getDevice, { id })).latestPoints).toEqual([])
})
