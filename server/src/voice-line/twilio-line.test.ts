import { api } from '@bordee/core/api.ts'
import { expect, test, vi } from 'vitest'
import { newOccupant, newSender, type Sender } from '../testing/alerts.ts'
import { inCompany, openTestServer } from '../testing/server.ts'
import { openTwilio, signed, watch } from '../testing/twilio.ts'

const twilio = await openTwilio()
const numbers = Array.from({ length: 20 }, (_, i) => `+15815552${100 + i}`)
const server = await openTestServer(twilio.environment(numbers.join(',')))
const { send, until, callBack } = watch(server, twilio)
const hook = 'https://bordee.exemple.ca/api/webhooks/twilio/line'

/** A company with a number, whose line is on, and an occupant. */
async function onTheLine() {
  const sender = await newSender(server)
  const { phone } = await newOccupant(sender.owner)
  await sender.owner(api.sendAlert, { messageId: sender.messageId, sectorId: sender.sectorId })
  await until(sender, 'accepted')
  await sender.owner(api.updateCompany, { id: sender.companyId, alertConfig: { voiceLine: true } })
  return { sender, phone, number: twilio.sentTo(phone)[0]?.from ?? '' }
}

let calls = 0
const newCall = (phone: string, number: string) => ({ CallSid: `CA${++calls}`, From: `+1${phone}`, To: number, CallStatus: 'ringing' })

const post = async (form: Record<string, string>, url = hook) => {
  const { statusCode, body, headers } = await server.app.inject(signed(url, form))
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8'])
  return body
}
const press = (call: Record<string, string>, twiml: string, Digits: string) =>
  post({ ...call, Digits, CallStatus: 'in-progress' }, /action="([^"]+)"/.exec(twiml)?.[1]?.replaceAll('&amp;', '&'))

const lineCalls = ({ companyId }: Sender) =>
  inCompany(
    server,
    companyId,
    (tx) => tx.sql<{ phone: string }>`
      select d.phone, d.sender, d.provider_id, d.paid_from, d.pressed_keys
      from alert_deliveries d
      join alert_sends s on s.id = d.send_id and s.purpose = 'line'
      where d.company_id = ${companyId}`,
  )

test('a call is answered in French, with a key to press; posted again it is answered alike and charged once', async () => {
  const { sender, phone, number } = await onTheLine()
  const call = newCall(phone, number)

  const twiml = await post(call)

  expect(twiml).toMatch(
    /<Response><Gather numDigits="1"[^>]* action="[^"]+asked=menu&amp;tries=0"><Say language="fr-CA">Ici Compagnie \d+\. Pour le /,
  )
  expect(twiml).toMatch(/faites le 2\.<\/Say><\/Gather><Say language="fr-CA">Au revoir\.<\/Say><\/Response>$/)
  expect(await Promise.all([post(call), post(call)])).toEqual([twiml, twiml])
  expect(await lineCalls(sender)).toEqual([{ phone, sender: number, provider_id: call.CallSid, paid_from: 'bank', pressed_keys: null }])
  expect(await sender.owner(api.getBankTotal)).toMatchObject({ amount: 98 })
})

test('1 reports, 2 rings the office, and another key is asked again twice', async () => {
  const { sender, phone, number } = await onTheLine()
  const call = newCall(phone, number)
  const twiml = await post(call)
  const reported = await press(call, twiml, '1')
  expect(reported).toContain('C’est noté')
  expect(await press(call, twiml, '1')).toBe(reported)
  expect(await sender.owner(api.listReplies)).toMatchObject([{ kind: 'forgotten', source: 'voice', phone }])

  const dial = await press(call, reported, '2')
  expect(dial).toMatch(
    /<Say language="fr-CA">Nous vous mettons en communication\.<\/Say><Dial timeout="25" timeLimit="1800"[^>]*>\+1\d{10}<\/Dial>/,
  )
  const ended = /action="([^"]+)"/.exec(dial)?.[1]
  expect(await post({ ...call, DialCallStatus: 'no-answer' }, ended)).toContain('Personne ne peut répondre')
  expect(await post({ ...call, DialCallStatus: 'completed' }, ended)).not.toContain('<Say')
  expect(await lineCalls(sender)).toMatchObject([{ pressed_keys: '12' }])

  let last = await press(call, twiml, '*')
  expect(last).toContain('Ce choix n’existe pas.')
  last = await press(call, last, '7')
  expect(await press(call, last, '7')).toMatch(/<Response><Say language="fr-CA">Au revoir\.<\/Say><\/Response>$/)
})

