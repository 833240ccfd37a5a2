import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { expect, test, vi } from 'vitest'
import { newMessage, newOccupant, newSender, onlyFarHours } from '../testing/alerts.ts'
import { clearing, hour, minute, newRoute, second, warnNow } from '../testing/runs.ts'
import { inCompany, openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const other = await openTestServer({}, server) // a second process of the same installation
const { startRun, addLocations, getRunDetails, markSiteDone, regenerateRun, actOnRun } = runCalls
const { sendAlert, previewAlert, listAlertHistory, listAlertLog, stopAlert } = alertCalls
const always = { from: '2020-01-01', to: '2100-01-01' }
const patience = { timeout: 20_000, interval: 50 }

/**
 * A route with an occupant at each driveway, whose runs send warnings; unless overridden, `siteBefore` is one and no
 * message is sent at the start.
 */
async function newTown({ driveways = 4, route = {} as object, bank = 100 } = {}) {
  const sender = await newSender(server, { bank })
  const { owner, employee, companyId, messageId } = sender
  await inCompany(
    server,
    companyId,
    (tx) => tx.sql`
      update companies
      set geolocation_has_geolocation_alerts = true
      where id = ${companyId}`,
  )
  const { id: routeId, siteIds } = await newRoute(owner, driveways, { hasAlerts: true, siteBefore: 1, message: messageId, ...route })
  const phones: string[] = []
  for (const site of siteIds) phones.push((await newOccupant(owner, { site })).phone)
  const start = (ago = 0) => employee(startRun, { routeId, at: new Date(Date.now() - ago).toISOString() })
  /** Positions on the route of the warned occupants, in route order. */
  const told = async () => {
    const sends = await owner(listAlertHistory, always)
    const logs = await Promise.all(sends.map(({ code }) => owner(listAlertLog, { code })))
    return logs
      .flat()
      .filter(({ cancellationReason }) => cancellationReason === null)
      .map(({ phone }) => phones.indexOf(phone))
      .toSorted((a, b) => a - b)
  }
  return { ...sender, routeId, siteIds, phones, start, told }
}

/** Waits until every requested warning has been decided, without the seconds for which a start is held. */
async function decided() {
  await warnNow(server)
  await vi.waitFor(
    async () => expect(await server.sql(`select from pgboss.job where name = 'runs.warn' and state <> 'completed'`)).toEqual([]),
    patience,
  )
}

test('the next site is warned as the truck advances; the history has one row, which names the run', async () => {
  const { employee, owner, start, told } = await newTown()
  const { id } = await start(2 * minute)
  await decided()
  expect(await told()).toEqual([0])
  const { runSites } = await owner(getRunDetails, { id })
  await employee(markSiteDone, { runId: id, runSiteId: runSites[0]?.id ?? '' })
  await decided()
  expect(await told()).toEqual([0, 1])
  await employee(addLocations, { id, locations: clearing(2, Date.now() - 25 * second) })
  await decided()
  expect(await told()).toEqual([0, 1, 3]) // the third site is already reached, so it needs no warning
  await employee(markSiteDone, { runId: id, runSiteId: runSites[1]?.id ?? '' })
  await decided()
  expect(await told()).toEqual([0, 1, 3])
  const [row, ...others] = await owner(listAlertHistory, always)
  expect(others).toEqual([])
  expect(row).toMatchObject({
    expectedCount: 3,
    triggeredByUsername: 'Automatique',
    targetName: expect.stringMatching(/^Trajet Haute-Ville \(tournée du \d+(er)? \S+ \d{4}, \d+\u00a0h(\u00a0\d\d)?\)$/),
  })
  await vi.waitFor(
    async () => expect((await owner(listAlertHistory, always))[0]).toMatchObject({ status: 'done', actualCount: 3 }),
    patience,
  )
})

test('at the start everyone gets the initial message, and the first sites also get the warning', async () => {
  const town = await newTown()
  const first = await newMessage(town.owner)
  await inCompany(
    server,
    town.companyId,
    (tx) => tx.sql`update routes set initial_message_id = ${first.id}, site_before = 2 where id = ${town.routeId}`,
  )
  await town.start()
  await decided()
  const history = await town.owner(listAlertHistory, always)
  expect(new Map(history.map(({ message, expectedCount }) => [message === first.long, expectedCount]))).toEqual(
    new Map([
      [true, 4],
      [false, 2],
    ]),
  )
})

test('late reports and recomputed visits warn nobody', async () => {
  const { employee, owner, start, told } = await newTown()
  const { id } = await start(hour)
  await employee(addLocations, { id, locations: clearing(1, Date.now() - 10 * minute) })
  const { runSites } = await owner(getRunDetails, { id })
  await employee(markSiteDone, { runId: id, runSiteId: runSites[0]?.id ?? '', at: new Date(Date.now() - 6 * minute).toISOString() })
  await owner(regenerateRun, { id })
  await vi.waitFor(
    async () => expect(await server.sql(`select from pgboss.job where name = 'runs.reckon' and state <> 'completed'`)).toEqual([]),
    patience,
  )
  await decided()
  expect(await told()).toEqual([])
})

test('two servers that see the same truck warn each site once, and so do two trucks on one route', async () => {
  const { employee, owner, start, told, routeId } = await newTown({ driveways: 6, route: { siteBefore: 2 } })
  const { id } = await start(2 * minute)
  const second = await owner(startRun, { routeId })
  const track = clearing(0, Date.now() - 60_000)
  const apart = { method: 'POST' as const, url: `/api/runs/${id}/locations`, headers: { authorization: `Bearer ${employee.token}` } }
  await Promise.all([
    employee(addLocations, { id, locations: track }),
    other.app.inject({ ...apart, payload: { locations: track } }),
    owner(addLocations, { id: second.id, locations: track }),
  ])
  await decided()
  expect(await told()).toEqual([0, 1, 2])
})

test('allowed hours, module, switch and stop are respected; a refused warning may be sent later', async () => {
  const { employee, owner, companyId, start, told } = await newTown()
  const set = (text: string) => inCompany(server, companyId, (tx) => tx.boss.executeSql(text))
  await set(onlyFarHours)
  const { id } = await start()
  await decided()
  await set(`update companies set alert_start_hour_allowed = null, alert_end_hour_allowed = null, alert_is_active = false`)
  const { runSites } = await owner(getRunDetails, { id })
  const done = (place: number) => employee(markSiteDone, { runId: id, runSiteId: runSites[place]?.id ?? '' })
  await done(0)
  await decided()
  await set(`update companies set alert_is_active = true, geolocation_has_geolocation_alerts = false`)
  await done(0)
  await decided()
  expect(await told()).toEqual([])
  await set(`update companies set geolocation_has_geolocation_alerts = true`)
  await done(0)
  await decided()
  expect(await told()).toEqual([1])
  const [row] = await owner(listAlertHistory, always)
  await owner(stopAlert, { code: row?.code ?? '' })
  await done(1)
  await decided()
  expect(await told()).toEqual([1])
})

test('without credit nobody is warned, and nothing is recorded', async () => {
  const { start, owner } = await newTown({ bank: 0 })
  await start()
  await decided()
  expect(await owner(listAlertHistory, always)).toEqual([])
})

test('a warning still unsent after a quarter of an hour is cancelled, and costs nothing', async () => {
  const { start, owner, companyId } = await newTown()
  const { id } = await start()
  await decided()
  await vi.waitFor(async () => expect((await owner(listAlertHistory, always))[0]).toMatchObject({ status: 'done' }), patience)
  // As if the provider had been down since then.
  await inCompany(server, companyId, async (tx) => {
    await tx.sql`update alert_sends set created_at = now() - interval '13 hours'`
    await tx.sql`
      update alert_deliveries
      set status = 'queued', accepted_at = null, provider_id = null, sending_at = null, created_at = now() - interval '16 minutes'`
  })
  const { runSites } = await owner(getRunDetails, { id })
  await owner(markSiteDone, { runId: id, runSiteId: runSites[0]?.id ?? '' })
  await decided()
  const [row] = await owner(listAlertHistory, always)
  await vi.waitFor(
    async () =>
      expect(
        (await owner(listAlertLog, { code: row?.code ?? '' }))
          .map(({ status, cancellationDetail, factured }) => `${status} ${cancellationDetail} ${factured}`)
          .toSorted(),
      ).toEqual(['accepted null true', 'cancelled expired false']),
    patience,
  )
})

test('the office sends an alert to a run: to the sites it started with', async () => {
  const { owner, employee, companyId, routeId, messageId } = await newTown({ route: { hasAlerts: false } })
  const { id } = await employee(startRun, { routeId })
  expect(await owner(previewAlert, { messageId, runId: id })).toMatchObject({ expectedCount: 4, refusal: null })
  expect(await employee(sendAlert, { messageId, runId: id })).toMatchObject({ type: 'success', expectedCount: 4 })
  expect((await owner(listAlertHistory, always))[0]?.targetName).toMatch(/^Trajet Haute-Ville \(tournée du /)
  await inCompany(server, companyId, (tx) => tx.sql`update companies set alert_is_accesses_limited = true where id = ${companyId}`)
  expect((await employee.raw(sendAlert, { messageId, runId: id })).status).toBe(404)
  const next = await newTown()
  expect((await next.owner.raw(sendAlert, { messageId: next.messageId, runId: id })).status).toBe(404)
  await employee(actOnRun, { id, type: 'quit' })
})

test('only rounds for which the car must be moved warn; the preview says so before the start', async () => {
  const { employee, routeId, told } = await newTown()
  const preview = (kind: 'opening' | 'full') => employee(runCalls.previewStart, { id: routeId, kind })
  expect([(await preview('opening')).peopleCount, (await preview('full')).peopleCount]).toEqual([0, 1])
  const opening = await employee(startRun, { routeId, kind: 'opening' })
  await decided()
  expect(await told()).toEqual([])
  await employee(startRun, { routeId, kind: 'final', leaves: opening.id })
  await decided()
  expect(await told()).toEqual([0])
})

test('a stop that the office adds is warned when it is next, and not again if its own round had warned it', async () => {
  const town = await newTown({ driveways: 3 })
  const { employee, owner, admin, siteIds, told, start } = town
  const { id } = await start()
  await decided()
  expect(await told()).toEqual([0])
  const { id: otherId } = await newRoute(owner, 1, { hasAlerts: true, siteBefore: 2, message: town.messageId })
  const other = await admin(startRun, { routeId: otherId })
  await owner(runCalls.handOverRun, { id })
  await owner(runCalls.addStops, { id: other.id, siteIds: siteIds.slice(0, 2), place: 'next' })
  const { runSites } = await owner(getRunDetails, { id: other.id })
  await admin(markSiteDone, { runId: other.id, runSiteId: runSites.at(-1)?.id ?? '' })
  await decided()
  expect(await told()).toEqual([0, 1]) // the first once only
  await employee(actOnRun, { id, type: 'quit' })
})

test('a mark of a run that warns nobody enqueues no job', async () => {
  const { employee, companyId, start } = await newTown({ route: { hasAlerts: false } })
  const { id } = await start(2 * minute)
  await decided()
  const jobs = () => server.sql(`select from pgboss.job where name = 'runs.warn' and data ->> 'companyId' = $1`, [companyId])
  const before = (await jobs()).length
  const { runSites } = await employee(getRunDetails, { id })
  await employee(markSiteDone, { runId: id, runSiteId: runSites[0]?.id ?? '' })
  expect(await jobs()).toHaveLength(before)
})
