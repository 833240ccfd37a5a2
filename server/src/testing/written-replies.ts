// What the calls of replies need besides fresh values, and where what they wrote is read back.
import { api } from '@bordee/core/api.ts'
import { newOccupant, newPhone } from './alerts.ts'
import { newRoute } from './runs.ts'
import { inCompany, type People, type TestServer } from './server.ts'
import type { Setting, Values, Written } from './writing.ts'

const letText = async ({ people, server }: Setting) => {
  await inCompany(server, people.companyId, (tx) => tx.sql`update companies set alert_is_active = true where id = ${people.companyId}`)
  await people.super_admin(api.addLot, { companyId: people.companyId, transaction: { amount: 5, expiresAt: null } })
}

const givePhone = (server: TestServer, { companyId, employee }: People, phone: string) =>
  inCompany(
    server,
    companyId,
    (tx) => tx.sql<{ id: string }>`
      update accesses
      set phone = ${phone}
      where company_id = ${companyId} and account_id = ${employee.accountId}
      returning id`,
  )

/** Of an occupant who wrote; each round another one. */
async function written({ people }: Setting) {
  const occupant = await newOccupant(people.owner)
  const phone = newPhone()
  await people.super_admin(api.playReply, { companyId: people.companyId, phone, text: 'Bonjour' })
  const reply = (await people.owner(api.listReplies)).find((one) => one.phone === phone)
  return { id: reply?.id ?? '', occupant }
}

export const writtenReplies: Record<string, Written> = {
  updateReply: {
    given: async (setting) => {
      const { id, occupant } = await written(setting)
      return { id, occupantId: occupant.id, siteId: occupant.site.id, isRead: setting.round === 0 }
    },
    reads: async (_setting, _sent, answer) => [answer.reply as Values],
  },
  answerReply: {
    given: async (setting) => {
      await letText(setting)
      return { id: (await written(setting)).id }
    },
    reads: async (_setting, _sent, answer) => [(answer.lines as Values[]).at(-1) ?? {}],
  },
  playReply: {
    as: 'super_admin',
    given: async ({ people }) => ({ companyId: people.companyId, phone: newPhone() }),
    reads: async ({ people }) => {
      const [reply] = await people.owner(api.listReplies)
      return [{ ...reply, companyId: people.companyId }]
    },
  },
  callCrew: {
    given: async (setting) => {
      await letText(setting)
      const { people, server } = setting
      const { id: routeId } = await newRoute(people.owner, 1)
      const { id: operationId } = await people.owner(api.openOperation, { routeIds: [routeId] })
      const [access] = await givePhone(server, people, newPhone())
      return { operationId, crew: [{ routeId, accessId: access?.id, unit: `1${setting.round}` }] }
    },
    reads: async (_setting, _sent, answer) => [{ ...answer, crew: answer.people }],
  },
}
