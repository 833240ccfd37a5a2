// Deliveries lost on the way to the provider: nobody is alerted twice, and everybody once if the truth can be known.
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import { expect, test, vi } from 'vitest'
import { sql } from '../engine/db/sql.ts'
import type { Outcome } from '../outside/sms/sms.ts'
import { killedAfter, newMessage, newOccupant, newSender, onlyFarHours, type Sender } from '../testing/alerts.ts'
import { newSector } from '../testing/folders.ts'
import { inCompany, openTestServer } from '../testing/server.ts'
import { openTwilio, sendByHand, watch } from '../testing/twilio.ts'
import { batchOf, deliverBatch, resumeNow } from './alerts.jobs.ts'
import { markSending, writeOutcomes } from './deliveries.ts'
import { traceLostDeliveries } from './lost-deliveries.ts'

const twilio = await openTwilio()
const numbers = Array.from({ length: 20 }, (_, i) => `+15815550${100 + i}`).join(',')
const server = await openTestServer(twilio.environment(numbers), undefined, { lookSeconds: 0.5 })
const { send, until, later, endPauses, hurry, givenUp, callBack } = watch(server, twilio)

test('deliveries hidden by an error or a silence are traced: nobody is alerted twice, everybody once', async () => {
  const sender = await newSender(server)
  const { phones } = await send(
    sender,
    ['sms', 'broken-after'],
    ['sms', 'away-after'],
    ['sms', 'silent-after'],
    ['sms', 'broken'],
    ['sms', 'silent'],
    ['call', 'silent-after'],
  )
  await vi.waitFor(() => expect(phones.filter((phone) => twilio.sentTo(phone).length === 1)).toHaveLength(4), { timeout: 20_000 })
  await until(sender, ...phones.map(() => 'sending'))
  await server.work((work) => resumeNow(work, { atStart: true }))
  await until(sender, ...phones.map(() => 'sending')) // too early to look
  await givenUp()

  await later(sender, 2)
  await until(sender, ...phones.map(() => 'accepted'))
  expect(phones.map((phone) => twilio.sentTo(phone).length)).toEqual([1, 1, 1, 1, 1, 1])
  expect(await sender.owner(bankCalls.getBankTotal)).toMatchObject({ amount: 94 })
})

test('a status callback settles what a crash hid; without an answer a delivery is unknown after ten minutes', async () => {
  const sender = await newSender(server)
  const { phones } = await send(sender, ['sms', 'silent-after'], ['sms', 'silent-after'], ['sms', 'silent'])
  await until(sender, 'sending', 'sending', 'sending')
  await vi.waitFor(() => expect(twilio.sentTo(phones[1] ?? '')).toHaveLength(1), { timeout: 20_000 })
  const [first] = twilio.sentTo(phones[0] ?? '')
  if (first) await callBack(first, 'sent')
  await until(sender, 'accepted', 'sending', 'sending')
  await givenUp()

  twilio.remembers = false
  await later(sender, 5)
  await until(sender, 'accepted', 'sending', 'sending')
  await later(sender, 6)
  await until(sender, 'accepted', 'unknown', 'unknown')
  expect(phones.map((phone) => twilio.sentTo(phone).length)).toEqual([1, 1, 0])
  const [history] = await sender.owner(alertCalls.listAlertHistory, { from: '2020-01-01', to: '2100-01-01' })
  expect(history).toMatchObject({ status: 'done', actualCount: 1, amount: 30 })
  // A late callback still counts.
  const [second] = twilio.sentTo(phones[1] ?? '')
  if (second) await callBack(second, 'delivered')
  await until(sender, 'accepted', 'delivered', 'unknown')
  // Once Twilio can be asked again, only what certainly never left is retried.
  twilio.remembers = true
  await later(sender, 0)
  await until(sender, 'accepted', 'delivered', 'accepted')
  expect(phones.map((phone) => twilio.sentTo(phone).length)).toEqual([1, 1, 1])
})

/** A second text to the same people, through another sector. */
async function sendAnother({ owner }: Sender) {
  const [message, wider] = [await newMessage(owner), await newSector(owner)]
  expect(await owner(alertCalls.sendAlert, { messageId: message.id, sectorId: wider.id })).toMatchObject({ cancelledCount: 0 })
}

