// Promises of docs/product/alerts.md that a reviewer once broke, each at its weakest moment.
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { newMessage, newOccupant, newSender, type Sender } from '../testing/alerts.ts'
import { newSector } from '../testing/folders.ts'
import { inCompany, openTestServer, ownerUrlOf } from '../testing/server.ts'
import { openTwilio, watch } from '../testing/twilio.ts'
import { batchOf, deliverBatch, resumeNow } from './alerts.jobs.ts'
import { markSending } from './deliveries.ts'
import { traceLostDeliveries } from './lost-deliveries.ts'

const twilio = await openTwilio()
const server = await openTestServer(twilio.environment(Array.from({ length: 40 }, (_, i) => `+15815550${100 + i}`).join(',')))
const { send, until, hurry, givenUp, callBack } = watch(server, twilio)

/** As if everything had happened that many minutes ago, on our side and on Twilio's. */
async function pass(sender: Sender, minutes: number) {
  await inCompany(server, sender.companyId, async (tx) => {
    await tx.sql`
      update alert_deliveries
      set sending_at = sending_at - make_interval(mins => ${minutes}),
          accepted_at = accepted_at - make_interval(mins => ${minutes})`
    await tx.sql`update alert_sends set created_at = created_at - make_interval(mins => ${minutes})`
  })
  for (const one of twilio.kept) one.createdAt = new Date(one.createdAt.getTime() - minutes * 60_000)
}
const look = () => server.work((work) => resumeNow(work, { atStart: true }))

/** Looks again and again, as the cron job does, until the lost delivery is back in the queue and cancelled there. */
const cancelled = (sender: Sender) =>
  vi.waitFor(
    async () => {
      await look()
      await hurry(sender)
      const rows = await inCompany(server, sender.companyId, (tx) => tx.sql`select from alert_deliveries where status = 'cancelled'`)
      expect(rows).toHaveLength(1)
    },
    { timeout: 60_000, interval: 200 },
  )

async function becomeUnknown(sender: Sender, method: 'sms' | 'call') {
  const { code, phones } = await send(sender, [method, 'silent'])
  await until(sender, 'sending')
  await givenUp()
  twilio.remembers = false
  await pass(sender, 11)
  await look()
  await until(sender, 'unknown')
  twilio.remembers = true
  return { code, phone: phones[0] ?? '' }
}

test('after « Arrêter » an unknown delivery does not leave', async () => {
  const sender = await newSender(server)
  const { code, phone } = await becomeUnknown(sender, 'sms')
  await sender.owner(alertCalls.stopAlert, { code })
  await cancelled(sender)
  expect(twilio.sentTo(phone)).toHaveLength(0)
})

test('an unknown delivery whose text was sent again meanwhile does not alert twice', async () => {
  const sender = await newSender(server)
  const { phone } = await becomeUnknown(sender, 'sms')
  // The office sees « inconnu » and, once the delay has passed, presses again: same text, same target.
  twilio.remembers = false
  const again = await sender.owner(alertCalls.sendAlert, { messageId: sender.messageId, sectorId: sender.sectorId })
  expect(again).toMatchObject({ type: 'success', cancelledCount: 0 })
  await vi.waitFor(() => expect(twilio.sentTo(phone)).toHaveLength(1), { timeout: 20_000 })
  twilio.remembers = true
  await cancelled(sender)
  expect(twilio.sentTo(phone)).toHaveLength(1)
})

