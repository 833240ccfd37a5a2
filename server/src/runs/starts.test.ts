// Starting a run: what the driver sees first, taking it back, and leaving another run for it. Over HTTP.
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { deviceCalls } from '@bordee/core/devices/devices.calls.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { expect, test } from 'vitest'
import { newMessage, newOccupant, newSender } from '../testing/alerts.ts'
import { at, hour, minute, newRoute, newRun, second, warnNow } from '../testing/runs.ts'
import { inCompany, openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const { startRun, takeRunBack, actOnRun, addLocations, listCurrentRuns, getRunDetails, listRouteStops, previewStart, listRuns } = runCalls
const instant = (ms: number) => new Date(ms).toISOString()

/** A town whose runs alert its residents: the first message to everyone, another one stop ahead. */
async function newTown({ bank = 100 } = {}) {
  const sender = await newSender(server, { bank })
  const first = await newMessage(sender.owner)
  await inCompany(
    server,
    sender.companyId,
    (tx) => tx.sql`update companies set geolocation_has_geolocation_alerts = true where id = ${sender.companyId}`,
  )
  const alerting = { hasAlerts: true, siteBefore: 1, message: sender.messageId, initialMessage: first.id }
  const route = await newRoute(sender.owner, 3, alerting)
  for (const site of route.siteIds) await newOccupant(sender.owner, { site })
  return { ...sender, routeId: route.id, siteIds: route.siteIds }
}

const startedAgo = ({ companyId }: { companyId: string }, runId: string, seconds: number) =>
  inCompany(server, companyId, (tx) => tx.sql`update runs set created_at = now() - make_interval(secs => ${seconds}) where id = ${runId}`)

test('a start taken back leaves nothing behind and alerts nobody', async () => {
  const { owner, employee, routeId, companyId } = await newTown()
  const { id } = await employee(startRun, { routeId })
  const leftOf = (run: string) =>
    inCompany(
      server,
      companyId,
      (tx) => tx.sql<{ table: string }>`
        select 'runs' as table from runs where id = ${run}
        union select 'run_sites' from run_sites where run_id = ${run}
        union select 'run_areas' from run_areas where run_id = ${run}
        union select 'run_operators' from run_operators where run_id = ${run}
        union select 'run_actions' from run_actions where run_id = ${run}
        union select 'run_tracks' from run_tracks where run_id = ${run}`,
    )
  await employee(addLocations, { id, locations: [at(Date.now())] })
  const [job] = await server.sql<{ wait: number }>(
    `select extract(epoch from start_after - created_on)::float8 as wait from pgboss.job where name = 'runs.warn' and data->>'runId' = $1`,
    [id],
  )
  expect(job?.wait).toBeGreaterThan(9)
  expect(await leftOf(id)).toHaveLength(6)

  await employee(takeRunBack, { id })
  await employee(takeRunBack, { id }) // the first answer was lost
  await warnNow(server)
  await expect
    .poll(() => server.sql(`select from pgboss.job where name = 'runs.warn' and data->>'runId' = $1 and state <> 'completed'`, [id]))
    .toEqual([])

  expect(await owner(alertCalls.listAlertHistory, { from: '2020-01-01', to: '2100-01-01' })).toEqual([])
  expect(await owner(listRuns)).toEqual([])
  expect(await leftOf(id)).toEqual([])
  expect(await employee(startRun, { routeId })).toMatchObject({ finishedAt: null }) // and the driver is free to start again
})

test('only the starter takes a run back, within 15 seconds and before anyone joins', async () => {
  const people = await server.newCompany()
  const elsewhere = await server.newCompany()
  const { id } = await newRun(people, { ago: 0 })
  expect(await people.owner.raw(takeRunBack, { id })).toMatchObject({ status: 409, body: { code: 'not-starter' } })
  expect(await elsewhere.employee.raw(takeRunBack, { id })).toMatchObject({ status: 200 }) // as for a run that never existed
  await people.owner(actOnRun, { id, type: 'start' })
  expect(await people.employee.raw(takeRunBack, { id })).toMatchObject({ status: 409, body: { code: 'run-joined' } })
  expect(await people.employee(getRunDetails, { id })).toMatchObject({ id })

  const late = await newRun(elsewhere, { ago: 0 })
  await startedAgo(elsewhere, late.id, 16)
  expect(await elsewhere.employee.raw(takeRunBack, { id: late.id })).toMatchObject({ status: 409, body: { code: 'too-late' } })
  await startedAgo(elsewhere, late.id, 12)
  await elsewhere.employee(takeRunBack, { id: late.id })
})

test('a start that has alerted residents is too late to take back: the office must see why they were alerted', async () => {
  const { owner, employee, routeId } = await newTown()
  const { id } = await employee(startRun, { routeId })
  await warnNow(server)
  await expect.poll(() => owner(alertCalls.listAlertHistory, { from: '2020-01-01', to: '2100-01-01' })).toHaveLength(2)

  expect(await employee.raw(takeRunBack, { id })).toMatchObject({ status: 409, body: { code: 'too-late' } })
  expect(await owner(listRuns)).toMatchObject([{ id }])
})

test('a phone leaves the run of a dead phone at the moment of its own start', async () => {
  const people = await server.newCompany()
  const dead = await newRun(people, { ago: 3 * hour })
  await people.employee(addLocations, { id: dead.id, locations: [at(dead.began + minute)] })
  const { id: routeId } = await newRoute(people.owner)
  const began = Date.now() - 2 * hour
  const order = { routeId, id: crypto.randomUUID(), at: instant(began) }

  const refused = await people.employee.raw(startRun, order)
  expect(refused).toMatchObject({ status: 409, body: { code: 'run-active', conflicts: [{ id: dead.id }] } })
  await people.employee(startRun, { ...order, leaves: dead.id })
  await people.employee(startRun, { ...order, leaves: dead.id }) // the first answer was lost

  expect(await people.owner(getRunDetails, { id: dead.id })).toMatchObject({ finishedAt: instant(began) })
  expect(await people.owner(listCurrentRuns)).toMatchObject([{ id: order.id, startedAt: instant(began) }])
})

test.each(['phone', 'tracker'])('a run left for another keeps what its %s sent after that moment', async (source) => {
  const people = await server.newCompany()
  const other = await newRun(people, { ago: hour })
  // A tracker's positions from before it was given to someone don't count.
  const device = { name: 'Camion', userId: people.employee.accountId }
  const key = source === 'tracker' && (await people.owner(deviceCalls.createDevice, { device })).key
  const seen = Math.ceil(Date.now() / second) * second
  if (!key) await people.employee(addLocations, { id: other.id, locations: [at(seen)] })
  else {
    const report = { id: key, lat: '46.81', lon: '-71.21', timestamp: `${seen / second}` }
    await server.app.inject({ url: '/api/devices/ingest', query: report })
  }
  const { id: routeId } = await newRoute(people.owner)

  await people.employee(startRun, { routeId, leaves: other.id, at: instant(Date.now() - 30 * minute) })

  const details = await people.owner(getRunDetails, { id: other.id })
  expect(details.locations).toHaveLength(1)
  expect(details.finishedAt).toBe(instant(seen))
})

test('nobody leaves somebody else’s run, and joining leaves one too', async () => {
  const people = await server.newCompany()
  const mine = await newRun(people, { ago: hour })
  const theirs = await newRun(people, { ago: hour, by: people.owner })
  const { id: routeId } = await newRoute(people.owner)
  expect(await people.employee.raw(startRun, { routeId, leaves: theirs.id })).toMatchObject({ status: 409, body: { code: 'run-active' } })
  await people.employee(actOnRun, { id: theirs.id, type: 'start', leaves: mine.id })
  expect((await people.owner(listCurrentRuns)).map(({ id }) => id)).toEqual([theirs.id])
})

test('a start may leave a run that is gone', async () => {
  const people = await server.newCompany()
  const { id: leaves, routeId } = await newRun(people, { ago: 0 })
  await people.employee(takeRunBack, { id: leaves })
  expect(await people.employee.raw(startRun, { routeId, leaves })).toMatchObject({ status: 201 })
})

test('the preview counts stops, people and alerts, and says what they cost', async () => {
  const { owner, employee, routeId, siteIds, companyId } = await newTown()
  await newOccupant(owner, { site: siteIds[0] ?? '' })
  // Four people get the first message, and the two at the first stop also the warning.
  const preview = await employee(previewStart, { id: routeId })
  const round = { kind: 'full', sectorNames: null, siteIds: null }
  expect(preview).toEqual({ ...round, stopsCount: 3, peopleCount: 4, alertsCount: 6, amount: 60, siteBefore: 1, refusal: null })

  await employee(startRun, { routeId })
  await warnNow(server)
  await expect
    .poll(async () => (await owner(alertCalls.listAlertHistory, { from: '2020-01-01', to: '2100-01-01' })).map((one) => one.expectedCount))
    .toEqual(expect.arrayContaining([4, 2]))
  // Warned a moment ago: another truck on the route warns nobody again.
  expect(await owner(previewStart, { id: routeId })).toMatchObject({ peopleCount: 0, amount: 0 })

  await inCompany(server, companyId, (tx) => tx.sql`update routes set has_alerts = false where id = ${routeId}`)
  expect(await employee(previewStart, { id: routeId })).toMatchObject({ stopsCount: 3, peopleCount: 0, siteBefore: null })
})

test('the preview says why nobody would be alerted', async () => {
  const { employee, companyId, routeId } = await newTown()
  await inCompany(server, companyId, (tx) => tx.sql`update companies set alert_is_active = false where id = ${companyId}`)
  expect(await employee(previewStart, { id: routeId })).toMatchObject({ peopleCount: 0, amount: 0, refusal: expect.any(String) })
})

test('the preview of a start that the bank can’t pay for holds none of its figures', async () => {
  const { employee, routeId } = await newTown({ bank: 2 })
  const { refusal } = await employee(previewStart, { id: routeId })
  expect(refusal).toMatch(/banque/)
  expect(refusal).not.toMatch(/\d/)
})

test('a driver reads the stops of every route, whatever his access to alerts', async () => {
  const people = await server.newCompany()
  const { id, siteIds } = await newRoute(people.owner)
  await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql`update companies set alert_is_accesses_limited = true where id = ${people.companyId}`,
  )
  expect(await people.employee(routeCalls.listRouteSites, { id })).toHaveLength(3)
  expect((await people.employee(listRouteStops, { id })).map(({ siteId }) => siteId)).toEqual(siteIds)
  expect(await people.employee(previewStart, { id })).toMatchObject({ stopsCount: 3 })
  expect(await people.employee.raw(routeCalls.getRoute, { id })).toMatchObject({ status: 404 })
  const { employee: stranger } = await server.newCompany()
  for (const call of [routeCalls.listRouteSites, listRouteStops, previewStart])
    expect(await stranger.raw(call, { id })).toMatchObject({ status: 404 })
})