test('a phone has one call on its way at a time: a lost call is never mistaken for the next', async () => {
  const sender = await newSender(server)
  const { phones } = await send(sender, ['call', 'silent', 'ok', 'ok'])
  await until(sender, 'sending')
  await sendAnother(sender)
  await givenUp()
  await until(sender, 'sending', 'queued')
  expect(twilio.sentTo(phones[0] ?? '')).toEqual([])

  await later(sender, 2)
  const rows = await until(sender, 'accepted', 'accepted')
  const calls = twilio.sentTo(phones[0] ?? '')
  expect(calls).toHaveLength(2)
  // Each row has the call whose callback names it.
  expect(new Map(rows.map(({ id, provider_id }) => [id, provider_id]))).toEqual(
    new Map(calls.map(({ statusCallback, sid }) => [new URL(statusCallback).searchParams.get('deliveryId'), sid])),
  )
})

test('when two sends reach for one phone at the same moment, one waits', async () => {
  const sender = await newSender(server)
  const { companyId } = sender
  await newOccupant(sender.owner, { alertMethod: 'call' })
  const idle = await inCompany(server, companyId, async (tx) => {
    const sends = [0, 1].map(
      (n) => tx.sql<{ id: string }>`
        insert into alert_sends (company_id, target, target_name, message, sent_by_name, expected)
        values (${companyId}, ${`run:${n}`}, '', '', '', 1)
        returning id`,
    )
    const ids = (await Promise.all(sends)).flat().map(({ id }) => id)
    await tx.sql`
      insert into alert_deliveries (company_id, send_id, method, phone, site_name, client_name, status)
      select ${companyId}, id, 'call', '4185550199', '', '', 'queued' from unnest(${ids}::uuid[]) id`
    return ids
  })
  const taken = await Promise.all(idle.map((sendId) => server.work((work) => work.aside((own) => markSending(own, { companyId, sendId })))))
  expect(taken.flat()).toHaveLength(1)
})

test('Twilio’s own word on which delivery is whose beats any trace', async () => {
  const sender = await newSender(server)
  const { phones } = await send(sender, ['call'], ['call'])
  const [first, second] = await until(sender, 'accepted', 'accepted')
  const [call] = twilio.sentTo(phones[0] ?? '')
  if (!first || !second || !call) throw new Error('not sent')
  // A trace took the first delivery's call for the second's.
  await inCompany(server, sender.companyId, async (tx) => {
    await tx.sql`
      update alert_deliveries
      set provider_id = null, status = 'sending'
      where company_id = ${sender.companyId} and id = ${first.id}`
    await tx.sql`update alert_deliveries set provider_id = ${call.sid} where company_id = ${sender.companyId} and id = ${second.id}`
  })
  expect((await callBack(call, 'completed')).statusCode).toBe(200)
  const rows = await until(sender, 'delivered', 'unknown')
  expect(rows.map(({ provider_id }) => provider_id)).toEqual([call.sid, null])
})

test('a send has one waiting job, however often we look', async () => {
  const sender = await newSender(server)
  const { code } = await send(sender, ['sms', 'busy', 'busy'])
  await until(sender, 'queued')
  await givenUp()
  const waiting = await server.work(async (work) => {
    for (let i = 0; i < 3; i++) await resumeNow(work, { atStart: true })
    return work.tx.sql`
      select from pgboss.job where name = 'alerts.send' and state = 'created' and singleton_key = ${code}`
  })
  expect(waiting.length).toBeLessThanOrEqual(1) // none if its turn has come
  await hurry(sender)
  await until(sender, 'accepted')
})

test('another provider is not asked about deliveries it never had', async () => {
  const sender = await newSender(server)
  await send(sender, ['sms', 'silent-after'])
  await until(sender, 'sending')
  await givenUp()
  const { alerts } = server.gateways
  server.gateways.alerts = (await openTestServer()).gateways.alerts
  try {
    await later(sender, 5)
    await until(sender, 'sending')
    await later(sender, 6)
    await until(sender, 'unknown')
  } finally {
    server.gateways.alerts = alerts
  }
})

