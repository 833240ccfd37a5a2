import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import type { CrewCall } from '@bordee/core/replies/crew-call.ts'
import { expect, test } from 'vitest'
import { newPhone } from '../testing/alerts.ts'
import { alerted, listed, newTown, said } from '../testing/replies.ts'
import { newRoute } from '../testing/runs.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'
import { soon } from '../testing/soon.ts'
import { hearCrewAnswer, writeCrewAnswer } from './crew-answers.ts'

const server = await openTestServer()
const requestKey = () => randomUUID()

/** A town with an open operation whose route the employee is called for; they have a phone. */
async function newCrew({ bank = 10 } = {}) {
  const town = await newTown(server, { bank })
  const { people, route } = town
  const { id: operationId } = await people.owner(api.openOperation, { routeIds: [route.id] })
  const [accessId, phone] = [await accessOf(people, 'employee'), newPhone()]
  await givePhone(people, accessId, phone)
  const order = { operationId, leavesAt: '03:00', crew: [{ routeId: route.id, accessId, unit: '14' }], requestKey: requestKey() }
  return { ...town, operationId, accessId, operatorPhone: phone, order }
}

async function accessOf(people: People, role: 'employee' | 'dispatcher' | 'manager') {
  const [access] = await inCompany(
    server,
    people.companyId,
    (tx) =>
      tx.sql<{ id: string }>`select id from accesses where company_id = ${people.companyId} and account_id = ${people[role].accountId}`,
  )
  return access?.id ?? ''
}

const givePhone = (people: People, accessId: string, phone: string) =>
  inCompany(
    server,
    people.companyId,
    (tx) => tx.sql`update accesses set phone = ${phone} where company_id = ${people.companyId} and id = ${accessId}`,
  )

/** Waits until the text or the call has left. */
const left = (phone: string, channel = 'sms') =>
  soon(async () => {
    const [sent] = await server.sql<{ text: string }>(
      `select text from outbox where "to" = '${phone}' and channel = '${channel}' order by created_at desc limit 1`,
    )
    expect(sent).toBeDefined()
    return sent?.text ?? ''
  })

const answersOf = ({ people }: CrewCall) => people.map(({ answer }) => answer)

test('whoever reads the board again after an answer, or after a car was moved, does not hear « unchanged »', async () => {
  const { people, operationId, operatorPhone, order, siteId, phone } = await newCrew()
  await people.dispatcher(api.callCrew, order)
  await left(operatorPhone)
  await alerted(people, siteId)
  for (const [from, text] of [
    [operatorPhone, 'Oui'],
    [phone, 'Parti'],
  ] as const) {
    const { headers } = await people.dispatcher.raw(api.getBoard, { id: operationId })
    await said(people, from, text)
    const again = { headers: { 'if-none-match': String(headers.etag) } }
    expect((await people.dispatcher.raw(api.getBoard, { id: operationId }, again)).status).toBe(200)
  }
})

test('operators are asked by text, and OUI or NON shows on the board and at home', async () => {
  const { people, operationId, operatorPhone, order, route } = await newCrew()
  const { routes, members, lastCall } = await people.dispatcher(api.getCrew, { id: operationId })
  expect(routes).toMatchObject([{ routeId: route.id, accessIds: [] }])
  expect(members.filter(({ phone }) => phone)).toMatchObject([{ phone: operatorPhone }])
  expect(lastCall).toBeNull()

  const call = await people.dispatcher(api.callCrew, order)

  expect(await left(operatorPhone)).toMatch(/D[ée]part 3 h, .*unit[ée] 14\. R[ée]pondez OUI ou NON\.$/)
  expect(call).toMatchObject({ leavesAt: '03:00', people: [{ phone: operatorPhone, unit: '14', answer: null }] })
  const crew = async () => (await people.dispatcher(api.getBoard, { id: operationId })).rounds.flatMap((round) => round.crew)
  const home = async () => (await people.owner(api.getHome)).operations?.[0]?.crew
  const isExpected = async (who: 'employee' | 'owner') => (await people[who](api.listRouteOptions)).map((one) => one.isExpected)
  expect([await isExpected('employee'), await isExpected('owner')]).toEqual([[true], [false]])
  expect(await crew()).toMatchObject([{ phone: operatorPhone, answer: null }])
  expect(await home()).toEqual({ confirmed: 0, refused: 0, silent: 1 })
  await said(people, operatorPhone, 'OUI')
  expect(await crew()).toMatchObject([{ answer: 'confirmed' }])
  expect(await home()).toEqual({ confirmed: 1, refused: 0, silent: 0 })
  expect(await listed(people)).toEqual([])
  // Changed their mind, and says why: the office reads it too.
  await said(people, operatorPhone, 'Non, mon petit est malade')
  expect(await home()).toEqual({ confirmed: 0, refused: 1, silent: 0 })
  expect(await isExpected('employee')).toEqual([false])
  expect(await listed(people)).toMatchObject([{ text: 'Non, mon petit est malade', isRead: false }])
  expect(await listed(people, 'unknown')).toEqual([])
  expect(await people.owner(api.getBankTotal)).toMatchObject({ amount: 9 })
})