test('the stops of a route are those that a run copies, with notes, areas and indicators', async () => {
  const people = await server.newCompany()
  const { id, siteIds } = await newRoute(people.owner)
  const site = await people.owner(siteCalls.getSite, { id: siteIds[1] ?? '' })
  const [area] = site.areas
  const indicator = { type: 'snowplow', color: 'red', location: site.address.location }
  await people.owner(siteCalls.updateSite, {
    id: site.id,
    site: { notes: 'Clé sous le pot', areas: [{ ...area, notes: 'Bordure à gauche', indicators: [indicator] }] },
  })
  const stops = await people.employee(listRouteStops, { id })
  const { runSites } = await people.employee(getRunDetails, { id: (await people.employee(startRun, { routeId: id })).id })
  const copied = runSites.map(
    ({ id: _, state: _state, decidedAt: _at, addedAt: _added, passNumber: _pass, carMovedAt: _car, areas, ...stop }) => ({
      ...stop,
      areas: areas.map(({ id: _area, ...own }) => own),
    }),
  )
  expect(copied).toEqual(stops)
  expect(stops[1]).toMatchObject({ notes: 'Clé sous le pot', areas: [{ notes: 'Bordure à gauche', indicators: [indicator] }] })
})

test('a silent truck keeps its last position while its driver is in the run; employees see nobody’s', async () => {
  const people = await server.newCompany()
  const { id } = await newRun(people, { ago: hour })
  const seen = Date.now() - 4 * minute
  await people.employee(addLocations, { id, locations: [at(seen), at(seen - 10 * second)] })
  const [run] = await people.owner(listCurrentRuns)
  expect(run?.lastSeen).toMatchObject([{ userId: people.employee.accountId, timestamp: instant(seen), lat: expect.any(Number) }])
  expect((await people.employee(listCurrentRuns))[0]?.lastSeen).toEqual([])
  expect(run?.heardAt).toBe(instant(seen))
  await people.owner(actOnRun, { id, type: 'start' })
  await people.employee(actOnRun, { id, type: 'quit' })
  expect((await people.owner(listCurrentRuns))[0]?.lastSeen).toEqual([])
})
