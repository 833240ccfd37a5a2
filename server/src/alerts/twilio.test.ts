import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import { expect, test, vi } from 'vitest'
import { newOccupant, newSender, type Sender } from '../testing/alerts.ts'
import { inCompany, openTestServer } from '../testing/server.ts'
import { openTwilio, signed, watch } from '../testing/twilio.ts'

const twilio = await openTwilio()
const numbers = Array.from({ length: 40 }, (_, i) => `+15815550${100 + i}`)
const server = await openTestServer(twilio.environment(numbers.join(',')))

const { send, until, callBack } = watch(server, twilio)

test('a text and a call go out and their status comes back; a repeated callback counts once', async () => {
  const sender = await newSender(server)
  const { phones } = await send(sender, ['sms'], ['call'])
  await until(sender, 'accepted', 'accepted')
  const [sms, call] = phones.map((phone) => twilio.sentTo(phone)[0])
  if (!sms || !call) throw new Error('not sent')
  expect(sms).toMatchObject({ kind: 'Messages', body: expect.stringContaining('Bonjour') })
  expect(numbers).toContain(sms.from)
  expect(call.twiml).toMatch(
    /<Gather numDigits="1"[^>]*><Say language="fr-CA">Compagnie \d+ vous appelle .* Bonjour.*appuyez sur 9\.<\/Say><\/Gather>/,
  )

  for (const status of ['sent', 'delivered', 'delivered', 'sent', 'undelivered']) expect((await callBack(sms, status)).statusCode).toBe(200)
  expect((await callBack(call, 'no-answer')).statusCode).toBe(200)
  await until(sender, 'delivered', 'failed')
  // Both left, so both cost.
  expect(await sender.owner(bankCalls.getBankTotal)).toMatchObject({ amount: 98 })
})

test('a delivery reported as failed, then as delivered, was delivered', async () => {
  const sender = await newSender(server)
  const { phones } = await send(sender, ['sms'], ['sms'])
  await until(sender, 'accepted', 'accepted')
  const [late, refused] = phones.map((phone) => twilio.sentTo(phone)[0])
  if (!late || !refused) throw new Error('not sent')
  for (const status of ['undelivered', 'delivered']) await callBack(late, status)
  for (const status of ['failed', 'delivered']) await callBack(refused, status)
  const rows = await until(sender, 'delivered', 'failed') // one that never left was refunded, and stays so
  expect(rows.map(({ reason }) => reason)).toEqual([null, 'other'])
})

test('beyond sixteen sends at once no send waits for the others', async () => {
  const wide = await openTestServer({
    ...twilio.environment(Array.from({ length: 24 }, (_, i) => `+15815551${100 + i}`).join(',')),
    TWILIO_TIMEOUT: '20',
  })
  const senders = await Promise.all(Array.from({ length: 24 }, () => newSender(wide)))
  const phones = await Promise.all(senders.map(async ({ owner }) => (await newOccupant(owner)).phone))
  const arrived = new Set<string>()
  const { mood } = twilio
  // Answer nobody before all requests have arrived.
  const { promise, resolve } = Promise.withResolvers<void>()
  twilio.until = promise
  twilio.mood = (phone, attempt) => {
    arrived.add(phone)
    return mood(phone, attempt)
  }
  try {
    for (const { owner, messageId, sectorId } of senders) await owner(alertCalls.sendAlert, { messageId, sectorId })
    await vi.waitFor(() => expect(phones.filter((phone) => arrived.has(phone))).toHaveLength(24), { timeout: 15_000, interval: 50 })
  } finally {
    resolve()
    twilio.mood = mood
  }
})

test('twenty-four companies that preview at once do not wait for each other’s connections', async () => {
  const senders = await Promise.all(Array.from({ length: 24 }, () => newSender(server)))

  const previews = await Promise.all(
    senders.map(({ owner, messageId, sectorId }) => owner.raw(alertCalls.previewAlert, { messageId, sectorId })),
  )

  expect(previews.map(({ status }) => status)).toEqual(previews.map(() => 200))
}, 60_000)

