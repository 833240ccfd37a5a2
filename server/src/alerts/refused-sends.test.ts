// Sends that are refused, as a whole or to someone.
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import { groupingCalls } from '@bordee/core/groupings/groupings.calls.ts'
import { messageCalls } from '@bordee/core/messages/messages.calls.ts'
import { paymentCalls } from '@bordee/core/payments/payments.calls.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { wallClock } from '@bordee/core/time.ts'
import { describe, expect, test } from 'vitest'
import { newMessage, newOccupant, newSender, type Sender, sentWhole } from '../testing/alerts.ts'
import { newSector } from '../testing/folders.ts'
import { inCompany, openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const { sendAlert, previewAlert, listAlertHistory } = alertCalls
const always = { from: '2020-01-01', to: '2100-01-01' }
const nowhere = '00000000-0000-7000-8000-000000000000'
const visa = { name: 'Paule Tremblay', number: '4242424242424242', cvc: '123', expMonth: 12, expYear: 2099 }
const nothingWritten = async ({ owner }: Sender, count = 0) => expect(await owner(listAlertHistory, always)).toHaveLength(count)

test('a refused press is decided again under the same key', async () => {
  const { owner, messageId, sectorId } = await newSender(server)
  const requestKey = 'refusee-la-premiere-fois'
  expect(await owner(sendAlert, { messageId, sectorId, requestKey })).toMatchObject({ type: 'warning', code: null })
  await newOccupant(owner)
  expect(await owner(sendAlert, { messageId, sectorId, requestKey })).toMatchObject({ type: 'success' })
})

test('an expired card pays for nothing, and the preview says so', async () => {
  const { owner, companyId, messageId, sectorId } = await newSender(server, { bank: 0 })
  await newOccupant(owner)
  await owner(paymentCalls.addPaymentMethod, { card: visa })
  expect(await owner(previewAlert, { messageId, sectorId })).toMatchObject({ refusal: null })
  await inCompany(server, companyId, (tx) => tx.sql`update payment_methods set exp_year = 2024 where company_id = ${companyId}`)
  const refusal = expect.stringMatching(/carte est expirée/)
  expect(await owner(previewAlert, { messageId, sectorId })).toMatchObject({ refusal })
  expect(await owner(sendAlert, { messageId, sectorId })).toMatchObject({ type: 'warning', message: refusal })
})

describe('a send refused as a whole returns a warning and writes nothing', () => {
  const changes = {
    'the module is not active': ['alert_is_active = false', /module/],
    'outside the hours': [
      `alert_start_hour_allowed = '00:00', alert_end_hour_allowed = '00:01', time_zone = 'ZONE'`,
      /entre 0\u00a0h et 0\u00a0h\u00a001/,
    ],
  } as const
  test.each(Object.entries(changes))('%s', async (_name, [change, text]) => {
    const sender = await newSender(server)
    await newOccupant(sender.owner)
    // Pick a zone where it isn't midnight.
    const zone = ['America/Toronto', 'Asia/Tokyo'].find((one) => wallClock(new Date(), one).time > '01:00') ?? 'UTC'
    await inCompany(server, sender.companyId, (tx) =>
      tx.sql([`update companies set ${change.replace('ZONE', zone)}`] as unknown as TemplateStringsArray),
    )
    const { messageId, sectorId } = sender
    expect(await sender.owner.raw(sendAlert, { messageId, sectorId })).toMatchObject({
      status: 200,
      body: { type: 'warning', code: null, message: expect.stringMatching(text) },
    })
    expect(await sender.owner(previewAlert, { messageId, sectorId })).toMatchObject({
      expectedCount: 1,
      refusal: expect.stringMatching(text),
    })
    await nothingWritten(sender)
  })

  test('too soon after the last send to the same target, never less than ten seconds', async () => {
    const sender = await newSender(server)
    const { owner, companyId, sectorId } = sender
    await newOccupant(owner)
    await inCompany(server, companyId, (tx) => tx.sql`update companies set alert_min_time_between_two_alert = 0`)
    await owner(sendAlert, { messageId: sender.messageId, sectorId })
    const { id: messageId } = await newMessage(owner)
    expect(await owner(sendAlert, { messageId, sectorId })).toMatchObject({
      type: 'warning',
      code: null,
      message: expect.stringMatching(/secondes/),
    })
    await nothingWritten(sender, 1)
    await inCompany(server, companyId, (tx) => tx.sql`update alert_sends set created_at = created_at - interval '11 seconds'`)
    expect(await owner(sendAlert, { messageId, sectorId })).toMatchObject({ type: 'success' })
  })

  test('a hidden message, or nobody to alert', async () => {
    const sender = await newSender(server)
    const { owner, messageId, sectorId } = sender
    expect(await owner(sendAlert, { messageId, sectorId })).toMatchObject({
      type: 'warning',
      message: expect.stringMatching(/aucun occupant/),
    })
    await newOccupant(owner)
    await owner(messageCalls.updateMessage, { id: messageId, message: { isActive: false } })
    expect(await owner(sendAlert, { messageId, sectorId })).toMatchObject({ type: 'warning', message: expect.stringMatching(/invisible/) })
    await nothingWritten(sender)
  })

  test('no credit: neither bank nor card, or over the monthly cap', async () => {
    const sender = await newSender(server, { bank: 1 })
    const { owner, companyId, messageId, sectorId } = sender
    await newOccupant(owner)
    await newOccupant(owner)
    expect(await owner(sendAlert, { messageId, sectorId })).toMatchObject({ type: 'warning', message: expect.stringMatching(/carte/) })
    await owner(paymentCalls.addPaymentMethod, { card: visa })
    await inCompany(server, companyId, (tx) => tx.sql`update companies set alert_monthly_cap = 9`)
    expect(await owner(sendAlert, { messageId, sectorId })).toMatchObject({ type: 'warning', message: expect.stringMatching(/plafond/) })
    await nothingWritten(sender)
    expect(await owner(bankCalls.getBankTotal)).toMatchObject({ amount: 1 })

    await inCompany(server, companyId, (tx) => tx.sql`update companies set alert_monthly_cap = 10`)
    const { code } = await owner(sendAlert, { messageId, sectorId })
    const log = await sentWhole(owner, code ?? '')
    expect(new Set(log.map(({ paidFrom }) => paidFrom))).toEqual(new Set(['bank', 'invoice']))
    expect(await owner(bankCalls.getBankTotal)).toMatchObject({ amount: 0 })

    // The month's ten cents are used up.
    await newOccupant(owner)
    const { id: other } = await newMessage(owner)
    const third = await newSector(owner)
    expect(await owner(sendAlert, { messageId: other, sectorId: third.id })).toMatchObject({ type: 'warning' })
  })
})

test('no target or two kinds is 422; an unknown target or a neighbour’s is 404', async () => {
  const { owner, messageId, sectorId } = await newSender(server)
  const next = await newSender(server)
  expect((await owner.raw(sendAlert, { messageId })).status).toBe(422)
  expect((await owner.raw(sendAlert, { messageId, sectorId, routeId: nowhere })).status).toBe(422)
  expect((await owner.raw(sendAlert, { sectorId })).status).toBe(422)
  for (const target of [
    { sectorId: nowhere },
    { sectorGroupId: nowhere },
    { routeId: nowhere },
    { runId: nowhere },
    { sectorId: next.sectorId },
  ])
    for (const call of [sendAlert, previewAlert]) expect((await owner.raw(call, { messageId, ...target })).status).toBe(404)
  expect((await owner.raw(sendAlert, { messageId: next.messageId, sectorId })).status).toBe(404)
})

test('an employee with limited access sends only to the targets assigned to them', async () => {
  const { owner, employee, companyId, messageId, sectorId } = await newSender(server)
  const given = await newSector(owner)
  const route = await owner(routeCalls.createRoute, { route: { name: 'Nord' } })
  await newOccupant(owner)
  const { id: sectorGroupId } = await owner(groupingCalls.createGrouping, { alerts: { name: 'Tout' }, siteGroupIds: [sectorId, given.id] })
  await owner(accountCalls.updateAccount, { id: employee.accountId, account: { sectorIds: [given.id] } })
  expect((await employee.raw(previewAlert, { messageId, sectorId })).status).toBe(200)
  await inCompany(server, companyId, (tx) => tx.sql`update companies set alert_is_accesses_limited = true`)
  for (const target of [{ sectorId }, { sectorGroupId }, { routeId: route.id }])
    expect((await employee.raw(sendAlert, { messageId, ...target })).status).toBe(404)
  expect(await employee(sendAlert, { messageId, sectorId: given.id })).toMatchObject({ type: 'success' })
  await owner(accountCalls.updateAccount, {
    id: employee.accountId,
    account: { sectorIds: [given.id, sectorId], routeForAlertIds: [route.id] },
  })
  expect((await employee.raw(previewAlert, { messageId, sectorGroupId })).status).toBe(200)
  expect((await employee.raw(previewAlert, { messageId, routeId: route.id })).status).toBe(200)
})
