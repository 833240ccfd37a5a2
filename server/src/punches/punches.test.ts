import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { addDays, todayIn, wallClock } from '@bordee/core/time.ts'
import { expect, test } from 'vitest'
import { hour, minute } from '../testing/runs.ts'
import { openTestServer, type People } from '../testing/server.ts'

const server = await openTestServer()
const zone = 'America/Toronto'
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const today = () => todayIn(zone, new Date())
/** Holds what is some hours old, whatever the hour of the test. */
const lately = () => ({ from: addDays(today(), -7), to: today() })

/** Of the employee, as the office writes it. */
const written = ({ owner, employee }: People, from: number, to: number | null) =>
  owner(api.savePunch, {
    id: randomUUID(),
    accountId: employee.accountId,
    startedAt: ago(from),
    ...(to !== null && { endedAt: ago(to) }),
  })

test('an operator begins and ends a day, once however often the phone says so', async () => {
  const { employee } = await server.newCompany()
  const id = randomUUID()
  const startedAt = ago(5 * hour)
  const begun = await Promise.all([1, 2, 3].map(() => employee(api.savePunch, { id, startedAt, sentAt: Date.now() })))
  expect(begun[0]).toMatchObject({ id, name: 'Prénom Nom', endedAt: null, minutes: null, source: 'phone', madeBy: 'Prénom Nom' })
  const endedAt = ago(hour)
  const ended = await Promise.all([1, 2].map(() => employee(api.savePunch, { id, startedAt, endedAt })))
  expect(ended[0]).toMatchObject({ minutes: 240, paidMinutes: null, proposedMinutes: null })
  await employee(api.savePunch, { id, startedAt })
  expect(await employee(api.listPunches)).toMatchObject([{ id, minutes: 240 }])
})

test('a day that begins and ends without a network arrives whole, by our clock', async () => {
  const { employee } = await server.newCompany()
  const slow = 3 * hour
  const told = { startedAt: ago(9 * hour + slow), endedAt: ago(hour + slow), sentAt: Date.now() - slow }
  const punch = await employee(api.savePunch, { id: randomUUID(), ...told })
  expect(Math.abs(Date.parse(punch.startedAt) - (Date.now() - 9 * hour))).toBeLessThan(minute)
  expect(punch.minutes).toBe(480)
})

test('what is older than a week is refused, and what overlaps names the hours', async () => {
  const { employee, owner } = await server.newCompany()
  expect((await employee.raw(api.savePunch, { startedAt: ago(8 * 24 * hour), sentAt: Date.now() })).status).toBe(422)
  await employee(api.savePunch, { startedAt: ago(6 * hour), endedAt: ago(3 * hour) })
  const overlapping = await employee.raw(api.savePunch, { startedAt: ago(4 * hour) })
  expect(overlapping).toMatchObject({
    status: 409,
    body: { code: 'punch-overlap', message: expect.stringMatching(/chevauchent .* de .* à /) },
  })
  await employee(api.savePunch, { startedAt: ago(3 * hour) }) // when the other ended, to the millisecond or later
  const twice = await employee.raw(api.savePunch, { startedAt: ago(hour) })
  expect(twice).toMatchObject({ status: 409, body: { message: expect.stringMatching(/pas terminée/) } })
  expect(await owner(api.listPunches, {})).toHaveLength(2)
})

