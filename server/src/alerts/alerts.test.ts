import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import { addDays, wallClock } from '@bordee/core/time.ts'
import { expect, test, vi } from 'vitest'
import { sql } from '../engine/db/sql.ts'
import { newMessage, newOccupant, newSender, onlyFarHours, type Sender, sentWhole } from '../testing/alerts.ts'
import { newClient, newSector, newSite } from '../testing/folders.ts'
import { inCompany, openTestServer } from '../testing/server.ts'
import { resumeNow } from './alerts.jobs.ts'
import { markSending, writeOutcomes } from './deliveries.ts'

const server = await openTestServer()
const { sendAlert, stopAlert, getAlertProgress, listAlertHistory, listAlertLog } = alertCalls
const today = () => wallClock(new Date(), 'America/Toronto').date

/** A send still in the queue: its deliveries go back there once no job knows of it. */
async function waitingSend(sender: Sender, occupants: number) {
  const { owner, companyId, messageId, sectorId } = sender
  for (let i = 0; i < occupants; i++) await newOccupant(owner)
  const { code } = await owner(sendAlert, { messageId, sectorId })
  await sentWhole(owner, code ?? '')
  await vi.waitFor(() => expect(server.jobs.underWay).toBe(0), { timeout: 20_000, interval: 50 })
  await inCompany(
    server,
    companyId,
    (tx) => tx.sql`update alert_deliveries set status = 'queued', accepted_at = null, provider_id = null where send_id = ${code}`,
  )
  return code ?? ''
}

test('stopping a send cancels and refunds what has not left; what has left stays', async () => {
  const sender = await newSender(server)
  const { owner, companyId } = sender
  const code = await waitingSend(sender, 3)
  await inCompany(
    server,
    companyId,
    (tx) =>
      tx.sql`
        update alert_deliveries
        set status = 'accepted', accepted_at = now()
        where id = (select min(id::text)::uuid from alert_deliveries where send_id = ${code})`,
  )
  expect(await owner(bankCalls.getBankTotal)).toMatchObject({ amount: 97 })
  expect(await owner(stopAlert, { code })).toEqual({ stoppedCount: 2 })
  expect(await owner(stopAlert, { code })).toEqual({ stoppedCount: 0 })
  expect(await owner(bankCalls.getBankTotal)).toMatchObject({ amount: 99 })
  expect(await owner(listAlertHistory, { from: today(), to: today() })).toMatchObject([
    { code, status: 'stopped', actualCount: 1, amount: 10 },
  ])
  const log = await owner(listAlertLog, { code })
  expect(log.filter(({ status }) => status === 'cancelled')).toMatchObject([
    { cancellationReason: 'other', cancellationDetail: 'stopped', factured: false, paidFrom: null },
    { cancellationReason: 'other', cancellationDetail: 'stopped', factured: false, paidFrom: null },
  ])
})

test('a delivery that a crash puts back into a stopped send does not leave', async () => {
  const sender = await newSender(server)
  const { owner, companyId } = sender
  const code = await waitingSend(sender, 2)
  expect(await server.work((work) => markSending(work, { companyId, sendId: code }))).toHaveLength(2)
  expect(await owner(stopAlert, { code })).toEqual({ stoppedCount: 0 }) // already on its way
  await inCompany(server, companyId, (tx) => tx.sql`update alert_deliveries set status = 'queued' where send_id = ${code}`)
  expect(await server.work((work) => markSending(work, { companyId, sendId: code }))).toEqual([])
  expect(await owner(bankCalls.getBankTotal)).toMatchObject({ amount: 100 })
})

test('an occupant who unsubscribes during a send is not alerted and costs nothing', async () => {
  const sender = await newSender(server)
  const { owner, companyId } = sender
  const code = await waitingSend(sender, 2)
  const [first] = await owner(listAlertLog, { code })
  await inCompany(
    server,
    companyId,
    (tx) => tx.sql`insert into unsubscribed_phones (company_id, phone) values (${companyId}, ${first?.phone})`,
  )
  expect(await server.work((work) => markSending(work, { companyId, sendId: code }))).toHaveLength(1)
  expect((await owner(listAlertLog, { code })).find(({ id }) => id === first?.id)).toMatchObject({
    status: 'cancelled',
    cancellationReason: 'unsubscribed',
    factured: false,
  })
  expect(await owner(bankCalls.getBankTotal)).toMatchObject({ amount: 99 })
})

test('an abandoned send is picked up again', async () => {
  const sender = await newSender(server)
  const code = await waitingSend(sender, 2)
  await inCompany(
    server,
    sender.companyId,
    (tx) => tx.sql`update alert_sends set worked_at = now() - interval '1 minute' where id = ${code}`,
  )
  await server.work((work) => resumeNow(work, {}))
  expect((await sentWhole(sender.owner, code)).map(({ status }) => status)).toEqual(['accepted', 'accepted'])
})

