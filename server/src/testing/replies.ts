// A company whose occupants write back.
import { api } from '@bordee/core/api.ts'
import type { ReplyFilter } from '@bordee/core/replies/reply.ts'
import { newMessage, newOccupant, sentWhole } from './alerts.ts'
import { home, newClient, newSite } from './folders.ts'
import { newRoute } from './runs.ts'
import { inCompany, type People, type TestServer } from './server.ts'

export const said = (people: People, phone: string, text: string) =>
  people.admin(api.playReply, { companyId: people.companyId, phone, text })

export const listed = (people: People, filter?: ReplyFilter) => people.dispatcher(api.listReplies, { ...(filter && { filter }) })

/** Alerts on, a bank, and a route of three sites, the first with an occupant. */
export async function newTown(server: TestServer, { bank = 100 } = {}) {
  const people = await server.newCompany()
  await inCompany(server, people.companyId, (tx) => tx.sql`update companies set alert_is_active = true where id = ${people.companyId}`)
  if (bank > 0) await people.admin(api.addLot, { companyId: people.companyId, transaction: { amount: bank, expiresAt: null } })
  const route = await newRoute(people.owner, 3)
  const [siteId = ''] = route.siteIds
  const occupant = await newOccupant(people.owner, { site: siteId })
  return { people, route, siteId, occupant, phone: occupant.phone }
}

/** Alerts the site, and waits until its texts have left. Returns the operation’s id, which was opened. */
export async function alerted(people: People, siteId: string) {
  const { id: operationId } = await people.owner(api.openOperation)
  const { id: messageId } = await newMessage(people.owner)
  const { code } = await people.owner(api.sendAlert, { messageId, siteIds: [siteId], operationId })
  await sentWhole(people.owner, code ?? '')
  return operationId
}

/** The same phone at another client’s. */
export async function alsoAt(people: People, phone: string) {
  const { id: clientId } = await newClient(people.owner)
  const site = await newSite(people.owner, clientId, {
    address: { street: 'rue des Pins', civicNumber: '12', city: 'Québec', location: home },
  })
  return { siteId: site.id, occupant: await newOccupant(people.owner, { site: site.id, phone }) }
}