test('of two days begun at once on two phones, one counts', async () => {
  const { employee } = await server.newCompany()
  const answers = await Promise.all([1, 2].map(() => employee.raw(api.savePunch, { id: randomUUID(), startedAt: ago(hour) })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('a forgotten end stays open, and hinders neither the next day nor its correction', async () => {
  const { employee, owner } = await server.newCompany()
  const forgotten = await employee(api.savePunch, { id: randomUUID(), startedAt: ago(30 * hour) })
  await employee(api.savePunch, { startedAt: ago(2 * hour) })
  const { from, to } = lately()
  expect(await owner(api.approvePunches, { from, to })).toEqual({ approvedCount: 0, openCount: 2, undecidedCount: 0 })
  const beyond = { id: forgotten.id, endedAt: ago(hour), reason: 'Trop tard' }
  expect(await owner.raw(api.correctPunch, beyond)).toMatchObject({ body: { code: 'punch-times' } })
  const corrected = await owner(api.correctPunch, { ...beyond, endedAt: ago(22 * hour), reason: 'Oubli' })
  expect(corrected).toMatchObject({ minutes: 480, isCorrected: true })
})

test('a correction leaves a trace: who, when, before, after and why; the same one again leaves none', async () => {
  const people = await server.newCompany()
  const punch = await written(people, 9 * hour, hour)
  const correction = { id: punch.id, endedAt: ago(2 * hour), reason: 'Il est parti plus tôt' }
  const corrected = await people.owner(api.correctPunch, correction)
  await people.owner(api.correctPunch, correction)
  const changes = await people.owner(api.listPunchChanges, { id: punch.id })
  expect(changes).toMatchObject([{ kind: 'corrected', reason: 'Il est parti plus tôt', userName: 'Prénom Nom' }])
  expect(changes[0]?.before.endedAt).toBe(punch.endedAt)
  expect(changes[0]?.after.endedAt).not.toBe(punch.endedAt)
  expect(corrected.minutes).toBe(420)
  expect((await people.owner.raw(api.correctPunch, { id: punch.id, endedAt: ago(hour) })).status).toBe(422) // no reason
})

test('what the phone says of an end that the office had corrected is kept in the trace, once', async () => {
  const { employee, owner } = await server.newCompany()
  const { id } = await employee(api.savePunch, { id: randomUUID(), startedAt: ago(9 * hour) })
  await owner(api.correctPunch, { id, endedAt: ago(2 * hour), reason: 'Oubli' })
  const late = { id, startedAt: ago(9 * hour), endedAt: ago(hour) }
  for (let i = 0; i < 2; i++) expect(await employee(api.savePunch, late)).toMatchObject({ minutes: 420 })
  expect((await owner(api.listPunchChanges, { id })).map(({ kind }) => kind)).toEqual(['reported', 'corrected'])
})

test('less than three hours are proposed as three; the office decides, and other times ask again', async () => {
  const people = await server.newCompany()
  const { id } = await written(people, 3 * hour, 2 * hour)
  expect(await people.owner(api.listPunches)).toMatchObject([{ minutes: 60, proposedMinutes: 180, paidMinutes: null }])
  const { from, to } = lately()
  expect(await people.owner(api.approvePunches, { from, to })).toEqual({ approvedCount: 0, openCount: 0, undecidedCount: 1 })
  const paid = await people.owner(api.correctPunch, { id, paidMinutes: 180, reason: 'Article 58' })
  expect(paid).toMatchObject({ minutes: 60, paidMinutes: 180, proposedMinutes: null, isCorrected: false })
  const moved = await people.owner(api.correctPunch, { id, endedAt: ago(90 * minute), reason: 'Il est parti plus tard' })
  expect(moved).toMatchObject({ minutes: 90, paidMinutes: null, proposedMinutes: 180 })
  expect(await people.owner(api.correctPunch, { id, paidMinutes: 90, reason: 'Il est venu de lui-même' })).toMatchObject({
    paidMinutes: 90,
    proposedMinutes: null,
  })
  expect(await people.owner(api.approvePunches, { from, to })).toMatchObject({ approvedCount: 1, undecidedCount: 0 })
})

test('approved hours are locked until their owner takes the approval back, with a reason', async () => {
  const people = await server.newCompany()
  const { owner, super_admin, employee } = people
  const { id } = await written(people, 9 * hour, hour)
  const { from, to } = lately()
  const period = { from, to, accountId: employee.accountId }
  const approved = await Promise.all([owner(api.approvePunches, period), super_admin(api.approvePunches, period)])
  expect(approved.map(({ approvedCount }) => approvedCount).toSorted((a, b) => a - b)).toEqual([0, 1])
  for (const answer of [
    await owner.raw(api.correctPunch, { id, endedAt: ago(2 * hour), reason: 'Oubli' }),
    await owner.raw(api.removePunch, { id, reason: 'Erreur' }),
  ])
    expect(answer).toMatchObject({ status: 409, body: { code: 'approved' } })
  expect((await super_admin.raw(api.unapprovePunches, { ...period, reason: 'Erreur' })).status).toBe(403)
  expect(await owner(api.unapprovePunches, { ...period, reason: 'Erreur de semaine' })).toEqual({ count: 1 })
  expect(await owner(api.unapprovePunches, { ...period, reason: 'Encore' })).toEqual({ count: 0 })
  expect((await owner(api.listPunchChanges, { id })).map(({ kind, reason }) => [kind, reason])).toEqual([
    ['unapproved', 'Erreur de semaine'],
    ['approved', null],
  ])
  expect(await owner(api.correctPunch, { id, endedAt: ago(2 * hour), reason: 'Oubli' })).toMatchObject({ minutes: 420, approvedAt: null })
})

test('a removed punch counts no more, and leaves its hours free', async () => {
  const people = await server.newCompany()
  const { owner, employee } = people
  const { id } = await written(people, 9 * hour, hour)
  for (let i = 0; i < 2; i++)
    expect(await owner(api.removePunch, { id, reason: 'Deux fois' })).toMatchObject({ removedAt: expect.any(String) })
  await written(people, 9 * hour, hour)
  expect(await employee(api.listPunches)).toHaveLength(1)
  expect(await owner(api.listPunches)).toHaveLength(2)
  expect(await owner(api.listPunchChanges, { id })).toHaveLength(1)
})

test('an operator sees and makes only their own hours; only owners and staff write someone’s', async () => {
  const people = await server.newCompany()
  const { owner, employee, dispatcher } = people
  const { id } = await written(people, 9 * hour, hour)
  await dispatcher(api.savePunch, { startedAt: ago(2 * hour) })
  expect((await employee(api.listPunches)).map((one) => one.id)).toEqual([id])
  expect(await employee(api.listPunches, { accountId: dispatcher.accountId })).toEqual([])
  for (const caller of [employee, dispatcher])
    expect((await caller.raw(api.savePunch, { accountId: owner.accountId, startedAt: ago(hour) })).status).toBe(403)
  expect(await dispatcher.raw(api.savePunch, { id, startedAt: ago(hour) })).toMatchObject({ body: { code: 'id-used' } })
  const stranger = await server.newCompany()
  expect((await owner.raw(api.savePunch, { accountId: stranger.employee.accountId, startedAt: ago(hour) })).status).toBe(404)
  expect((await stranger.owner.raw(api.correctPunch, { id, endedAt: ago(2 * hour), reason: 'x' })).status).toBe(404)
})

test('the hours stay, by name, when the account goes', async () => {
  const people = await server.newCompany()
  const { id } = await written(people, 9 * hour, hour)
  await people.owner(api.deleteAccounts, { accountIds: [people.employee.accountId] })
  expect(await people.owner(api.listPunches)).toMatchObject([{ id, name: 'Prénom Nom' }])
  const corrected = await people.owner(api.correctPunch, { id, endedAt: ago(2 * hour), reason: 'Oubli' })
  expect(corrected).toMatchObject({ minutes: 420 })
})

test('the hours of a period are downloaded by person and day, without those removed', async () => {
  const people = await server.newCompany()
  const { owner, employee } = people
  await written(people, 30 * hour, 26 * hour)
  const removed = await written(people, 20 * hour, 15 * hour)
  await owner(api.removePunch, { id: removed.id, reason: 'Erreur' })
  const { from, to } = lately()
  const { rawPayload: bytes } = await server.app.inject({
    url: `/api/punches/export?from=${from}&to=${to}&accountId=${employee.accountId}`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [, ...rows] = bytes.toString('utf8').split('\r\n')
  expect(rows[0]).toMatch(/;Prénom Nom;.*;4,00;4 h 00 min;4,00;4 h 00 min;Bureau;Prénom Nom;Non;;$/)
  expect(rows).toHaveLength(2)
  expect((await employee.raw(api.exportPunches, { from, to })).status).toBe(403)
})

test('a day belongs to when it begins, in the company’s calendar', async () => {
  const people = await server.newCompany()
  const punch = await written(people, 26 * hour, 20 * hour)
  const day = wallClock(punch.startedAt, zone).date
  expect(await people.owner(api.listPunches, { from: day, to: day })).toHaveLength(1)
  expect(await people.owner(api.listPunches, { from: addDays(day, 1), to: today() })).toHaveLength(0)
  expect((await people.owner.raw(api.listPunches, { from: today(), to: day })).status).toBe(422)
})
