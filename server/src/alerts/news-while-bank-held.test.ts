// Signed news from a provider, while everything around it is busy.
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { fillOccupants, newSender, type Sender } from '../testing/alerts.ts'
import { inCompany, openTestServer, ownerUrlOf } from '../testing/server.ts'
import { openTwilio, signed, watch } from '../testing/twilio.ts'

const twilio = await openTwilio()
const server = await openTestServer(twilio.environment(Array.from({ length: 5 }, (_, i) => `+15815550${100 + i}`).join(',')))
const { callBack } = watch(server, twilio)

test('one company’s news and an ARRET are not lost while another company’s bank is locked', async () => {
  const [a, b] = [await newSender(server), await newSender(server)]
  await fillOccupants(server, a, 3)
  await fillOccupants(server, b, 70)
  await a.owner(alertCalls.sendAlert, { messageId: a.messageId, sectorId: a.sectorId })
  await vi.waitFor(() => expect(twilio.kept).toHaveLength(3), { timeout: 15_000 })
  await b.owner(alertCalls.sendAlert, { messageId: b.messageId, sectorId: b.sectorId })
  await vi.waitFor(() => expect(twilio.kept).toHaveLength(73), { timeout: 15_000 })
  await vi.waitFor(async () => expect(await statusesOf(b)).toEqual(new Set(['accepted'])), { timeout: 15_000 })
  // A large send of the first company is being written and holds its lots.
  const client = new pg.Client(ownerUrlOf(server))
  await client.connect()
  await client.query('begin')
  await client.query(`select set_config('app.companies', $1, true)`, [`{${a.companyId}}`])
  await client.query('select from alert_lots where company_id = $1 for update', [a.companyId])
  const ofA = twilio.kept.slice(0, 3).map((one) => callBack(one, 'failed').then(({ statusCode }) => statusCode))
  const ofB = twilio.kept.slice(3).map((one) => callBack(one, 'delivered').then(({ statusCode }) => statusCode))
  const from = twilio.kept[3]
  const arret = server.app
    .inject(
      signed('https://bordee.exemple.ca/api/webhooks/twilio/sms', {
        From: from?.to ?? '',
        To: from?.from ?? '',
        Body: 'ARRET',
        MessageSid: 'SMx',
      }),
    )
    .then(({ statusCode }) => statusCode)
  await client.query('commit')
  await client.end()

  expect(new Set(await Promise.all([...ofA, ...ofB]))).toEqual(new Set([200]))
  expect(await arret).toBe(200)
  const unsubscribed = await inCompany(
    server,
    b.companyId,
    (tx) => tx.sql`select from unsubscribed_phones where company_id = ${b.companyId}`,
  )
  expect(unsubscribed).toHaveLength(1)
})

async function statusesOf({ companyId }: Sender): Promise<Set<string>> {
  const rows = await inCompany(
    server,
    companyId,
    (tx) => tx.sql<{ status: string }>`select status from alert_deliveries where company_id = ${companyId}`,
  )
  return new Set(rows.map(({ status }) => status))
}