test('a batch is recorded even if tracing matched its message to an unknown delivery; nobody is alerted twice', async () => {
  const idle = await openTestServer(twilio.environment('+15815550198'))
  await idle.jobs.stop()
  const { owner, companyId, messageId, sectorId } = await newSender(idle)
  const { phone } = await newOccupant(owner, { alertMethod: 'call' })
  for (const _ of ['another', 'a third']) await newOccupant(owner)
  const { code } = await owner(alertCalls.sendAlert, { messageId, sectorId })
  const first = { companyId, sendId: code ?? '' }
  await idle.work((work) => work.aside((own) => markSending(own, first)))
  await inCompany(idle, companyId, async (tx) => {
    await tx.sql`update alert_deliveries set status = 'unknown', sending_at = sending_at - interval '30 minutes' where phone = ${phone}`
    await tx.sql`update alert_deliveries set status = 'accepted', sending_at = sending_at - interval '30 minutes' where phone <> ${phone}`
    await tx.sql`update alert_sends set created_at = created_at - interval '30 minutes'`
  })
  const [message, wider] = [await newMessage(owner), await newSector(owner)]
  const next = await owner(alertCalls.sendAlert, { messageId: message.id, sectorId: wider.id })
  const second = { companyId, sendId: next.code ?? '' }
  // While we trace the unknown delivery, the next alert leaves, and Twilio answers before its batch is complete.
  const { alerts } = idle.gateways
  const brought = Promise.withResolvers<void>()
  let writing: Promise<unknown> = Promise.resolve()
  const looked = Promise.withResolvers<void>()
  const slow = {
    ...alerts,
    trace: async (...args: Parameters<typeof alerts.trace>) => {
      const batch = await idle.work((work) => work.aside((own) => markSending(own, second)))
      idle.gateways.alerts = {
        ...alerts,
        deliver: async (w, b) => {
          const out = await alerts.deliver(w, b)
          brought.resolve()
          await looked.promise
          return out
        },
      }
      writing = idle.work((work) => deliverBatch(work, second, batchOf(work, second, batch))).catch((error) => error)
      await brought.promise
      return alerts.trace(...args)
    },
  }
  idle.gateways.alerts = slow
  await idle.work((work) => traceLostDeliveries(work, companyId))
  looked.resolve()
  await writing
  idle.gateways.alerts = alerts
  expect(
    (await inCompany(idle, companyId, (tx) => tx.sql`select from alert_deliveries where send_id = ${second.sendId} and status = 'sending'`))
      .length,
  ).toBe(0)
}, 90_000)

test('the same key for another target does not return the first send', async () => {
  const sender = await newSender(server)
  await newOccupant(sender.owner)
  const other = await newSector(sender.owner)
  const message = await newMessage(sender.owner)
  const requestKey = `key-${Date.now()}`
  const one = await sender.owner(alertCalls.sendAlert, { messageId: sender.messageId, sectorId: sender.sectorId, requestKey })
  const two = await sender.owner.raw(alertCalls.sendAlert, { messageId: message.id, sectorId: other.id, requestKey })
  expect((two.body as { code: string }).code).not.toBe(one.code)
})

test('odd keys do not cause a 500', async () => {
  const sender = await newSender(server)
  await newOccupant(sender.owner)
  for (const requestKey of ['aaaaaaaa\u0000', 'aaaaaaaa\ud800', '        ', '../../../', '%00%00%00%00', 'é'.repeat(100), 'a/b/c/d/e/f']) {
    const post = await sender.owner.raw(alertCalls.sendAlert, { messageId: sender.messageId, sectorId: sender.sectorId, requestKey })
    const get = await sender.owner.raw(alertCalls.findAlert, { requestKey }).catch((e) => ({ status: String(e) }))
    expect.soft(post.status).toBeLessThan(500)
    expect.soft(get.status).not.toBe(500)
  }
})

test('a press still being processed is not reported as unknown', async () => {
  const sender = await newSender(server)
  await newOccupant(sender.owner)
  const requestKey = `key-${Date.now()}`
  const client = new pg.Client(ownerUrlOf(server))
  await client.connect()
  await client.query('begin')
  await client.query(`select set_config('app.companies', $1, true)`, [`{${sender.companyId}}`])
  await client.query('select from companies where id = $1 for update', [sender.companyId])
  const pressed = sender.owner(alertCalls.sendAlert, { messageId: sender.messageId, sectorId: sender.sectorId, requestKey })
  await new Promise((r) => setTimeout(r, 500))
  const asked = sender.owner.raw(alertCalls.findAlert, { requestKey })
  await Promise.race([asked, new Promise((r) => setTimeout(r, 1500))])
  await client.query('commit')
  await client.end()
  expect(await pressed).toMatchObject({ type: 'success' })
  expect((await asked).status).toBe(200)
})

