import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import { billingCalls } from '@bordee/core/billing/billing.calls.ts'
import { whyBilled } from '@bordee/core/billing/ledger.ts'
import { expect, test } from 'vitest'
import { sendOnCredit } from '../testing/billing.ts'
import { inCompany, openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const { listAlertLedger } = billingCalls
const { addLot, adjustBank, getBankTotal } = bankCalls

test('the ledger shows what was billed, what entered the bank later, and what expired, with the balance after each', async () => {
  const people = await server.newCompany()
  const { owner, super_admin: staff, companyId } = people
  expect(await owner(listAlertLedger)).toEqual([])
  await sendOnCredit(server, people, 5, { at: new Date(Date.now() - 40 * 86_400_000) })
  const lot = await staff(addLot, { companyId, transaction: { amount: 30 } })
  await inCompany(server, companyId, async (tx) => {
    await tx.sql`update alert_ledger set created_at = now() - interval '20 days'`
    await tx.sql`update alert_lots set expires_on = current_date - 10 where id = ${lot.id}`
  })
  await staff(adjustBank, { companyId, amount: 12 })

  const ledger = await owner(listAlertLedger)
  expect(ledger).toMatchObject([
    { kind: 'adjustment', alerts: 12, balance: 12, billed: 0 },
    { kind: 'expiry', alerts: -30, balance: 0 },
    { kind: 'lot', alerts: 30, balance: 30, code: null, targetName: null },
    { kind: 'send', alerts: 0, balance: 0, billed: 5, billedAmount: 50, targetName: 'Nord' },
  ])
  expect(ledger[0]?.balance).toBe((await owner(getBankTotal)).amount)
  expect(whyBilled(ledger)).toMatchObject({ billed: { targetName: 'Nord' }, filled: { kind: 'lot' } })
})

test('the balance is never below zero: what enters comes first, and what returns to an expired lot expires', async () => {
  const { owner, super_admin: staff, companyId } = await server.newCompany()
  const [lot, expired] = [await staff(addLot, { companyId, transaction: { amount: 4 } }), crypto.randomUUID()]
  await inCompany(server, companyId, async (tx) => {
    await tx.sql`delete from alert_ledger`
    await tx.sql`update alert_lots set remaining = 0`
    await tx.sql`
      insert into alert_lots (id, company_id, amount, remaining, expires_on)
      values (${expired}, ${companyId}, 6, 3, current_date - 10)`
    await tx.sql`
      insert into alert_ledger (id, company_id, lot_id, amount, reason, created_at)
      values (uuidv7(), ${companyId}, ${lot.id}, -4, 'send', date_trunc('day', now())),
             (uuidv7(), ${companyId}, ${lot.id}, 4, 'lot', date_trunc('day', now())),
             (uuidv7(), ${companyId}, ${expired}, 6, 'lot', now() - interval '30 days'),
             (uuidv7(), ${companyId}, ${expired}, -5, 'send', now() - interval '20 days'),
             (uuidv7(), ${companyId}, ${expired}, 2, 'refund', now() - interval '3 days')`
  })
  expect((await owner(listAlertLedger)).map(({ kind, alerts, balance }) => [kind, alerts, balance])).toEqual([
    ['send', -4, 0],
    ['lot', 4, 4],
    ['expiry', -2, 0],
    ['refund', 2, 2],
    ['expiry', -1, 0],
    ['send', -5, 1],
    ['lot', 6, 6],
  ])
})

test('corrections made at once follow each other as they were written', async () => {
  const { owner, super_admin: staff, companyId } = await server.newCompany()
  await Promise.all([5000, 0, 4000, 0, 3000, 0, 2000, 0].map((amount) => staff(adjustBank, { companyId, amount })))
  const ledger = await owner(listAlertLedger)
  expect(ledger.filter(({ balance }) => balance < 0)).toEqual([])
  expect(ledger[0]?.balance ?? 0).toBe((await owner(getBankTotal)).amount)
})

test('nobody but the office sees the ledger, and each company its own', async () => {
  const people = await server.newCompany()
  const other = await server.newCompany()
  await sendOnCredit(server, people, 1)
  expect(await people.owner(listAlertLedger)).toHaveLength(1)
  expect(await other.owner(listAlertLedger)).toEqual([])
  expect((await people.manager.raw(listAlertLedger)).status).toBe(403)
})
