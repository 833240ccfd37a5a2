// kill -9 at any moment of a send, again and again: nobody is alerted twice or forgotten, and the bank pays once.
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@bordee/core/api.ts'
import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import { expect, test, vi } from 'vitest'
import { fillOccupants, newSender, type Sender } from '../testing/alerts.ts'
import { putBackClock } from '../testing/local-twilio.ts'
import { inCompany, openTestServer, type TestServer } from '../testing/server.ts'
import { openTwilio } from '../testing/twilio.ts'
import { startVictim } from '../testing/victims.ts'
import { traceLostDeliveries } from './lost-deliveries.ts'

/** Presses « Envoyer »; null if the server died before it answered. */
async function press(url: string, { owner, messageId, sectorId }: Sender): Promise<string | null> {
  try {
    const answer = await fetch(`${url}/api/notifications/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messageId, sectorId }),
    })
    return ((await answer.json()) as { type: string }).type
  } catch {
    return null
  }
}

interface Row {
  id: string
  phone: string
  status: string
  provider_id: string | null
}
const rowsOf = (server: TestServer, { companyId }: Sender) =>
  inCompany(
    server,
    companyId,
    (tx) => tx.sql<Row>`select id, phone, status, provider_id from alert_deliveries where company_id = ${companyId}`,
  )

const settled = (server: TestServer, sender: Sender, count: number, openStates = ['queued', 'sending']) =>
  vi.waitFor(
    async () => {
      const rows = await rowsOf(server, sender)
      expect(rows).toHaveLength(count)
      const open = rows.filter(({ status }) => openStates.includes(status))
      expect(Map.groupBy(open, ({ status }) => status)).toEqual(new Map())
      return rows
    },
    { timeout: 90_000, interval: 200 },
  )

async function debitedOnce(server: TestServer, sender: Sender, count: number) {
  expect(await sender.owner(bankCalls.getBankTotal)).toMatchObject({ amount: 10_000 - count })
  const lines = await inCompany(
    server,
    sender.companyId,
    (tx) =>
      tx.sql<{
        amount: number
        reason: string
      }>`select amount, reason from alert_ledger where company_id = ${sender.companyId} order by id`,
  )
  expect(lines).toEqual([
    { amount: 10_000, reason: 'lot' },
    { amount: -count, reason: 'send' },
  ])
}

/** The text asks for the reason that a driver gave at the site. */
async function giveReason({ owner, employee, messageId }: Sender, site: string) {
  const { id: routeId } = await owner(api.createRoute, { route: { name: 'Nord', sites: [{ site, sortOrder: 0 }] } })
  const { id: runId } = await employee(api.startRun, { routeId })
  const { runSites } = await employee(api.getRunDetails, { id: runId })
  await employee(api.markSiteNotDone, { runId, runSiteId: runSites[0]?.id ?? '', reason: 'ice' })
  await owner(api.updateMessage, { id: messageId, message: { long: 'Nous repasserons ({raison}).' } })
}

const anyOf = (max: number) => Math.floor(Math.random() * max)

/** Waits until `more` deliveries than now have been accepted, or all `count`. */
async function accepted(server: TestServer, more: number, count: number) {
  const sent = async () => (await server.sql<{ n: number }>('select count(*)::int as n from outbox'))[0]?.n ?? 0
  const wanted = Math.min((await sent()) + more, count)
  while ((await sent()) < wanted) await sleep(5)
}

test('with the journal every occupant is accepted exactly once', async () => {
  const count = 5000
  const server = await openTestServer()
  const sender = await newSender(server, { bank: 10_000 })
  await giveReason(sender, await fillOccupants(server, sender, count))
  await server.jobs.stop() // from here on only the servers being killed deliver

  // The first server dies while it takes the order, the others after delivering some more of it.
  let answer: string | null = null
  for (let round = 1; round <= 4; round++) {
    const victim = await startVictim(server, {})
    const dying = round === 1 ? sleep(anyOf(150)) : accepted(server, anyOf(1200), count)
    // Press again if there was no answer: a send already committed answers with a warning.
    if (answer === null && round === 1) answer = await Promise.race([press(victim.url, sender), dying.then(() => null)])
    else if (answer === null) answer = await press(victim.url, sender)
    await dying
    await victim.kill()
  }
  const last = await startVictim(server, {})
  if (answer === null) answer = await press(last.url, sender)
  expect(['success', 'warning']).toContain(answer)

  const rows = await settled(server, sender, count)
  expect(rows.filter(({ status }) => status !== 'accepted')).toEqual([])
  // A server that starts may also send its owner the season check.
  const outbox = await server.sql<{ id: string; to: string; text: string }>(`select id, "to", text from outbox where channel <> 'email'`)
  expect(outbox).toHaveLength(count)
  expect(new Set(outbox.map(({ text }) => text))).toEqual(new Set(['Nous repasserons (glace).']))
  expect(new Set(outbox.map(({ to }) => to)).size).toBe(count)
  expect(new Set(outbox.map(({ id }) => id))).toEqual(new Set(rows.map(({ id }) => id)))
  await debitedOnce(server, sender, count)
  await last.kill()
}, 180_000)

test('with Twilio nobody is alerted twice, and lost deliveries are settled once Twilio answers', async () => {
  const count = 5000
  const twilio = await openTwilio()
  // A long timeout, for busy machines: here silences end because the server is killed.
  const environment = { ...twilio.environment('+15815550100,+15815550101'), TWILIO_TIMEOUT: '20' }
  const server = await openTestServer(environment)
  const sender = await newSender(server, { bank: 10_000 })
  await fillOccupants(server, sender, count)
  await server.jobs.stop()
  /** Once the server is dead, its connections are gone. Moves the clock instead of waiting for `patience` to pass. */
  const lookAgain = async (minutes: number) => {
    await vi.waitFor(async () => expect(await twilio.connections()).toBe(0), { timeout: 20_000 })
    await putBackClock(server, sender, twilio, minutes)
  }

  let answer: string | null = null
  for (let round = 1; round <= 3; round++) {
    const victim = await startVictim(server, environment)
    // The server dies while Twilio handles its request, before or after Twilio takes it in.
    let left = 20 + anyOf(1200)
    twilio.mood = () => {
      if (--left === 0) void victim.kill()
      return left > 0 ? 'ok' : left % 2 === 0 ? 'silent-after' : 'silent'
    }
    if (answer === null) answer = await press(victim.url, sender)
    await victim.gone
    // After the second crash Twilio forgets everything for over ten minutes, and we look for lost deliveries.
    await lookAgain(round === 2 ? 11 : 2)
    twilio.remembers = round !== 2
    if (round === 2) {
      await server.work((work) => traceLostDeliveries(work, sender.companyId))
      const unknown = (await rowsOf(server, sender)).filter(({ status }) => status === 'unknown')
      expect(unknown.length).toBeGreaterThan(0)
    }
    twilio.remembers = true
  }
  twilio.mood = () => 'ok'
  const last = await startVictim(server, environment)
  const rows = await settled(server, sender, count, ['queued', 'sending', 'unknown'])
  expect(answer).toBe('success')

  const byPhone = Map.groupBy(twilio.kept, ({ to }) => to.replace('+1', ''))
  expect([...byPhone.values()].filter((sent) => sent.length > 1)).toEqual([])
  for (const { phone, status, provider_id } of rows) {
    expect(status).toBe('accepted')
    expect(byPhone.get(phone)?.[0]?.sid).toBe(provider_id)
  }
  await debitedOnce(server, sender, count)
  await last.kill()
}, 180_000)

test('twelve crashes on a batch that never left: everyone is alerted once and paid once', async () => {
  const count = 100
  const twilio = await openTwilio()
  const environment = { ...twilio.environment('+15815550100'), TWILIO_TIMEOUT: '20' }
  const server = await openTestServer(environment)
  const sender = await newSender(server, { bank: 10_000 })
  await fillOccupants(server, sender, count)
  await server.jobs.stop()
  let answer: string | null = null
  for (let crash = 1; crash <= 12; crash++) {
    const victim = await startVictim(server, environment)
    twilio.mood = () => {
      void victim.kill()
      return 'silent'
    }
    answer ??= await press(victim.url, sender)
    await victim.gone
    // Nothing left, but Twilio is asked only once its list would have to show it.
    await inCompany(
      server,
      sender.companyId,
      (tx) => tx.sql`update alert_deliveries set retry_at = null, sending_at = sending_at - interval '5 minutes'`,
    )
    await server.sql(`update pgboss.job set start_after = now() where name = 'alerts.send' and state = 'created'`)
  }
  twilio.mood = () => 'ok'
  const last = await startVictim(server, environment)
  const rows = await settled(server, sender, count, ['queued', 'sending', 'unknown'])
  expect(answer).toBe('success')
  expect(rows.filter(({ status }) => status !== 'accepted')).toEqual([])
  expect(twilio.kept).toHaveLength(count)
  expect(new Set(twilio.kept.map(({ to }) => to)).size).toBe(count)
  await debitedOnce(server, sender, count)
  await last.kill()
}, 240_000)
