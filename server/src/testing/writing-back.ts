// For the test that looks for every field of every answer: residents write back, and the crew is called to work.
import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { expect } from 'vitest'
import { newPhone } from './alerts.ts'
import { newRoute } from './runs.ts'
import { inCompany, type People, type TestServer } from './server.ts'
import { soon } from './soon.ts'

/** `phone` is an occupant's of the client who downloads their data. */
export async function writeBack(server: TestServer, { owner, super_admin: staff, employee, companyId }: People, phone: string) {
  await staff(api.addLot, { companyId, transaction: { amount: 5, expiresAt: null } })
  for (const text of ['Parti', 'AIDE']) await staff(api.playReply, { companyId, phone, text })
  const gone = newPhone()
  for (const text of ['Allo?', 'STOP']) await staff(api.playReply, { companyId, phone: gone, text })
  const refused = (await owner(api.listReplies)).find((reply) => reply.phone === gone)
  await owner(api.getReply, { id: refused?.id ?? '' })
  const { id: routeId } = await newRoute(owner, 1)
  const { id: operationId } = await owner(api.openOperation, { kind: 'hauling', routeIds: [routeId] })
  const own = newPhone()
  const [access] = await inCompany(
    server,
    companyId,
    (tx) => tx.sql<{ id: string }>`
      update accesses
      set phone = ${own}
      where company_id = ${companyId} and account_id = ${employee.accountId}
      returning id`,
  )
  const crew = [{ routeId, accessId: access?.id ?? '', unit: '14' }]
  const { id, people } = await owner(api.callCrew, { operationId, leavesAt: '03:00', crew, requestKey: randomUUID() })
  // OUI is about a text that has left.
  await soon(async () => expect((await owner(api.getCrewCall, { id })).people).not.toMatchObject([{ status: 'queued' }]))
  await owner(api.phoneCrew, { id, personIds: people.map((person) => person.id) })
  await staff(api.playReply, { companyId, phone: own, text: 'Oui' })
  await owner(api.getCrew, { id: operationId })
  await owner(api.getCrewCall, { id })
  await owner(api.getBoard, { id: operationId })
  await owner(api.getHome)
}
