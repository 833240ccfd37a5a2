import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import { groupingCalls } from '@bordee/core/groupings/groupings.calls.ts'
import { messageCalls } from '@bordee/core/messages/messages.calls.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { addDays, wallClock } from '@bordee/core/time.ts'
import { expect, test } from 'vitest'
import { newMessage, newOccupant, newPhone, newSender, sentWhole } from '../testing/alerts.ts'
import { newClient, newSector, newService, newSite, square } from '../testing/folders.ts'
import { inCompany, openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const { sendAlert, previewAlert, listAlertHistory } = alertCalls
const always = { from: '2020-01-01', to: '2100-01-01' }

test('everyone at the sites of a sector is alerted once, and the bank pays', async () => {
  const { owner, employee, messageId, sectorId } = await newSender(server)
  const [ana, paul] = [await newOccupant(owner), await newOccupant(owner, { alertMethod: 'call' })]

  expect(await owner(previewAlert, { messageId, sectorId })).toEqual({
    expectedCount: 2,
    byMethod: { sms: 1, call: 1 },
    cancelled: {},
    amount: 20,
    bankAmount: 100,
    refusal: null,
    longestText: expect.stringContaining('Bonjour'),
    reasons: [],
    isSuspended: false,
    seconds: 0,
    lateCount: 0,
    hours: { held: 0, quiet: 0, 'call-hours': 0 },
  })
  // An employee doesn't see what the company's bank holds.
  expect(await employee(previewAlert, { messageId, sectorId })).toMatchObject({ amount: 20, bankAmount: null })
  const sent = await owner(sendAlert, { messageId, sectorId })
  expect(sent).toMatchObject({ type: 'success', expectedCount: 2, cancelledCount: 0, message: expect.stringContaining('2\u00a0occupants') })

  const log = await sentWhole(owner, sent.code ?? '')
  expect(log).toMatchObject([
    { phone: ana.phone, alertMethod: 'sms', status: 'accepted', factured: true, paidFrom: 'bank', cancellationReason: null },
    { phone: paul.phone, alertMethod: 'call', status: 'accepted', sentAt: expect.any(String) },
  ])
  expect(await owner(bankCalls.getBankTotal)).toMatchObject({ amount: 98 })
  expect(await owner(listAlertHistory, always)).toMatchObject([
    { code: sent.code, triggeredByUsername: 'Prénom Nom', expectedCount: 2, actualCount: 2, amount: 20, status: 'done' },
  ])
  const outbox = await server.sql<{ channel: string; text: string }>(
    'select channel, text from outbox where "to" = any($1) order by channel',
    [[ana.phone, paul.phone]],
  )
  expect(outbox.map(({ channel }) => channel)).toEqual(['call', 'sms'])
  expect(outbox[0]?.text).toMatch(
    /^Compagnie \d+ vous appelle au sujet de votre déneigement\. Pour nous joindre, composez le [\d ,]+\. Bonjour.*appuyez sur 9\.$/,
  )
})

test('an occupant who is not alerted is logged with the first reason, and costs nothing', async () => {
  const { owner, companyId, messageId, sectorId } = await newSender(server)
  const client = await newClient(owner)
  const asleep = await newSite(owner, client.id, { status: 'inactive' })
  const unsubscribed = newPhone()
  await inCompany(
    server,
    companyId,
    (tx) => tx.sql`insert into unsubscribed_phones (company_id, phone) values (${companyId}, ${unsubscribed})`,
  )
  const shared = newPhone()
  await newOccupant(owner, { site: asleep.id, phone: unsubscribed })
  await newOccupant(owner, { site: asleep.id, phone: shared })
  await newOccupant(owner, { phone: unsubscribed })
  await newOccupant(owner, { phone: shared })
  await newOccupant(owner, { phone: shared, alertMethod: 'call' })
  const expected = { inactive_site: 2, unsubscribed: 1, no_double: 1 }

  expect(await owner(previewAlert, { messageId, sectorId })).toMatchObject({ expectedCount: 5, cancelled: expected, amount: 10 })
  const { code } = await owner(sendAlert, { messageId, sectorId })
  const log = await sentWhole(owner, code ?? '')
  const refused = log.filter(({ status }) => status === 'cancelled')
  expect(Object.groupBy(refused, ({ cancellationReason }) => cancellationReason ?? 'none')).toMatchObject({
    inactive_site: { length: 2 },
    unsubscribed: { length: 1 },
    no_double: { length: 1 },
  })
  for (const row of refused) expect(row).toMatchObject({ factured: false, paidFrom: null, sentAt: null })
  expect(log.filter(({ status }) => status === 'accepted')).toMatchObject([{ phone: shared, alertMethod: 'sms' }])
  expect(await owner(bankCalls.getBankTotal)).toMatchObject({ amount: 99 })
})

test('a phone gets the same text once within the delay, another text at once', async () => {
  const { owner, messageId, sectorId } = await newSender(server)
  const occupant = await newOccupant(owner)
  const wider = await newSector(owner)
  await owner(sendAlert, { messageId, sectorId })
  const again = await owner(sendAlert, { messageId, sectorId: wider.id })
  expect(again).toMatchObject({ type: 'success', expectedCount: 1, cancelledCount: 1 })
  expect(await sentWhole(owner, again.code ?? '')).toMatchObject([{ phone: occupant.phone, cancellationReason: 'no_double' }])
  const third = await newSector(owner)
  const other = await newMessage(owner)
  expect(await owner(sendAlert, { messageId: other.id, sectorId: third.id })).toMatchObject({ cancelledCount: 0 })
})

test('a route alerts the sites that share one of its services', async () => {
  const { owner, messageId } = await newSender(server)
  const [ploughing, salting] = [await newService(owner), await newService(owner)]
  const area = (service: { id: string }) => ({ areas: [{ name: 'Cour', polygon: square(), services: [service.id] }] })
  const client = await newClient(owner)
  const [served, other, bare] = [
    await newSite(owner, client.id, area(ploughing)),
    await newSite(owner, client.id, area(salting)),
    await newSite(owner, client.id),
  ]
  for (const { id: site } of [served, other, bare]) await newOccupant(owner, { site })
  const sites = [served, other, bare].map(({ id: site }, sortOrder) => ({ site, sortOrder }))
  const route = await owner(routeCalls.createRoute, { route: { name: 'Nord', serviceIds: [ploughing.id], sites } })
  expect(await owner(previewAlert, { messageId, routeId: route.id })).toMatchObject({
    expectedCount: 3,
    cancelled: { no_common_services: 2 },
  })
  const free = await owner(routeCalls.createRoute, { route: { name: 'Sud', sites } })
  expect(await owner(previewAlert, { messageId, routeId: free.id })).toMatchObject({ expectedCount: 3, cancelled: {} })
})

test('a grouping alerts all its sectors, each occupant once; one of its sectors may be named with it', async () => {
  const { owner, messageId, sectorId } = await newSender(server)
  await newOccupant(owner)
  const second = await newSector(owner)
  const { id: sectorGroupId } = await owner(groupingCalls.createGrouping, {
    alerts: { name: 'Tout' },
    siteGroupIds: [sectorId, second.id],
  })
  expect(await owner(previewAlert, { messageId, sectorGroupId })).toMatchObject({ expectedCount: 1, cancelled: {} })
  expect(await owner(previewAlert, { messageId, sectorGroupId, sectorId })).toMatchObject({ expectedCount: 1 })
  const alone = await newSector(owner)
  expect((await owner.raw(sendAlert, { messageId, sectorGroupId, sectorId: alone.id })).status).toBe(404)
})

test('repeating a press returns the same send; someone else’s key finds nothing', async () => {
  const { owner, employee, messageId, sectorId } = await newSender(server)
  await newOccupant(owner)
  await newOccupant(owner, { site: (await newSite(owner, (await newClient(owner)).id, { status: 'inactive' })).id })
  const requestKey = 'une-cle-de-la-page'
  expect((await owner.raw(alertCalls.findAlert, { requestKey })).status).toBe(404)

  const answers = await Promise.all([1, 2, 3].map(() => owner(sendAlert, { messageId, sectorId, requestKey })))
  expect(answers[0]).toMatchObject({ type: 'success', code: expect.any(String), expectedCount: 2, cancelledCount: 1 })
  for (const answer of answers) expect(answer).toEqual(answers[0])
  await sentWhole(owner, answers[0]?.code ?? '')
  // Also if the answer was lost and the message has been deleted since.
  await owner(messageCalls.deleteMessage, { id: messageId })
  expect(await owner(sendAlert, { messageId, sectorId, requestKey })).toEqual(answers[0])
  expect(await owner(alertCalls.findAlert, { requestKey })).toEqual(answers[0])
  expect(await owner(listAlertHistory, always)).toHaveLength(1)
  expect(await owner(bankCalls.getBankTotal)).toMatchObject({ amount: 99 })
  expect((await employee.raw(alertCalls.findAlert, { requestKey })).status).toBe(404)
})

test('a send that alerted nobody, refused or stopped in time, starts no delay and is no « avisé le »', async () => {
  const { owner, companyId, messageId, sectorId } = await newSender(server)
  const site = await newSite(owner, (await newClient(owner)).id, { status: 'inactive' })
  await newOccupant(owner, { site: site.id })
  expect(await owner(sendAlert, { messageId, sectorId })).toMatchObject({ type: 'success', expectedCount: 1, cancelledCount: 1 })
  expect(await owner(sendAlert, { messageId, sectorId })).toMatchObject({ type: 'success' })
  const toldAt = async () => (await owner(sectorCalls.listSectorsForAlerts)).find(({ id }) => id === sectorId)?.notifiedAt
  expect(await toldAt()).toBeNull()

  const { phone } = await newOccupant(owner)
  const { code } = await owner(sendAlert, { messageId, sectorId })
  await sentWhole(owner, code ?? '')
  expect(await toldAt()).not.toBeNull()
  // As if it had been stopped before anything left.
  await inCompany(server, companyId, async (tx) => {
    await tx.sql`update alert_deliveries set status = 'queued', accepted_at = null where send_id = ${code} and phone = ${phone}`
    await tx.sql`update alert_sends set worked_at = now() where id = ${code}`
  })
  await owner(alertCalls.stopAlert, { code: code ?? '' })
  expect(await toldAt()).toBeNull()
  expect(await owner(sendAlert, { messageId, sectorId })).toMatchObject({ type: 'success', cancelledCount: 1 })
})

test('lots are spent soonest to expire first, expired ones never; the ledger adds up', async () => {
  const { owner, super_admin: staff, companyId, messageId, sectorId } = await newSender(server, { bank: 1 })
  const inDays = (days: number) => addDays(wallClock(new Date(), 'America/Toronto').date, days)
  await staff(bankCalls.addLot, { companyId, transaction: { amount: 2, expiresAt: inDays(20) } })
  await staff(bankCalls.addLot, { companyId, transaction: { amount: 1, expiresAt: inDays(9) } })
  const gone = await staff(bankCalls.addLot, { companyId, transaction: { amount: 5, expiresAt: inDays(9) } })
  await inCompany(server, companyId, (tx) => tx.sql`update alert_lots set expires_on = ${inDays(-1)} where id = ${gone.id}`)
  await newOccupant(owner)
  await newOccupant(owner)
  await owner(sendAlert, { messageId, sectorId })
  expect((await staff(bankCalls.listLots, { companyId })).map(({ amount, remaining }) => [amount, remaining])).toEqual([
    [5, 5],
    [1, 0],
    [2, 1],
    [1, 1],
  ])
  const [ledger] = await inCompany(
    server,
    companyId,
    (tx) => tx.sql<{ sum: number }>`select sum(amount)::int as sum from alert_ledger where company_id = ${companyId}`,
  )
  expect(ledger?.sum).toBe(7)
})

test('two people press at the same instant: one send, one warning, one debit', async () => {
  const { owner, employee, admin, companyId, messageId, sectorId } = await newSender(server)
  for (let i = 0; i < 5; i++) await newOccupant(owner)
  const answers = await Promise.all([owner, employee, admin, owner, employee].map((someone) => someone(sendAlert, { messageId, sectorId })))
  expect(answers.map(({ type }) => type).toSorted()).toEqual(['success', 'warning', 'warning', 'warning', 'warning'])
  expect(await owner(listAlertHistory, always)).toHaveLength(1)
  expect(await owner(bankCalls.getBankTotal)).toMatchObject({ amount: 95 })
  const rows = await inCompany(server, companyId, (tx) => tx.sql`select from alert_deliveries where company_id = ${companyId}`)
  expect(rows).toHaveLength(5)
})

test('two sends to two targets at once never spend the same alert', async () => {
  const { owner, messageId, sectorId } = await newSender(server, { bank: 3 })
  const far = await newSite(owner, (await newClient(owner)).id, { address: { street: 'rang 4', location: { lat: 47.5, lng: -71 } } })
  const polygon = [
    { lat: 47.4, lng: -71.1 },
    { lat: 47.4, lng: -70.8 },
    { lat: 47.7, lng: -71 },
  ]
  const { id: farSector } = await newSector(owner, { polygon })
  for (let i = 0; i < 2; i++) {
    await newOccupant(owner)
    await newOccupant(owner, { site: far.id })
  }
  const { id: other } = await newMessage(owner)
  const answers = await Promise.all([
    owner(sendAlert, { messageId, sectorId }),
    owner(sendAlert, { messageId: other, sectorId: farSector }),
  ])
  expect(answers.map(({ type }) => type).toSorted()).toEqual(['success', 'warning'])
  expect(await owner(bankCalls.getBankTotal)).toMatchObject({ amount: 1 })
})
