// Sends while the provider, PostgreSQL or the machine is away.
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import type { Work } from '../engine/ctx.ts'
import { fillOccupants, newMessage, newOccupant, newSender } from '../testing/alerts.ts'
import { newSector } from '../testing/folders.ts'
import { appUrlOf, inCompany, openTestServer } from '../testing/server.ts'
import { openTwilio, sendByHand, watch } from '../testing/twilio.ts'
import { batchOf } from './alerts.jobs.ts'
import { markSending, secondsToNextTry, writeOutcomes } from './deliveries.ts'

const twilio = await openTwilio()
const server = await openTestServer(twilio.environment(Array.from({ length: 20 }, (_, i) => `+15815550${100 + i}`).join(',')))
const { later, hurry, givenUp } = watch(server, twilio)

test('a machine that slept sends nothing of the batch it held', async () => {
  const { idle, job, step } = await sendByHand(twilio)
  const [one] = await step((own) => markSending(own, job))
  if (!one) throw new Error('nothing taken')
  const asleep = (own: Work) => ({ ...batchOf(own, job, [one]), timeOfDay: Date.now() - 60_000 })
  expect(await step((own) => idle.gateways.alerts.deliver(own, asleep(own)))).toEqual([{ is: 'later', wasTried: false }])
  expect(twilio.sentTo(one.phone)).toEqual([])
})

test('a delivery that got no turn waits a little instead of looping', async () => {
  const { companyId, job, step } = await sendByHand(twilio)
  const batch = await step((own) => markSending(own, job))
  await step((own) => writeOutcomes(own, companyId, batch, [{ is: 'later', wasTried: false }]))
  expect(await step((own) => markSending(own, job))).toEqual([])
  expect(await step((own) => secondsToNextTry(own, job))).toBeGreaterThan(0)
})

test('a provider that only fails is not handed every delivery', async () => {
  const sender = await newSender(server, { bank: 1000 })
  await fillOccupants(server, sender, 250)
  const { mood } = twilio
  twilio.mood = () => 'broken'
  const { code } = await sender.owner(alertCalls.sendAlert, { messageId: sender.messageId, sectorId: sender.sectorId })
  const count = () =>
    inCompany(
      server,
      sender.companyId,
      (tx) => tx.sql<{ status: string; n: number }>`
        select status, count(*)::int as n from alert_deliveries where company_id = ${sender.companyId} group by status order by status`,
    )
  await vi.waitFor(async () => expect((await count()).at(-1)).toMatchObject({ status: 'sending' }), { timeout: 20_000 })
  await givenUp()
  expect(await count()).toEqual([
    { status: 'queued', n: 150 },
    { status: 'sending', n: 100 },
  ])
  twilio.mood = mood
  await sender.owner(alertCalls.stopAlert, { code: code ?? '' })
})

test('a send pauses while its provider is down, says so, and resumes hours later', async () => {
  const sender = await newSender(server, { bank: 1000 })
  await fillOccupants(server, sender, 150)
  const { mood } = twilio
  const code = await (async () => {
    twilio.mood = () => 'broken'
    twilio.remembers = false
    return (await sender.owner(alertCalls.sendAlert, { messageId: sender.messageId, sectorId: sender.sectorId })).code ?? ''
  })()
  const progress = () => sender.owner(alertCalls.getAlertProgress, { code })
  await vi.waitFor(async () => expect(await progress()).toMatchObject({ queued: 150, isPaused: true }), { timeout: 20_000 })
  // During that hour the provider is only asked whether it is up, and gets no more deliveries.
  for (let look = 0; look < 3; look++) {
    await givenUp()
    await hurry(sender)
    await later(sender, 20)
  }
  await vi.waitFor(async () => expect(await progress()).toMatchObject({ queued: 50, unknown: 100, isPaused: true }), { timeout: 20_000 })

  twilio.mood = mood
  twilio.remembers = true
  await vi.waitFor(
    async () => {
      await hurry(sender)
      await later(sender, 0)
      expect(await progress()).toMatchObject({ accepted: 150, queued: 0, unknown: 0, isPaused: false })
    },
    { timeout: 60_000, interval: 500 },
  )
  expect(new Set(twilio.kept.filter(({ to }) => to.startsWith('+14382')).map(({ to }) => to)).size).toBe(150)
  expect(await sender.owner(bankCalls.getBankTotal)).toMatchObject({ amount: 850 })
})

test('a provider that says how long to wait is left alone for that long', async () => {
  const busy = await openTestServer(twilio.environment('+15815550198'))
  const { send: sendThere, until: untilThere, givenUp: givenUpThere } = watch(busy, twilio)
  const sender = await newSender(busy)
  twilio.retryAfter = '900'
  try {
    const { code, phones } = await sendThere(sender, ['sms', 'busy'])
    await untilThere(sender, 'queued')
    await givenUpThere()
    const seconds = `
      select extract(epoch from start_after - now())::int as job
      from pgboss.job
      where name = 'alerts.send' and singleton_key = $1 and state = 'created'`
    await vi.waitFor(async () => expect((await busy.sql<{ job: number }>(seconds, [code]))[0]?.job ?? 0).toBeGreaterThan(600), {
      timeout: 20_000,
    })
    expect(await sender.owner(alertCalls.getAlertProgress, { code })).toMatchObject({ queued: 1, isPaused: true })
    // Another send waits too: the limit is on the Twilio account.
    const wider = await newSector(sender.owner)
    const next = await newOccupant(sender.owner)
    await sender.owner(alertCalls.sendAlert, { messageId: (await newMessage(sender.owner)).id, sectorId: wider.id })
    await vi.waitFor(
      async () =>
        expect(
          await busy.sql(
            `select from pgboss.job where name = 'alerts.send' and state = 'created' and start_after > now() + interval '10 minutes'`,
          ),
        ).toHaveLength(2),
      { timeout: 20_000 },
    )
    expect([...phones, next.phone].flatMap((phone) => twilio.sentTo(phone))).toEqual([])
  } finally {
    twilio.retryAfter = null
  }
})

test('a send resumes after PostgreSQL was away, and keeps the provider’s answers from meanwhile', async () => {
  const sender = await newSender(server, { bank: 1000 })
  await fillOccupants(server, sender, 130)
  const { promise, resolve } = Promise.withResolvers<void>()
  const before = twilio.kept.length
  const { mood } = twilio
  let asked = 0
  twilio.mood = (phone, attempt) => {
    asked++
    return mood(phone, attempt)
  }
  twilio.until = promise
  const { code } = await sender.owner(alertCalls.sendAlert, { messageId: sender.messageId, sectorId: sender.sectorId })
  await vi.waitFor(() => expect(asked).toBe(100), { timeout: 20_000 }) // the provider holds a whole batch
  twilio.mood = mood
  const hand = new pg.Client(appUrlOf(server))
  await hand.connect()
  const { rows: ended } = await hand.query(`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`)
  await hand.end()
  expect(ended.length).toBeGreaterThan(3)
  resolve()
  // Long before anyone looks for lost deliveries.
  await vi.waitFor(
    async () =>
      expect(await sender.owner(alertCalls.getAlertProgress, { code: code ?? '' })).toMatchObject({ accepted: 130, queued: 0, unknown: 0 }),
    { timeout: 45_000, interval: 200 },
  )
  expect(twilio.kept.length - before).toBe(130)
})
