import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { occupantCalls } from '@bordee/core/occupants/occupants.calls.ts'
import { expect, test } from 'vitest'
import { killedAfter, newOccupant, newSender, type Sender, sentWhole } from '../testing/alerts.ts'
import { inCompany, openTestServer } from '../testing/server.ts'
import { purgeAlerts } from './retention.jobs.ts'
import { changeSubscription } from './subscriptions.ts'

const server = await openTestServer({ RETENTION_ALERTS_DAYS: '100' })
const { sendAlert, listAlertHistory, listAlertLog } = alertCalls
const always = { from: '2020-01-01', to: '2100-01-01' }

/** A send to two occupants, made that many days ago. */
async function sentDaysAgo(sender: Sender, days: number) {
  const { owner, companyId, messageId, sectorId } = sender
  const { code } = await owner(sendAlert, { messageId, sectorId })
  await sentWhole(owner, code ?? '')
  await inCompany(server, companyId, async (tx) => {
    await tx.sql`update alert_sends set created_at = now() - ${days} * interval '1 day' where id = ${code}`
    await tx.sql`
      update alert_deliveries
      set created_at = now() - ${days} * interval '1 day', accepted_at = now() - ${days} * interval '1 day'
      where send_id = ${code}`
  })
  return code ?? ''
}

async function newTown() {
  const sender = await newSender(server)
  await newOccupant(sender.owner)
  await newOccupant(sender.owner)
  return sender
}

test('alerts past retention are deleted with their deliveries, in batches, in every company; newer ones stay', async () => {
  const [town, other] = [await newTown(), await newTown()]
  const old = [await sentDaysAgo(town, 101), await sentDaysAgo(town, 400), await sentDaysAgo(town, 102)]
  const young = await sentDaysAgo(town, 99)
  await sentDaysAgo(other, 150)

  await server.work((work) => purgeAlerts(work, 2))

  expect(await town.owner(listAlertHistory, always)).toMatchObject([{ code: young, expectedCount: 2, actualCount: 2 }])
  expect(await town.owner(listAlertLog, { code: young })).toHaveLength(2)
  for (const code of old) expect((await town.owner.raw(listAlertLog, { code })).status).toBe(404)
  expect(await other.owner(listAlertHistory, always)).toEqual([])
  for (const { companyId, left } of [
    { ...town, left: 2 },
    { ...other, left: 0 },
  ])
    expect(await inCompany(server, companyId, (tx) => tx.sql`select from alert_deliveries where company_id = ${companyId}`)).toHaveLength(
      left,
    )
})

test('the ledger and every subscription change stay', async () => {
  const town = await newTown()
  const { owner, companyId } = town
  const { id, phone } = await newOccupant(owner)
  await sentDaysAgo(town, 2000)
  await inCompany(server, companyId, (tx) => tx.sql`update alert_ledger set created_at = created_at - interval '2000 days'`)
  await server.work(async (work) => {
    await work.tx.scope({ companies: [companyId] })
    await changeSubscription(work, { companyId, phone, unsubscribed: true, how: 'sms' })
    await work.tx.sql`update subscription_changes set created_at = created_at - interval '2000 days'`
  })
  const ledger = () => inCompany(server, companyId, (tx) => tx.sql`select * from alert_ledger where company_id = ${companyId} order by id`)
  const before = await ledger()

  await server.work((work) => purgeAlerts(work))

  expect(await owner(listAlertHistory, always)).toEqual([])
  expect(before).toHaveLength(2)
  expect(await ledger()).toEqual(before)
  expect(await owner(occupantCalls.listSubscriptionChanges, { id })).toMatchObject([{ unsubscribed: true }])
})

test('a purge killed between two steps is finished by the next', async () => {
  const town = await newTown()
  for (const days of [101, 102, 103]) await sentDaysAgo(town, days)
  for (let last = 1; (await killedAfter(server, last, (work) => purgeAlerts(work, 2))) === 'killed'; last++) {
    // No delivery outlives its send.
    const orphans = await inCompany(
      server,
      town.companyId,
      (tx) => tx.sql`select from alert_deliveries d where not exists (select from alert_sends s where s.id = d.send_id)`,
    )
    expect(orphans).toEqual([])
  }
  expect(await town.owner(listAlertHistory, always)).toEqual([])
})