test('OUI is about the call that reached the phone, not about a later one that never left', async () => {
  const { people, operatorPhone, order } = await newCrew()
  const first = await people.dispatcher(api.callCrew, order)
  await left(operatorPhone)
  await said(people, operatorPhone, 'ARRET')
  const second = await people.dispatcher(api.callCrew, { ...order, leavesAt: '05:00', requestKey: requestKey() })
  const read = ({ id }: CrewCall) => people.dispatcher(api.getCrewCall, { id })
  await soon(async () => expect((await read(second)).people).toMatchObject([{ status: 'cancelled' }]))
  await said(people, operatorPhone, 'OUI')
  expect(answersOf(await read(first))).toEqual(['confirmed'])
  expect(answersOf(await read(second))).toEqual([null])
})

test('the same press calls once; another order under its key is refused', async () => {
  const { people, order } = await newCrew()
  const [first, again] = await Promise.all([people.dispatcher(api.callCrew, order), people.owner(api.callCrew, order)])
  expect(again.id).toBe(first.id)
  expect(await people.owner(api.getBankTotal)).toMatchObject({ amount: 9 })
  const { id: otherId } = await people.owner(api.openOperation, { kind: 'hauling' })
  await expect(people.dispatcher(api.callCrew, { ...order, operationId: otherId })).rejects.toMatchObject({ status: 409 })
})

test('nobody is called without a phone, twice, for another company, or once the operation is closed', async () => {
  const { people, order, operationId, route } = await newCrew()
  const theirs = await newCrew()
  const call = (crew: object[]) => people.dispatcher(api.callCrew, { ...order, requestKey: requestKey(), crew: crew as never })
  const [one] = order.crew
  const silent = await accessOf(people, 'manager')
  await expect(call([{ ...one, accessId: silent }])).rejects.toMatchObject({ status: 422 })
  const other = await newRoute(people.owner, 1)
  await expect(call([one as object, { ...one, routeId: other.id }])).rejects.toMatchObject({ status: 422 })
  await expect(call([])).rejects.toMatchObject({ status: 422 })
  await expect(call([{ ...one, accessId: theirs.accessId }])).rejects.toMatchObject({ status: 404 })
  await expect(call([{ ...one, routeId: theirs.route.id }])).rejects.toMatchObject({ status: 404 })
  const { id } = await people.dispatcher(api.callCrew, order)
  for (const refused of [
    () => theirs.people.dispatcher(api.getCrew, { id: operationId }),
    () => theirs.people.dispatcher(api.getCrewCall, { id }),
    () => theirs.people.dispatcher(api.phoneCrew, { id, personIds: [randomUUID()] }),
    () => theirs.people.dispatcher(api.callCrew, { ...order, requestKey: requestKey() }),
  ])
    await expect(refused()).rejects.toMatchObject({ status: 404 })
  await expect(people.employee(api.getCrew, { id: operationId })).rejects.toMatchObject({ status: 403 })
  await people.owner(api.closeOperation, { id: operationId })
  await expect(call([{ routeId: route.id, accessId: one?.accessId }])).rejects.toMatchObject({ status: 404 })
  expect(await people.owner(api.getBankTotal)).toMatchObject({ amount: 9 })
})

test('those who did not answer are called once, and a key answers', async () => {
  const { people, order, operatorPhone, route } = await newCrew()
  const second = await accessOf(people, 'dispatcher')
  const secondPhone = newPhone()
  await givePhone(people, second, secondPhone)
  const both = [...order.crew, { routeId: route.id, accessId: second }]
  const { id, people: asked } = await people.dispatcher(api.callCrew, { ...order, crew: both as never })
  await left(operatorPhone)
  await said(people, operatorPhone, 'oui')
  const personIds = asked.map((person) => person.id)

  const phoned = await people.dispatcher(api.phoneCrew, { id, personIds })
  await people.dispatcher(api.phoneCrew, { id, personIds })

  expect(await left(secondPhone, 'call')).toContain('Pour confirmer, appuyez sur 1.')
  const called = phoned.people.filter(({ calledAt }) => calledAt !== null)
  expect(called.map(({ phone }) => phone)).toEqual([secondPhone])
  expect(await people.owner(api.getBankTotal)).toMatchObject({ amount: 7 })
  const press = () =>
    server.work(async (work) => {
      await work.tx.scope({ companies: [people.companyId] })
      return writeCrewAnswer(work, { companyId: people.companyId, phone: secondPhone, answer: 'refused' })
    })
  expect(await press()).toBe(true)
  expect(new Set(answersOf(await people.dispatcher(api.getCrewCall, { id })))).toEqual(new Set(['confirmed', 'refused']))
})

test('OUI is about the last thing that was sent: after an alert it is a reply like any other', async () => {
  const { people } = await newCrew()
  const heard = await server.work(async (work) => {
    await work.tx.scope({ companies: [people.companyId] })
    return hearCrewAnswer(work, { companyId: people.companyId, phone: newPhone(), to: null, text: 'OUI' })
  })
  expect(heard).toBe(false)
})
