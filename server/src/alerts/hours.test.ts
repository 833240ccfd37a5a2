// Quiet hours of occupants, and hours for automatic calls.
import { api } from '@bordee/core/api.ts'
import { wallClock } from '@bordee/core/time.ts'
import { expect, test, vi } from 'vitest'
import { actingAs } from '../engine/ctx.ts'
import { newOccupant, newPhone, newSender, type Sender, sentWhole } from '../testing/alerts.ts'
import { newRoute } from '../testing/runs.ts'
import { inCompany, openTestServer } from '../testing/server.ts'
import { forecastForRun } from './sending.ts'
import { aimAt } from './targets.ts'

const server = await openTestServer({}, undefined, { lookSeconds: 0.5 })
const { sendAlert, previewAlert, listAlertLog, getAlertProgress, getAlert, getBankTotal } = api

/** On the company's clock, so many hours from now. */
const hourAt = (hours: number) => wallClock(new Date(Date.now() + hours * 3_600_000), 'America/Toronto').time
const quietNow = { startAt: hourAt(-1), endAt: hourAt(2) }
const quietTooLong = { startAt: hourAt(-1), endAt: hourAt(13) }
/** Neither today's nor tomorrow's hours hold now. */
const noCalls = hourAt(0) < '12:00' ? { startAt: '22:30', endAt: '22:45' } : { startAt: '00:30', endAt: '00:45' }
const closed = { callHours: { weekday: noCalls, weekend: noCalls } }

/** An occupant with quiet hours around now, and one without. */
async function twoOccupants(hours: object = quietNow) {
  const sender = await newSender(server)
  const [quiet, other] = [await newOccupant(sender.owner), await newOccupant(sender.owner)]
  await sender.owner(api.updateOccupant, { id: quiet.id, contact: { quietHours: hours as typeof quietNow } })
  const order = { messageId: sender.messageId, sectorId: sender.sectorId }
  return { ...sender, quiet, other, order }
}

const bankOf = async ({ owner }: Sender) => (await owner(getBankTotal)).amount

/** As if the hours had ended: the occupant's are over, and what waits for them is looked at. */
async function endQuietHours({ companyId, quiet }: { companyId: string; quiet: { id: string } }) {
  const waiting = `from pgboss.job where name = 'alerts.send' and state = 'created' and data ->> 'companyId' = $1`
  // The job that took what could leave has yet to say when it looks again.
  await vi.waitFor(async () => expect(await server.sql(`select id ${waiting}`, [companyId])).not.toEqual([]), { timeout: 30_000 })
  await inCompany(server, companyId, (tx) => tx.sql`update occupants set quiet_hours = null where id = ${quiet.id}`)
  await inCompany(
    server,
    companyId,
    (tx) => tx.sql`update alert_deliveries set held_until = now() where company_id = ${companyId} and held_until > now()`,
  )
  await server.sql(`update pgboss.job set start_after = now() where id in (select id ${waiting})`, [companyId])
}

const rowOf = async ({ owner }: Sender, code: string, { phone }: { phone: string }) =>
  (await owner(listAlertLog, { code })).find((row) => row.phone === phone)

/** Waits until everyone else is alerted. */
async function sendPast({ owner, order }: Awaited<ReturnType<typeof twoOccupants>>) {
  const { code } = await owner(sendAlert, order)
  await vi.waitFor(async () => expect(await owner(getAlertProgress, { code: code ?? '' })).toMatchObject({ accepted: 1 }), {
    timeout: 30_000,
  })
  return code ?? ''
}

test('a text in quiet hours waits for their end, and then leaves', async () => {
  const sender = await twoOccupants()
  expect(await sender.owner(previewAlert, sender.order)).toMatchObject({ byMethod: { sms: 2 }, hours: { held: 1, quiet: 0 } })

  const code = await sendPast(sender)
  expect(await rowOf(sender, code, sender.quiet)).toMatchObject({ status: 'queued', heldUntil: expect.any(String), factured: true })
  expect(await sender.owner(getAlertProgress, { code })).toMatchObject({ queued: 1, held: 1, detail: null })

  await endQuietHours(sender)
  await sentWhole(sender.owner, code)
  expect(await rowOf(sender, code, sender.quiet)).toMatchObject({ status: 'accepted', cancellationReason: null })
  expect(await bankOf(sender)).toBe(98)
})

test('a held text is dropped if the site was done meanwhile, and its unit is given back', async () => {
  const sender = await twoOccupants()
  const code = await sendPast(sender)
  const { site } = sender.quiet
  const route = await newRoute(sender.owner, 1)
  await sender.owner(api.updateRoute, { id: route.id, route: { sites: [{ site: site.id, sortOrder: 0 }] } as never })
  const run = await sender.employee(api.startRun, { routeId: route.id })
  const { runSites } = await sender.employee(api.getRunDetails, { id: run.id })
  for (const { id } of runSites) await sender.employee(api.markSiteDone, { runId: run.id, runSiteId: id, at: new Date().toISOString() })

  await endQuietHours(sender)
  await sentWhole(sender.owner, code)
  expect(await rowOf(sender, code, sender.quiet)).toMatchObject({
    status: 'cancelled',
    cancellationReason: 'other',
    cancellationDetail: 'quiet',
    factured: false,
    heldUntil: expect.any(String),
  })
  expect(await bankOf(sender)).toBe(99)
  expect(await sender.owner(getAlert, { code })).toMatchObject({ status: 'done', cancellationDetail: null })
})

