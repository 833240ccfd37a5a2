// Texts that arrive through Twilio, signed and posted as it does.
import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { expect, test } from 'vitest'
import { newOccupant, newPhone, newSender, sentWhole } from '../testing/alerts.ts'
import { newRoute } from '../testing/runs.ts'
import { inCompany, openTestServer } from '../testing/server.ts'
import { soon } from '../testing/soon.ts'
import { openTwilio, signed } from '../testing/twilio.ts'

const twilio = await openTwilio()
const server = await openTestServer(twilio.environment('+15815550100,+15815550101,+15815550102,+15815550103'))

/** A company that has alerted an occupant, and what Twilio got. */
async function alertedBy() {
  const sender = await newSender(server)
  const { phone } = await newOccupant(sender.owner)
  const { code } = await sender.owner(api.sendAlert, { messageId: sender.messageId, sectorId: sender.sectorId })
  await sentWhole(sender.owner, code ?? '')
  const [kept] = twilio.sentTo(phone)
  if (!kept) throw new Error('not sent')
  return { sender, phone, kept }
}

test('the number that was written to says which company hears it, once', async () => {
  const [ours, theirs] = [await alertedBy(), await alertedBy()]
  const form = { MessageSid: 'SM1', From: `+1${ours.phone}`, To: ours.kept.from, Body: 'La souffleuse a brisé ma haie <b>!</b>' }
  const { sender } = ours
  const replies = async ({ owner }: typeof sender) => owner(api.listReplies)
  const post = (more: Record<string, string> = {}, token?: string) =>
    server.app.inject(signed('https://bordee.exemple.ca/api/webhooks/twilio/sms', { ...form, ...more }, token))

  const answers = [await post(), await post()]

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await replies(sender)).toMatchObject([{ text: form.Body, phone: ours.phone, isRead: false, source: 'text' }])
  expect(await replies(theirs.sender)).toEqual([])
  expect((await post({ MessageSid: 'SM2', Body: 'Faux' }, 'another token')).statusCode).toBe(403)
  expect((await post({ MessageSid: 'SM3', To: '+15815550999' })).statusCode).toBe(200) // a number that nobody holds
  expect(await replies(sender)).toHaveLength(1)
})

test('an operator who is called by phone answers with a key', async () => {
  const people = await newSender(server)
  const { id: routeId } = await newRoute(people.owner, 1)
  const { id: operationId } = await people.owner(api.openOperation, { routeIds: [routeId] })
  const phone = newPhone()
  await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql`
      update accesses
      set phone = ${phone}
      where company_id = ${people.companyId} and account_id = ${people.employee.accountId}`,
  )
  const { members } = await people.dispatcher(api.getCrew, { id: operationId })
  const accessId = members.find((member) => member.phone === phone)?.accessId ?? ''
  const order = { operationId, leavesAt: '04:30', crew: [{ routeId, accessId }], requestKey: randomUUID() }
  const { id, people: asked } = await people.dispatcher(api.callCrew, order)
  await soon(() => expect(twilio.sentTo(phone)).toHaveLength(1))
  await people.dispatcher(api.phoneCrew, { id, personIds: asked.map((person) => person.id) })
  await soon(() => expect(twilio.sentTo(phone)).toHaveLength(2))
  const call = twilio.sentTo(phone).find(({ kind }) => kind === 'Calls')
  expect(call?.twiml).toMatch(/Départ à 4\sh\s30/)
  const action = /action="([^"]+)"/.exec(call?.twiml ?? '')?.[1]?.replaceAll('&amp;', '&') ?? ''

  const pressed = await server.app.inject(signed(action, { CallSid: call?.sid ?? '', Digits: '1' }))

  expect(pressed.body).toContain('votre présence est confirmée')
  expect((await people.dispatcher(api.getCrewCall, { id })).people).toMatchObject([{ answer: 'confirmed' }])
})