test('a delivery refused for the moment is retried while its send lives, then fails and costs nothing', async () => {
  const sender = await newSender(server)
  const { owner, companyId } = sender
  const code = await waitingSend(sender, 1)
  for (let attempt = 1; attempt <= 20; attempt++) {
    const batch = await server.work((work) => markSending(work, { companyId, sendId: code }))
    expect(batch).toHaveLength(1)
    await server.work((work) => writeOutcomes(work, companyId, batch, [{ is: 'later', wasTried: true }]))
    expect(await server.work((work) => markSending(work, { companyId, sendId: code }))).toEqual([]) // not yet
    await inCompany(server, companyId, (tx) => tx.sql`update alert_deliveries set retry_at = now() where send_id = ${code}`)
  }
  expect(await owner(listAlertLog, { code })).toMatchObject([{ status: 'queued', factured: true }])
  await inCompany(server, companyId, (tx) => tx.sql`update alert_sends set created_at = now() - interval '12 hours' where id = ${code}`)
  expect(await server.work((work) => markSending(work, { companyId, sendId: code }))).toEqual([])
  expect(await owner(listAlertLog, { code })).toMatchObject([
    { status: 'failed', cancellationReason: 'other', cancellationDetail: 'expired', factured: false },
  ])
  expect(await owner(bankCalls.getBankTotal)).toMatchObject({ amount: 100 })
})

test.each([
  ['its company is archived', 'module', 'update companies set archived_at = now()'],
  ['the module is off', 'module', 'update companies set alert_is_active = false'],
  ['the allowed hours are over', 'hours', onlyFarHours],
  ['it was pressed half a day ago', 'expired', `update alert_sends set created_at = now() - interval '13 hours'`],
])('deliveries queued when %s are cancelled, cost nothing and say « %s »', async (_why, detail, change) => {
  const sender = await newSender(server)
  const { companyId } = sender
  const code = await waitingSend(sender, 2)
  await inCompany(server, companyId, (tx) => tx.rows(sql.raw(change)))
  expect(await server.work((work) => markSending(work, { companyId, sendId: code }))).toEqual([])
  const rows = await inCompany(
    server,
    companyId,
    (tx) => tx.sql`select status, reason, detail, paid_from from alert_deliveries where send_id = ${code}`,
  )
  const row = { status: 'cancelled', reason: 'other', detail, paid_from: null }
  expect(rows).toEqual([row, row])
  // The history must not show the send as done.
  await inCompany(server, companyId, (tx) => tx.sql`update companies set archived_at = null`)
  expect(await sender.owner(alertCalls.getAlert, { code })).toMatchObject({ status: 'stopped', cancellationDetail: detail, actualCount: 0 })
  expect(await sender.owner(getAlertProgress, { code })).toMatchObject({ cancelled: 2, detail })
})

test('a phone still queued for a text gets it once, however long the send takes', async () => {
  const sender = await newSender(server)
  const { owner, companyId, messageId } = sender
  const code = await waitingSend(sender, 1)
  await inCompany(
    server,
    companyId,
    (tx) => tx.sql`update alert_sends set created_at = now() - interval '2 hours', worked_at = now() where id = ${code}`,
  )
  const other = await newSector(owner)
  expect(await owner(sendAlert, { messageId, sectorId: other.id })).toMatchObject({ expectedCount: 1, cancelledCount: 1 })
})

test('an employee with limited access follows and stops only their own sends', async () => {
  const sender = await newSender(server)
  const { employee, companyId } = sender
  const code = await waitingSend(sender, 1)
  await inCompany(server, companyId, (tx) => tx.sql`update companies set alert_is_accesses_limited = true`)
  for (const row of [stopAlert, getAlertProgress]) expect((await employee.raw(row, { code })).status).toBe(404)
  await inCompany(server, companyId, (tx) => tx.sql`update alert_sends set sent_by = ${employee.accountId}`)
  expect(await employee(getAlertProgress, { code })).toMatchObject({ queued: 1, accepted: 0, cancelled: 0 })
  expect(await employee(stopAlert, { code })).toEqual({ stoppedCount: 1 })
  expect(await employee(getAlertProgress, { code })).toMatchObject({ queued: 0, cancelled: 1 })
})

test('the history is filtered by period and by client', async () => {
  const { owner, messageId, sectorId } = await newSender(server)
  const [told, other] = [await newClient(owner), await newClient(owner)]
  await newOccupant(owner, { site: (await newSite(owner, told.id)).id })
  const { code } = await owner(sendAlert, { messageId, sectorId })
  const codes = async (query: object) => (await owner(listAlertHistory, { from: today(), to: today(), ...query })).map((row) => row.code)
  expect(await codes({})).toEqual([code])
  expect(await codes({ clientId: told.id })).toEqual([code])
  expect(await codes({ clientId: other.id })).toEqual([])
  expect(await codes({ from: addDays(today(), -7), to: addDays(today(), -1) })).toEqual([])
  expect(await codes({ from: '2020-01-01T00:00:00Z', to: new Date(Date.now() + 60_000).toISOString() })).toEqual([code])
  // Their share only: one occupant alerted; the other client's isn't theirs to pay.
  await newOccupant(owner, { site: (await newSite(owner, other.id)).id })
  await newOccupant(owner, { site: (await newSite(owner, other.id, { status: 'inactive' })).id })
  const { id: second } = await newMessage(owner)
  const { id: wider } = await newSector(owner)
  const both = await owner(sendAlert, { messageId: second, sectorId: wider })
  await sentWhole(owner, both.code ?? '')
  const figures = async (query: object) =>
    (await owner(listAlertHistory, { from: today(), to: today(), ...query }))
      .filter((row) => row.code === both.code)
      .map(({ expectedCount, actualCount, amount }) => [expectedCount, actualCount, amount])
  expect(await figures({})).toEqual([[3, 2, 20]])
  expect(await figures({ clientId: told.id })).toEqual([[1, 1, 10]])
  expect(await figures({ clientId: other.id })).toEqual([[2, 1, 10]])
  for (const query of [{}, { from: today() }, { to: today() }, { from: 'hier', to: today() }])
    expect((await owner.raw(listAlertHistory, query)).status).toBe(422)
})
