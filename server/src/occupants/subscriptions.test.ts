import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { occupantCalls } from '@bordee/core/occupants/occupants.calls.ts'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { changeSubscription } from '../alerts/subscriptions.ts'
import { newOccupant, newPhone, newSender, type Sender } from '../testing/alerts.ts'
import { inCompany, openTestServer } from '../testing/server.ts'

const { listOccupants, resubscribeOccupant, listSubscriptionChanges } = occupantCalls
const server = await openTestServer()
const request = 'A téléphoné au bureau le 3 décembre.'

/** An occupant whose phone has answered STOP. */
async function unsubscribed({ owner, companyId }: Sender, how: 'sms' | 'carrier' = 'sms') {
  const occupant = await newOccupant(owner, { phone: newPhone() })
  await server.work(async (work) => {
    await work.tx.scope({ companies: [companyId] })
    await changeSubscription(work, { companyId, phone: occupant.phone, unsubscribed: true, how })
  })
  return occupant
}

const changesOf = ({ companyId }: Sender) =>
  inCompany(server, companyId, (tx) => tx.sql`select from subscription_changes where company_id = ${companyId} and not unsubscribed`)

test('the office resubscribes an occupant on request, and records who, when, how and the request', async () => {
  const sender = await newSender(server)
  const { owner, messageId, sectorId } = sender
  const { id } = await unsubscribed(sender)
  expect(await owner(alertCalls.previewAlert, { messageId, sectorId })).toMatchObject({ cancelled: { unsubscribed: 1 } })

  expect(await owner(resubscribeOccupant, { id, request: `  ${request}\n` })).toMatchObject({ id, unsubscribed: false })

  expect(await owner(alertCalls.previewAlert, { messageId, sectorId })).toMatchObject({ byMethod: { sms: 1 }, cancelled: {} })
  expect(await owner(listSubscriptionChanges, { id })).toEqual([
    { id: expect.any(String), unsubscribed: false, how: 'office', byName: 'Prénom Nom', request, changedAt: expect.any(String) },
    { id: expect.any(String), unsubscribed: true, how: 'sms', byName: null, request: null, changedAt: expect.any(String) },
  ])
})

test('the name of the person who did it outlives their account', async () => {
  const sender = await newSender(server)
  const { owner, admin } = sender
  const { id } = await unsubscribed(sender, 'carrier')
  await admin(resubscribeOccupant, { id, request })
  await server.work(({ tx }) => tx.sql`delete from accounts where id = ${admin.accountId}`)
  expect((await owner(listSubscriptionChanges, { id }))[0]).toMatchObject({ byName: 'Prénom Nom', request })
})

test('every occupant with that phone is warned again, and no other', async () => {
  const sender = await newSender(server)
  const [ana, paul] = [await unsubscribed(sender), await unsubscribed(sender)]
  const twin = await newOccupant(sender.owner, { phone: ana.phone })
  expect(twin).toMatchObject({ unsubscribed: true })
  await sender.owner(resubscribeOccupant, { id: twin.id, request })
  const state = new Map((await sender.owner(listOccupants)).map((one) => [one.id, one.unsubscribed]))
  expect([ana, twin, paul].map(({ id }) => state.get(id))).toEqual([false, false, true])
})

test.each([{}, { request: '' }, { request: '   ' }, { request: 'x'.repeat(501) }, { request: 12 }])(
  'without a valid request nothing changes: %j',
  async (sent) => {
    const sender = await newSender(server)
    const { id } = await unsubscribed(sender)
    expect(await sender.owner.raw(resubscribeOccupant, { id, ...sent })).toMatchObject({
      status: 422,
      body: { formErrors: { input: { request: expect.any(String) } } },
    })
    expect(await sender.owner(listOccupants)).toMatchObject([{ id, unsubscribed: true }])
    expect(await changesOf(sender)).toEqual([])
  },
)

test('a phone that is not unsubscribed is a 409, and nothing is recorded', async () => {
  const sender = await newSender(server)
  const { id } = await newOccupant(sender.owner)
  expect(await sender.owner.raw(resubscribeOccupant, { id, request })).toMatchObject({
    status: 409,
    body: { type: 'warning', code: 'not-unsubscribed' },
  })
  expect(await sender.owner(listSubscriptionChanges, { id })).toEqual([])
})

test('of several concurrent resubscriptions of a phone, one succeeds', async () => {
  const sender = await newSender(server)
  const { id, phone } = await unsubscribed(sender)
  const twin = await newOccupant(sender.owner, { phone })
  const { owner, admin, super_admin: staff } = sender
  const answers = await Promise.all(
    [owner, admin, staff, owner].map((who, i) => who.raw(resubscribeOccupant, { id: i % 2 ? twin.id : id, request })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  expect(await changesOf(sender)).toHaveLength(1)
})

test('managers, employees, clients and other companies may not resubscribe anyone', async () => {
  const sender = await newSender(server)
  const next = await newSender(server)
  const { id } = await unsubscribed(sender)
  for (const role of ['manager', 'employee', 'client'] as const)
    for (const row of [resubscribeOccupant, listSubscriptionChanges])
      expect((await sender[role].raw(row, { id, request })).status).toBe(403)
  for (const row of [resubscribeOccupant, listSubscriptionChanges]) expect((await next.owner.raw(row, { id, request })).status).toBe(404)
  expect(await changesOf(sender)).toEqual([])
})

test('the same phone stays unsubscribed in another company, and its history there is not shown here', async () => {
  const [sender, next] = [await newSender(server), await newSender(server)]
  const { id, phone } = await unsubscribed(sender)
  const theirs = await newOccupant(next.owner, { phone })
  expect(await next.owner(listSubscriptionChanges, { id: theirs.id })).toEqual([])
  await server.work(async (work) => {
    await work.tx.scope({ companies: [next.companyId] })
    await changeSubscription(work, { companyId: next.companyId, phone, unsubscribed: true, how: 'call' })
  })
  await sender.owner(resubscribeOccupant, { id, request })
  expect(await next.owner(listOccupants)).toMatchObject([{ unsubscribed: true }])
  expect(await next.owner(listSubscriptionChanges, { id: theirs.id })).toMatchObject([{ unsubscribed: true, how: 'call' }])
})

test('the export lists the phones that are unsubscribed now', async () => {
  const sender = await newSender(server)
  const [back, gone] = [await unsubscribed(sender), await unsubscribed(sender)]
  await sender.owner(resubscribeOccupant, { id: back.id, request })
  const answer = await server.app.inject({
    url: '/api/importation/export',
    query: { company_id: sender.companyId },
    headers: { authorization: `Bearer ${sender.admin.token}` },
  })
  const { sheets } = await readXlsx(answer.rawPayload)
  const [, ...rows] = sheets.find(({ name }) => name === 'Désabonnements')?.rows ?? []
  expect(rows.map(([phone]) => phone)).toEqual([gone.phone])
})