test('with the journal, a delivery stopped while a worker holds it does not leave', async () => {
  const quiet = await openTestServer()
  await quiet.jobs.stop()
  const { owner, companyId, messageId, sectorId } = await newSender(quiet)
  const { phone } = await newOccupant(owner)
  const { code } = await owner(alertCalls.sendAlert, { messageId, sectorId })
  const batch = await quiet.work((work) => work.aside((own) => markSending(own, { companyId, sendId: code ?? '' })))
  expect(batch).toHaveLength(1)
  await quiet.work((work) => resumeNow(work, { atStart: true })) // another server starts, and believes the first one dead
  expect(await owner(alertCalls.stopAlert, { code: code ?? '' })).toEqual({ stoppedCount: 1 })

  await quiet.work((work) => deliverBatch(work, { companyId, sendId: code ?? '' }, batchOf(work, { companyId, sendId: code ?? '' }, batch)))
  expect(await quiet.sql('select from outbox where "to" = $1', [phone])).toEqual([])
  expect(await owner(alertCalls.listAlertLog, { code: code ?? '' })).toMatchObject([{ status: 'cancelled', factured: false }])
})

test.each<Outcome>([
  { is: 'later', wasTried: false },
  { is: 'later', wasTried: true },
  { is: 'refused', reason: 'other' },
])('a worker that wakes too late leaves a delivery to the one that took it since: %j', async (late) => {
  const { idle, owner, companyId, job, step } = await sendByHand(twilio)

  const asleep = await step((own) => markSending(own, job))
  await inCompany(idle, companyId, (tx) => tx.sql`update alert_deliveries set sending_at = sending_at - interval '2 minutes'`)
  await idle.work((work) => traceLostDeliveries(work, companyId))
  const awake = await step((own) => markSending(own, job))
  expect([asleep, awake]).toMatchObject([{ length: 1 }, { length: 1 }])

  await step((own) => writeOutcomes(own, companyId, asleep, [late]))
  expect(await step((own) => markSending(own, job))).toEqual([]) // the other worker still holds it
  await step((own) => writeOutcomes(own, companyId, awake, [{ is: 'accepted', providerId: `SM${job.sendId}` }]))
  expect(await owner(alertCalls.listAlertLog, { code: job.sendId })).toMatchObject([{ status: 'accepted' }])
  expect(await owner(bankCalls.getBankTotal)).toMatchObject({ amount: 99 })
})

test('a phone that Twilio refuses to be asked about delays nobody else', async () => {
  const sender = await newSender(server)
  const { phones } = await send(sender, ['sms', 'silent-after'], ['sms', 'silent-after'])
  await vi.waitFor(() => expect(phones.map((phone) => twilio.sentTo(phone).length)).toEqual([1, 1]), { timeout: 20_000 })
  await givenUp()
  twilio.unasked = phones[0] ?? null
  await later(sender, 2)
  await until(sender, 'sending', 'accepted')
  twilio.unasked = null
  await later(sender, 0)
  await until(sender, 'accepted', 'accepted')
})

test('a trace killed between two steps is finished by the next, and nobody is alerted twice', async () => {
  const sender = await newSender(server)
  const { phones } = await send(sender, ['sms', 'silent-after'], ['sms', 'silent'])
  await until(sender, 'sending', 'sending')
  await vi.waitFor(() => expect(twilio.sentTo(phones[0] ?? '')).toHaveLength(1), { timeout: 20_000 })
  await givenUp()
  await inCompany(server, sender.companyId, (tx) => tx.sql`update alert_deliveries set sending_at = sending_at - interval '2 minutes'`)
  for (let last = 1; (await killedAfter(server, last, (work) => resumeNow(work, { atStart: true }))) === 'killed'; last++);
  await endPauses()
  await until(sender, 'accepted', 'accepted')
  expect(phones.map((phone) => twilio.sentTo(phone).length)).toEqual([1, 1])
})

