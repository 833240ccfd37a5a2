import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { expect, test } from 'vitest'
import { newOccupant, newSender, sentWhole } from '../testing/alerts.ts'
import { newClient, newSite } from '../testing/folders.ts'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()

test('a client reads the alerts that reached their sites in all their companies: one per send and site, without phones', async () => {
  const email = 'avisee@exemple.ca'
  const sent: string[] = []
  for (const sender of [await newSender(server), await newSender(server)]) {
    const own = await newSite(sender.owner, (await newClient(sender.owner, { email })).id)
    await newOccupant(sender.owner, { site: own.id, phone: '4185550155' })
    await newOccupant(sender.owner, { site: own.id, phone: '4185550156' })
    await newOccupant(sender.owner) // a neighbour
    const { code } = await sender.owner(alertCalls.sendAlert, { messageId: sender.messageId, sectorId: sender.sectorId })
    await sentWhole(sender.owner, code ?? '')
    sent.push(code ?? '')
    if (sent.length === 2) await sender.owner(siteCalls.deleteSite, { id: own.id })
  }
  const other = await newSender(server)
  await newOccupant(other.owner)
  await sentWhole(
    other.owner,
    (await other.owner(alertCalls.sendAlert, { messageId: other.messageId, sectorId: other.sectorId })).code ?? '',
  )
  await server.newAccount(email)
  const client = await server.signIn(email)

  const received = await client(alertCalls.listReceivedAlerts)

  expect(received).toHaveLength(2)
  expect(new Set(received.map(({ companyName }) => companyName)).size).toBe(2)
  expect(received[0]).toEqual({
    text: expect.stringContaining('nous passons'),
    sentAt: expect.any(String),
    siteAddress: expect.any(String),
    companyName: expect.any(String),
  })
  expect(JSON.stringify(received)).not.toMatch(/418555015/)
})