test('eight presses at once with one key, from two tabs and two people', async () => {
  const sender = await newSender(server)
  await newOccupant(sender.owner)
  const requestKey = `key-${Date.now()}`
  const order = { messageId: sender.messageId, sectorId: sender.sectorId, requestKey }
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => sender.owner(alertCalls.sendAlert, order)),
    sender.super_admin.raw(alertCalls.findAlert, { requestKey }),
  ])
  const codes = new Set(answers.slice(0, 8).map((a) => (a as { code: string }).code))
  expect(codes.size).toBe(1)
  expect(await sender.owner(bankCalls.getBankTotal)).toMatchObject({ amount: 99 })
  const neighbour = await newSender(server)
  expect((await neighbour.owner.raw(alertCalls.findAlert, { requestKey })).status).toBe(404)
  const code = [...codes][0] ?? ''
  for (const row of [alertCalls.getAlert, alertCalls.listAlertLog, alertCalls.getAlertProgress, alertCalls.stopAlert])
    expect((await neighbour.owner.raw(row, { code })).status).toBe(404)
  expect((await neighbour.owner.raw(alertCalls.sendAlert, { ...order })).status).toBe(404)
})

test('in whatever order news arrives, what left is paid, the rest is refunded, and the ledger adds up', async () => {
  const sender = await newSender(server)
  const n = 24
  const { phones } = await send(sender, ...Array.from({ length: n }, () => ['sms'] as ['sms']))
  await until(sender, ...phones.map(() => 'accepted'))
  const words = ['queued', 'sent', 'delivered', 'undelivered', 'failed', 'canceled', 'sending']
  const plans = phones.map((phone) => ({
    phone,
    said: Array.from({ length: 1 + Math.floor(Math.random() * 6) }, () => words[Math.floor(Math.random() * words.length)] ?? ''),
  }))
  const statuses = await Promise.all(
    plans.map(async ({ phone, said }) => {
      const [kept] = twilio.sentTo(phone)
      const seen: number[] = []
      for (const word of said)
        if (kept) seen.push(...(await Promise.all([callBack(kept, word), callBack(kept, word)])).map((a) => a.statusCode))
      return seen
    }),
  )
  expect(new Set(statuses.flat())).toEqual(new Set([200]))
  const rows = await inCompany(
    server,
    sender.companyId,
    (tx) => tx.sql<{ phone: string; status: string; paid_from: string | null }>`select * from alert_deliveries`,
  )
  const paid = rows.filter((r) => r.paid_from !== null).length
  expect(await sender.owner(bankCalls.getBankTotal)).toMatchObject({ amount: 100 - paid })
  const [ledger] = await inCompany(
    server,
    sender.companyId,
    (tx) => tx.sql<{ sum: number }>`select sum(amount)::int as sum from alert_ledger`,
  )
  expect(ledger?.sum).toBe(100 - paid)
  for (const { phone, said } of plans) {
    const row = rows.find((r) => r.phone === phone)
    const firstEnd = said.find((w) => ['delivered', 'failed', 'canceled', 'undelivered'].includes(w))
    const expected =
      firstEnd === undefined
        ? 'accepted'
        : firstEnd === 'undelivered'
          ? said.includes('delivered')
            ? 'delivered'
            : 'failed'
          : firstEnd === 'delivered'
            ? 'delivered'
            : 'failed'
    expect.soft([said, row?.status]).toEqual([said, expected])
  }
})