test('a post without Twilio’s signature changes nothing', async () => {
  const sender = await newSender(server)
  const { phones } = await send(sender, ['sms'])
  await until(sender, 'accepted')
  const [kept] = twilio.sentTo(phones[0] ?? '')
  if (!kept) throw new Error('not sent')
  const form = { MessageSid: kept.sid, MessageStatus: 'delivered' }
  const forged = signed(kept.statusCallback, form, 'another token')
  const moved = { ...signed(kept.statusCallback, form), payload: new URLSearchParams({ ...form, MessageStatus: 'failed' }).toString() }
  const { 'x-twilio-signature': _, ...unsigned } = forged.headers
  for (const request of [forged, moved, { ...forged, headers: unsigned }]) expect((await server.app.inject(request)).statusCode).toBe(403)
  await until(sender, 'accepted')
  const journal = await openTestServer()
  expect((await journal.app.inject(signed(kept.statusCallback, form))).statusCode).toBe(403)
})

test('a delivery refused for the moment is retried; refused for good it costs nothing', async () => {
  const sender = await newSender(server)
  const { phones } = await send(sender, ['sms', 'busy'], ['sms', 'blocked'], ['sms', 'invalid'], ['call', 'busy'])
  const rows = await until(sender, 'accepted', 'failed', 'failed', 'accepted')
  expect(rows.map(({ reason }) => reason)).toEqual([null, 'unsubscribed', 'other', null])
  expect(rows.map(({ paid_from }) => paid_from)).toEqual(['bank', null, null, 'bank'])
  expect(phones.map((phone) => twilio.sentTo(phone).length)).toEqual([1, 0, 0, 1])
  expect(await sender.owner(bankCalls.getBankTotal)).toMatchObject({ amount: 98 })
  const changes = await inCompany(
    server,
    sender.companyId,
    (tx) => tx.sql`select phone, unsubscribed, how from subscription_changes where company_id = ${sender.companyId}`,
  )
  expect(changes).toEqual([{ phone: phones[1], unsubscribed: true, how: 'carrier' }])
})

test('a message that Twilio could not send after all is refunded', async () => {
  const sender = await newSender(server)
  const { phones } = await send(sender, ['sms'], ['sms'])
  await until(sender, 'accepted', 'accepted')
  const [lost, stopped] = phones.map((phone) => twilio.sentTo(phone)[0])
  if (!lost || !stopped) throw new Error('not sent')
  for (let i = 0; i < 2; i++) {
    await callBack(lost, 'failed', { ErrorCode: '30008' })
    await callBack(stopped, 'undelivered', { ErrorCode: '21610' })
  }
  const rows = await until(sender, 'failed', 'failed')
  expect(rows.map(({ reason }) => reason)).toEqual(['other', 'unsubscribed'])
  expect(await sender.owner(bankCalls.getBankTotal)).toMatchObject({ amount: 100 })
})

test('ARRET, DÉBUT and AIDE count for the company whose number was answered', async () => {
  const [sender, next] = [await newSender(server), await newSender(server)]
  const { phones } = await send(sender, ['sms'])
  const phone = phones[0] ?? ''
  await newOccupant(next.owner, { phone })
  await next.owner(alertCalls.sendAlert, { messageId: next.messageId, sectorId: next.sectorId })
  await until(sender, 'accepted')
  await until(next, 'accepted')
  const [ours, theirs] = twilio.sentTo(phone)
  expect(ours?.from).not.toBe(theirs?.from) // no two companies share a number
  const answer = (text: string, to = ours?.from ?? '') =>
    server.app.inject(
      signed('https://bordee.exemple.ca/api/webhooks/twilio/sms', { From: `+1${phone}`, To: to, Body: text, MessageSid: 'SM1' }),
    )
  const isOut = async ({ companyId }: Sender) =>
    (
      await inCompany(
        server,
        companyId,
        (tx) => tx.sql`select from unsubscribed_phones where company_id = ${companyId} and phone = ${phone}`,
      )
    ).length === 1

  const help = await answer('Aide svp')
  expect(help).toMatchObject({ statusCode: 200, headers: { 'content-type': 'text/xml; charset=utf-8' } })
  expect(help.body).toMatch(/<Message>Compagnie \d+ : \(418\) 555-0142\./)
  expect((await answer('Merci beaucoup!')).body).not.toContain('<Message>')
  expect((await answer('STOP', '+15819999999')).body).not.toContain('<Message>')
  expect(await isOut(sender)).toBe(false)

  expect((await answer('Arrêt!!')).body).toContain('ne recevrez plus')
  await answer('STOP')
  expect([await isOut(sender), await isOut(next)]).toEqual([true, false])
  await answer('début')
  expect(await isOut(sender)).toBe(false)
  const changes = await inCompany(
    server,
    sender.companyId,
    (tx) => tx.sql`select unsubscribed, how from subscription_changes where company_id = ${sender.companyId} order by id`,
  )
  expect(changes).toEqual([
    { unsubscribed: true, how: 'sms' },
    { unsubscribed: false, how: 'sms' },
  ])
})