test('deliveries that never left through twelve crashes in a row are retried, and alert once', async () => {
  const { idle, owner, companyId, job, step } = await sendByHand(twilio)
  for (let crash = 1; crash <= 13; crash++) {
    expect(await step((own) => markSending(own, job))).toHaveLength(1)
    await inCompany(idle, companyId, (tx) => tx.sql`update alert_deliveries set sending_at = sending_at - interval '12 minutes'`)
    await idle.work((work) => traceLostDeliveries(work, companyId))
  }
  const deliveries = await step((own) => markSending(own, job))
  await idle.work((work) => deliverBatch(work, job, batchOf(work, job, deliveries)))
  expect(await owner(alertCalls.listAlertLog, { code: job.sendId })).toMatchObject([{ status: 'accepted', factured: true }])
  expect(twilio.sentTo(deliveries[0]?.phone ?? '')).toHaveLength(1)
})

test('a delivery that never left before its send ended costs nothing, even if it was unknown for a while', async () => {
  const { idle, owner, companyId, job, step } = await sendByHand(twilio)
  expect(await step((own) => markSending(own, job))).toHaveLength(1)
  twilio.remembers = false
  await inCompany(idle, companyId, (tx) => tx.sql`update alert_deliveries set sending_at = sending_at - interval '12 minutes'`)
  await idle.work((work) => traceLostDeliveries(work, companyId))
  expect(await owner(alertCalls.listAlertLog, { code: job.sendId })).toMatchObject([{ status: 'unknown', factured: true }])
  twilio.remembers = true
  await inCompany(idle, companyId, (tx) => tx.sql`update alert_sends set created_at = created_at - interval '12 hours'`)
  await idle.work((work) => traceLostDeliveries(work, companyId))
  expect(await step((own) => markSending(own, job))).toEqual([])
  expect(await owner(alertCalls.listAlertLog, { code: job.sendId })).toMatchObject([
    { status: 'failed', cancellationDetail: 'expired', factured: false },
  ])
  expect(await owner(bankCalls.getBankTotal)).toMatchObject({ amount: 100 })
})

test('a lagging list that shows nothing is not believed: nobody is alerted twice', async () => {
  const lagging = await openTestServer({ ...twilio.environment('+15815550197'), TWILIO_LIST_LAG: '1200' }, undefined, { lookSeconds: 0.5 })
  const there = watch(lagging, twilio)
  const sender = await newSender(lagging)
  const { phones } = await there.send(sender, ['sms', 'silent-after'], ['sms', 'silent'])
  await vi.waitFor(() => expect(twilio.sentTo(phones[0] ?? '')).toHaveLength(1), { timeout: 20_000 })
  await there.givenUp()
  twilio.isBehind = true
  try {
    await there.later(sender, 5)
    await there.until(sender, 'sending', 'sending')
    await there.later(sender, 6)
    await there.until(sender, 'unknown', 'unknown')
    await there.givenUp()
    expect(phones.map((phone) => twilio.sentTo(phone).length)).toEqual([1, 0])
  } finally {
    twilio.isBehind = false
  }
  // The list has caught up: what it shows counts at once; what it doesn't show counts once it would have to.
  await there.later(sender, 0)
  await there.until(sender, 'accepted', 'unknown')
  await inCompany(lagging, sender.companyId, (tx) => tx.sql`update alert_deliveries set sending_at = sending_at - interval '15 minutes'`)
  await there.later(sender, 0)
  await there.until(sender, 'accepted', 'accepted')
  expect(phones.map((phone) => twilio.sentTo(phone).length)).toEqual([1, 1])
})

test.each([
  ['somebody stops the send', 'stopped', 'update alert_sends set stopped_at = now()'],
  ['its hours are over', 'hours', onlyFarHours],
])('a delivery waiting for its turn when %s does not leave', async (_when, detail, change) => {
  const { idle, owner, companyId, job, step } = await sendByHand(twilio)
  const deliveries = await step((own) => markSending(own, job))
  expect(deliveries).toHaveLength(1)
  await inCompany(idle, companyId, (tx) => tx.rows(sql.raw(change)))
  await idle.work((work) => deliverBatch(work, job, batchOf(work, job, deliveries)))
  expect(twilio.sentTo(deliveries[0]?.phone ?? '')).toEqual([])
  expect(await step((own) => markSending(own, job))).toEqual([])
  expect(await owner(alertCalls.listAlertLog, { code: job.sendId })).toMatchObject([
    { status: 'cancelled', cancellationDetail: detail, factured: false },
  ])
})
