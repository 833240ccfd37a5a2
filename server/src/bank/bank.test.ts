import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import { paymentCalls } from '@bordee/core/payments/payments.calls.ts'
import { addDays, wallClock } from '@bordee/core/time.ts'
import { expect, test } from 'vitest'
import { sql } from '../engine/db/sql.ts'
import { newOccupant, newSender } from '../testing/alerts.ts'
import { inCompany, openTestServer } from '../testing/server.ts'
import { cardOf } from './spending.ts'

const { getBankTotal, getCompanyBankTotal, listLots, addLot, adjustBank, getCompanyBilling, setMonthlyCap } = bankCalls
const { sendAlert } = alertCalls
const visa = { name: 'Paule Tremblay', number: '4242424242424242', cvc: '123', expMonth: 12, expYear: 2099 }
const server = await openTestServer()
const inDays = (days: number) => addDays(wallClock(new Date(), 'America/Toronto').date, days)

test('lots add up, and are listed soonest to expire first', async () => {
  const { owner, super_admin: staff, companyId } = await server.newCompany()
  expect(await owner(getBankTotal)).toEqual({ amount: 0, expiredAmount: 0 })
  await staff(addLot, { companyId, transaction: { amount: 500, expiresAt: null } })
  const soon = await staff(addLot, { companyId, transaction: { amount: 200, expiresAt: inDays(8) } })
  expect(soon).toMatchObject({ amount: 200, remaining: 200, expiresAt: inDays(8) })
  expect(await owner(getBankTotal)).toEqual({ amount: 700, expiredAmount: 0 })
  expect(await staff(getCompanyBankTotal, { companyId })).toEqual({ amount: 700, expiredAmount: 0 })
  expect((await staff(listLots, { companyId })).map(({ amount }) => amount)).toEqual([200, 500])
})

test.each([
  [{ amount: 0 }, 'amount'],
  [{ amount: -5 }, 'amount'],
  [{ amount: 1.5 }, 'amount'],
  [{}, 'amount'],
  [{ amount: 5, expiresAt: inDays(7) }, 'expiresAt'],
  [{ amount: 5, expiresAt: '2026-02-31' }, 'expiresAt'],
])('%j is refused', async (transaction, field) => {
  const { super_admin: staff, companyId } = await server.newCompany()
  expect(await staff.raw(addLot, { companyId, transaction })).toMatchObject({
    status: 422,
    body: { formErrors: { transaction: { [field]: expect.any(String) } } },
  })
  expect(await staff(getCompanyBankTotal, { companyId })).toEqual({ amount: 0, expiredAmount: 0 })
})

test('expired lots no longer count', async () => {
  const { owner, super_admin: staff, companyId } = await server.newCompany()
  await staff(addLot, { companyId, transaction: { amount: 30, expiresAt: inDays(9) } })
  await server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    await tx.sql`update alert_lots set expires_on = ${inDays(-1)} where company_id = ${companyId}`
  })
  expect(await owner(getBankTotal)).toEqual({ amount: 0, expiredAmount: 30 })
})

test('a correction sets the total; the ledger keeps the difference', async () => {
  const { admin: staff, companyId } = await server.newCompany()
  await staff(addLot, { companyId, transaction: { amount: 100, expiresAt: inDays(10) } })
  await staff(addLot, { companyId, transaction: { amount: 50, expiresAt: null } })
  expect(await staff(adjustBank, { companyId, amount: 90 })).toEqual({ amount: 90, expiredAmount: 0 })
  // The lot that expires first is touched last.
  expect((await staff(listLots, { companyId })).map(({ remaining }) => remaining)).toEqual([90, 0])
  expect(await staff(adjustBank, { companyId, amount: 120 })).toEqual({ amount: 120, expiredAmount: 0 })
  const ledger = await server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    return tx.sql<{ amount: number; reason: string }>`select amount, reason from alert_ledger where company_id = ${companyId} order by id`
  })
  expect(ledger.map(({ amount, reason }) => [amount, reason])).toEqual([
    [100, 'lot'],
    [50, 'lot'],
    [-50, 'adjustment'],
    [-10, 'adjustment'],
    [30, 'adjustment'],
  ])
})