test.each(['is removed', 'has another phone'])('a held text never leaves if its occupant %s', async (what) => {
  const sender = await twoOccupants()
  const code = await sendPast(sender)
  const { owner, quiet } = sender
  if (what === 'is removed') await owner(api.deleteOccupant, { id: quiet.id })
  if (what === 'has another phone') await owner(api.updateOccupant, { id: quiet.id, contact: { phone: newPhone() } })

  await endQuietHours(sender)
  await sentWhole(owner, code)
  expect(await rowOf(sender, code, quiet)).toMatchObject({
    status: 'cancelled',
    cancellationReason: 'other',
    cancellationDetail: null,
    factured: false,
  })
  expect(await bankOf(sender)).toBe(99)
})

test('the company’s closing hour leaves alone what waits for quiet hours to end; stopping the send does not', async () => {
  const sender = await twoOccupants()
  const code = await sendPast(sender)
  const [start, end] = [hourAt(3) < hourAt(5) ? hourAt(3) : '00:10', hourAt(3) < hourAt(5) ? hourAt(5) : '00:20']
  await inCompany(
    server,
    sender.companyId,
    (tx) =>
      tx.sql`update companies set alert_start_hour_allowed = ${start}, alert_end_hour_allowed = ${end} where id = ${sender.companyId}`,
  )
  await server.sql(`update pgboss.job set start_after = now() where name = 'alerts.send' and state = 'created'`)
  await vi.waitFor(async () => {
    const [{ n }] = (await server.sql<{ n: number }>(
      `select count(*)::int as n from pgboss.job where name = 'alerts.send' and state in ('created', 'active') and start_after <= now()`,
    )) as [{ n: number }]
    expect(n).toBe(0)
  })
  expect(await rowOf(sender, code, sender.quiet)).toMatchObject({ status: 'queued' })
  expect(await sender.owner(api.stopAlert, { code })).toEqual({ stoppedCount: 1 })
  expect(await bankOf(sender)).toBe(99)
})

test('a text whose quiet hours end in more than twelve hours is refused, and costs nothing', async () => {
  const sender = await twoOccupants(quietTooLong)
  expect(await sender.owner(previewAlert, sender.order)).toMatchObject({
    byMethod: { sms: 1 },
    cancelled: { other: 1 },
    hours: { held: 0, quiet: 1 },
  })
  const requestKey = 'une-fois-pour-toutes'
  const first = await sender.owner(sendAlert, { ...sender.order, requestKey })
  expect(first).toMatchObject({ expectedCount: 2, cancelledCount: 1 })
  await sentWhole(sender.owner, first.code ?? '')
  expect(await rowOf(sender, first.code ?? '', sender.quiet)).toMatchObject({ cancellationReason: 'other', cancellationDetail: 'quiet' })
  expect(await sender.owner(sendAlert, { ...sender.order, requestKey })).toEqual(first)
  expect(await bankOf(sender)).toBe(99)
})

test('a warning ahead of the truck is never held: it is refused', async () => {
  const sender = await twoOccupants()
  const ahead = await server.work(async (work) => {
    await work.tx.scope({ companies: [sender.companyId] })
    const ctx = actingAs(work, { accountId: sender.owner.accountId, email: '', role: 'owner', companyId: sender.companyId })
    const aim = await aimAt(ctx, { siteIds: [sender.quiet.site.id, sender.other.site.id] })
    return forecastForRun(work, { companyId: sender.companyId, aim, messageId: sender.messageId, interval: 600 })
  })
  expect(ahead.phones).toEqual([sender.other.phone])
})

test('a call leaves within the hours for calls only, unless the occupant asked to be called at any hour', async () => {
  const sender = await newSender(server)
  const { owner, messageId, sectorId } = sender
  const [closedTo, asked] = [await newOccupant(owner, { alertMethod: 'call' }), await newOccupant(owner, { alertMethod: 'call' })]
  await owner(api.updateCurrentCompany, { alertConfig: closed })
  const request = await owner(api.updateOccupant, { id: asked.id, contact: { callsAnytime: true } })
  expect(request.callsAnytime).toEqual({ at: expect.any(String), byName: expect.any(String), how: 'office' })

  expect(await owner(previewAlert, { messageId, sectorId })).toMatchObject({ byMethod: { call: 1 }, hours: { 'call-hours': 1 } })
  const { code } = await owner(sendAlert, { messageId, sectorId })
  await sentWhole(owner, code ?? '')
  expect(await rowOf(sender, code ?? '', closedTo)).toMatchObject({ cancellationDetail: 'call-hours', factured: false })
  expect(await rowOf(sender, code ?? '', asked)).toMatchObject({ status: 'accepted' })
})

test('a request to be called at any hour keeps its date when it is sent again, and ends with the phone', async () => {
  const { owner } = await newSender(server)
  const { id } = await newOccupant(owner, { alertMethod: 'call' })
  const first = await owner(api.updateOccupant, { id, contact: { callsAnytime: true } })
  expect(await owner(api.updateOccupant, { id, contact: first })).toEqual(first)
  expect(await owner(api.updateOccupant, { id, contact: { phone: '4185550188' } })).toMatchObject({ callsAnytime: null })
})

test.each([
  [{ startAt: '22:00', endAt: '22:00' }, 'quietHours'],
  [{ startAt: '25:00', endAt: '06:00' }, 'quietHours'],
])('quiet hours that cannot be are refused: %j', async (quietHours, field) => {
  const { owner } = await newSender(server)
  const { id } = await newOccupant(owner)
  const refused = await owner.raw(api.updateOccupant, { id, contact: { quietHours } })
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain(field)
})