test('a forged call is refused, and one to a number that nobody holds rings busy', async () => {
  const { sender, phone, number } = await onTheLine()
  const call = newCall(phone, number)
  const forged = signed(hook, call, 'another token')
  const moved = { ...signed(hook, call), payload: new URLSearchParams({ ...call, From: '+14185550000' }).toString() }
  const { 'x-twilio-signature': _, ...unsigned } = forged.headers
  for (const request of [forged, moved, { ...forged, headers: unsigned }]) expect((await server.app.inject(request)).statusCode).toBe(403)
  const embedded = await openTestServer()
  expect((await embedded.app.inject(signed(hook, call))).statusCode).toBe(403)
  expect(await lineCalls(sender)).toEqual([])
  expect(await post(newCall(phone, '+15819999999'))).toContain('<Response><Reject reason="busy"/></Response>')
  await expect(
    sender.admin(api.playCall, { companyId: sender.companyId, callId: sender.companyId, phone, pressed: null }),
  ).rejects.toMatchObject({ status: 409 })
})

test('hidden and foreign numbers are strangers, and every company answers for itself', async () => {
  const [ours, theirs] = [await onTheLine(), await onTheLine()]
  for (const From of ['anonymous', '+266696687', '+33612345678']) {
    const twiml = await post({ ...newCall(ours.phone, ours.number), From })
    expect(twiml).toContain('Aucune opération en cours. Pour parler à quelqu’un')
  }
  expect(await post(newCall(ours.phone, theirs.number))).not.toContain('Pour le ')
  expect((await lineCalls(ours.sender)).map(({ phone }) => phone)).toEqual(['', '', ''])
  expect(await lineCalls(theirs.sender)).toMatchObject([{ phone: ours.phone, sender: theirs.number }])
})

test('a flood of one phone rings busy and is charged no more', async () => {
  const { sender, phone, number } = await onTheLine()
  for (let i = 0; i < 8; i++) await post(newCall(phone, number))
  expect(await post(newCall(phone, number))).toContain('<Reject')
  expect(await sender.owner(api.getBankTotal)).toMatchObject({ amount: 91 })
})

test('a mailbox, a refusal and silence are in the log, and cost what they cost', async () => {
  const sender = await newSender(server)
  const { code, phones } = await send(sender, ['call'], ['call'], ['call'], ['call'])
  await until(sender, 'accepted', 'accepted', 'accepted', 'accepted')
  const [mailbox, busy, silent, heard] = phones.map((phone) => twilio.sentTo(phone)[0])
  if (!mailbox || !busy || !silent || !heard) throw new Error('not called')
  const answered = (call: typeof mailbox, AnsweredBy: string) =>
    server.app.inject(signed(call.statusCallback, { CallSid: call.sid, AnsweredBy, MachineDetectionDuration: '1200' }))
  for (let i = 0; i < 2; i++) expect((await answered(mailbox, 'machine_start')).statusCode).toBe(200)
  await callBack(mailbox, 'completed')
  await callBack(busy, 'busy')
  await callBack(silent, 'no-answer')
  await callBack(heard, 'completed')
  await answered(heard, 'human')
  await callBack(heard, 'busy') // late, and wrong

  await vi.waitFor(async () => {
    const log = await sender.owner(api.listAlertLog, { code })
    const outcomes = phones.map((phone) => log.find((row) => row.phone === phone))
    expect(outcomes).toMatchObject([
      { status: 'delivered', callOutcome: 'voicemail', factured: true },
      { status: 'failed', callOutcome: 'busy', factured: true },
      { status: 'failed', callOutcome: 'no-answer', factured: true },
      { status: 'delivered', callOutcome: null, factured: true },
    ])
  })
  expect(await sender.owner(api.getBankTotal)).toMatchObject({ amount: 96 })
})
