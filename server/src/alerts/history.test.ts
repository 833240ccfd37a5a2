import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { bankCalls } from '@bordee/core/bank/bank.calls.ts'
import { expect, test } from 'vitest'
import { newOccupant, newSender, sentWhole } from '../testing/alerts.ts'
import { inCompany, openTestServer } from '../testing/server.ts'
import { markRefused } from './deliveries.ts'

const server = await openTestServer()
const { sendAlert, listAlertHistory } = alertCalls
const always = { from: '2020-01-01', to: '2100-01-01' }

test('the history counts what left: neither deliveries refused afterwards nor unknown ones', async () => {
  const { owner, companyId, messageId, sectorId } = await newSender(server)
  for (let i = 0; i < 5; i++) await newOccupant(owner)
  const { code } = await owner(sendAlert, { messageId, sectorId })
  const [delivered, lost, refused, unknown] = (await sentWhole(owner, code ?? '')).map(({ id }) => id)
  expect(await owner(listAlertHistory, always)).toMatchObject([{ expectedCount: 5, actualCount: 5, amount: 50 }])

  await inCompany(server, companyId, async (tx) => {
    await tx.sql`update alert_deliveries set status = 'delivered' where id = ${delivered}`
    await tx.sql`update alert_deliveries set status = 'failed', reason = 'other' where id = ${lost}` // it rang, but nobody answered
    await tx.sql`update alert_deliveries set status = 'unknown', accepted_at = null where id = ${unknown}`
  })
  await server.work(async (work) => {
    await work.tx.scope({ companies: [companyId] })
    await markRefused(work, companyId, [{ id: refused ?? '', mark: null }], 'other')
  })

  expect(await owner(listAlertHistory, always)).toMatchObject([{ expectedCount: 5, actualCount: 3, amount: 40 }])
  expect(await owner(bankCalls.getBankTotal)).toMatchObject({ amount: 96 })
})
