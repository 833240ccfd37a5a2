import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import { addDays, wallClock } from '@bordee/core/time.ts'
import { expect, test } from 'vitest'
import { openTestHouse } from '../testing.ts'

const { getBankTotal, getCompanyBankTotal, listLots, addLot, adjustBank } = bankCalls
const house = await openTestHouse()
const inDays = (days: number) => addDays(wallClock(new Date(), 'America/Toronto').date, days)

test('lots add up, and are listed soonest to expire first', async () => {
  const { owner, super_admin: staff, companyId } = await house.newCompany()
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
  const { super_admin: staff, companyId } = await house.newCompany()
  expect(await staff.raw(addLot, { companyId, transaction })).toMatchObject({
    status: 422,
    body: { formErrors: { transaction: { [field]: expect.any(String) } } },
  })
  expect(await staff(getCompanyBankTotal, { companyId })).toEqual({ amount: 0, expiredAmount: 0 })
})

test('what has expired no longer counts', async () => {
  const { owner, super_admin: staff, companyId } = await house.newCompany()
  await staff(addLot, { companyId, transaction: { amount: 30, expiresAt: inDays(9) } })
  await house.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    await tx.sql`update alert_lots set expires_on = ${inDays(-1)} where company_id = ${companyId}`
  })
  expect(await owner(getBankTotal)).toEqual({ amount: 0, expiredAmount: 30 })
})

test('a correction says what the total should be; the ledger keeps the difference', async () => {
  const { admin: staff, companyId } = await house.newCompany()
  await staff(addLot, { companyId, transaction: { amount: 100, expiresAt: inDays(10) } })
  await staff(addLot, { companyId, transaction: { amount: 50, expiresAt: null } })
  expect(await staff(adjustBank, { companyId, amount: 90 })).toEqual({ amount: 90, expiredAmount: 0 })
  // What expires first is touched last.
  expect((await staff(listLots, { companyId })).map(({ remaining }) => remaining)).toEqual([90, 0])
  expect(await staff(adjustBank, { companyId, amount: 120 })).toEqual({ amount: 120, expiredAmount: 0 })
  const ledger = await house.work(async ({ tx }) => {
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
  const { super_admin: staff, companyId } = await house.newCompany()
  await Promise.all([10, 20, 30].map((amount) => staff(adjustBank, { companyId, amount })))
  const { amount } = await staff(getCompanyBankTotal, { companyId })
  expect([10, 20, 30]).toContain(amount)
  const [sum] = await house.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    return tx.sql<{ sum: number }>`select sum(amount)::int as sum from alert_ledger where company_id = ${companyId}`
  })
  expect(sum?.sum).toBe(amount)
})