test('two corrections at once leave one total, and a ledger that adds up', async () => {
  const { super_admin: staff, companyId } = await server.newCompany()
  await Promise.all([10, 20, 30].map((amount) => staff(adjustBank, { companyId, amount })))
  const { amount } = await staff(getCompanyBankTotal, { companyId })
  expect([10, 20, 30]).toContain(amount)
  const [sum] = await server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    return tx.sql<{ sum: number }>`select sum(amount)::int as sum from alert_ledger where company_id = ${companyId}`
  })
  expect(sum?.sum).toBe(amount)
})

test('platform staff raise the monthly cap, and the refused send goes through', async () => {
  const { owner, admin, super_admin: staff, companyId, messageId, sectorId } = await newSender(server, { bank: 0 })
  await owner(paymentCalls.addPaymentMethod, { card: visa })
  await newOccupant(owner)
  await newOccupant(owner)
  expect(await staff(getCompanyBilling, { companyId })).toEqual({ monthlyCap: 10_000, billedThisMonth: 0 })
  await staff(setMonthlyCap, { companyId, monthlyCap: 19 })
  expect(await owner(sendAlert, { messageId, sectorId })).toMatchObject({ type: 'warning', message: expect.stringMatching(/plafond/) })

  expect(await admin(setMonthlyCap, { companyId, monthlyCap: 20 })).toEqual({ monthlyCap: 20, billedThisMonth: 0 })
  expect(await owner(sendAlert, { messageId, sectorId })).toMatchObject({ type: 'success' })
  expect(await staff(getCompanyBilling, { companyId })).toEqual({ monthlyCap: 20, billedThisMonth: 20 })

  await staff(setMonthlyCap, { companyId, monthlyCap: 20 }) // no change, no audit line
  const lines = await inCompany(
    server,
    companyId,
    (tx) => tx.sql<{ accountId: string; details: object }>`
      select account_id as "accountId", details
      from audit_log
      where company_id = ${companyId} and action = 'bank-cap'
      order by created_at, id`,
  )
  expect(lines).toEqual([
    { accountId: staff.accountId, details: { before: 10_000, after: 19 } },
    { accountId: admin.accountId, details: { before: 19, after: 20 } },
  ])
})

test('last month’s bill does not count against this month', async () => {
  const { owner, super_admin: staff, companyId, messageId, sectorId } = await newSender(server, { bank: 0 })
  await owner(paymentCalls.addPaymentMethod, { card: visa })
  await newOccupant(owner)
  await owner(sendAlert, { messageId, sectorId })
  await inCompany(server, companyId, (tx) => tx.sql`update alert_deliveries set created_at = created_at - interval '32 days'`)
  expect(await staff(getCompanyBilling, { companyId })).toMatchObject({ billedThisMonth: 0 })
})

test.each([-1, 9.5, '100', null, 10_000_001, undefined])('a monthly cap of %j is refused and changes nothing', async (monthlyCap) => {
  const { super_admin: staff, companyId } = await server.newCompany()
  expect(await staff.raw(setMonthlyCap, { companyId, monthlyCap })).toMatchObject({
    status: 422,
    body: { formErrors: { input: { monthlyCap: expect.stringMatching(/^Le plafond/) } } },
  })
  expect(await staff(getCompanyBilling, { companyId })).toMatchObject({ monthlyCap: 10_000 })
})

test('the cap of a company that does not exist is 404', async () => {
  const { super_admin: staff } = await server.newCompany()
  const companyId = '00000000-0000-7000-8000-000000000000'
  expect((await staff.raw(getCompanyBilling, { companyId })).status).toBe(404)
  expect((await staff.raw(setMonthlyCap, { companyId, monthlyCap: 5 })).status).toBe(404)
})

test('a card is good until midnight at the end of its month, where the company is', async () => {
  const { owner, companyId } = await server.newCompany()
  await owner(paymentCalls.addPaymentMethod, { card: { ...visa, expMonth: 11, expYear: 2096 } })
  const cardAt = (at: string, zone: string) =>
    inCompany(server, companyId, async (tx) => {
      await tx.sql`update companies set time_zone = ${zone} where id = ${companyId}`
      const [row] = await tx.rows(
        sql<{ card: string }>`select ${cardOf('c', new Date(at))} as card from companies c where id = ${companyId}`,
      )
      return row?.card
    })
  expect(await cardAt('2096-12-01T04:59:00Z', 'America/Toronto')).toBe('valid') // still 30 November there
  expect(await cardAt('2096-12-01T05:00:00Z', 'America/Toronto')).toBe('expired')
  expect(await cardAt('2096-12-01T05:00:00Z', 'America/Vancouver')).toBe('valid')
})