test('9 during a call unsubscribes, another key does not', async () => {
  const sender = await newSender(server)
  const { phones } = await send(sender, ['call'])
  await until(sender, 'accepted')
  const [call] = twilio.sentTo(phones[0] ?? '')
  const action = /action="([^"]+)"/.exec(call?.twiml ?? '')?.[1]?.replaceAll('&amp;', '&') ?? ''
  const press = (Digits: string) => server.app.inject(signed(action, { CallSid: call?.sid ?? '', Digits }))
  expect((await press('5')).body).not.toContain('<Say')
  expect((await press('9')).body).toContain('Vous ne recevrez plus')
  const changes = await inCompany(
    server,
    sender.companyId,
    (tx) => tx.sql`select phone, unsubscribed, how from subscription_changes where company_id = ${sender.companyId}`,
  )
  expect(changes).toEqual([{ phone: phones[0], unsubscribed: true, how: 'call' }])
})

test('a deleted company’s number is given to nobody else', async () => {
  const small = await openTestServer(twilio.environment('+15815559998'))
  const [gone, next] = [await newSender(small), await newSender(small)]
  for (const { owner } of [gone, next]) await newOccupant(owner)
  const send = ({ owner, messageId, sectorId }: Sender) => owner(alertCalls.sendAlert, { messageId, sectorId })
  expect(await send(gone)).toMatchObject({ type: 'success' })
  await inCompany(small, gone.companyId, (tx) => tx.sql`delete from companies where id = ${gone.companyId}`)
  expect(await send(next)).toMatchObject({ type: 'warning', message: expect.stringMatching(/numéro/) })
})

test('only webhooks read form posts', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/identity/sign-in',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'email=a@b.ca&password=x',
  })
  expect(answer.statusCode).toBe(415)
})

test('a refused send takes no number', async () => {
  const poor = await openTestServer(twilio.environment('+15815559997'))
  const [empty, next] = [await newSender(poor), await newSender(poor)]
  await newOccupant(next.owner)
  const send = ({ owner, messageId, sectorId }: Sender) => owner(alertCalls.sendAlert, { messageId, sectorId })
  expect(await send(empty)).toMatchObject({ type: 'warning', code: null })
  expect(await send(next)).toMatchObject({ type: 'success' })
})

test('without a free number nothing is sent, and the office learns why', async () => {
  const poor = await openTestServer(twilio.environment('+15815559999'))
  const [rich, late] = [await newSender(poor), await newSender(poor)]
  for (const { owner } of [rich, late]) await newOccupant(owner)
  const [first, second] = [rich, late].map(({ messageId, sectorId }) => ({ messageId, sectorId }))
  if (!first || !second) throw new Error('no company')
  expect(await late.owner(alertCalls.previewAlert, second)).toMatchObject({ refusal: null })
  expect(await rich.owner(alertCalls.sendAlert, first)).toMatchObject({ type: 'success' })
  expect(await late.owner(alertCalls.previewAlert, second)).toMatchObject({ refusal: expect.stringMatching(/numéro/) })
  expect(await late.owner(alertCalls.sendAlert, second)).toMatchObject({
    type: 'warning',
    code: null,
    message: expect.stringMatching(/numéro/),
  })
})

test('the preview says how long a send takes at the rate of the company’s numbers, and how many would come too late', async () => {
  // One in 20,000 seconds: two leave in twelve hours.
  const slow = await openTestServer({ ...twilio.environment('+15815559996,+15815559995'), TWILIO_RATE: '0.00005' })
  const { owner, messageId, sectorId } = await newSender(slow)
  for (let i = 0; i < 3; i++) await newOccupant(owner)
  expect(await owner(alertCalls.previewAlert, { messageId, sectorId })).toMatchObject({ seconds: 60_000, lateCount: 1, refusal: null })
})
