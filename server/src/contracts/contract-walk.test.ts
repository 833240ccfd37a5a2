// Random walks over the life of one contract, by several people at once, against a small model: the table itself.
import type { ContractEvent, ContractStatus } from '@bordee/core/contracts/contract-life.ts'
import { contractLife, contractStatuses, historyNames } from '@bordee/core/contracts/contract-life.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { today } from '../testing/contracts.ts'
import { type Caller, openTestServer, type Reply } from '../testing/server.ts'
import { sentContract } from './testing.contracts.ts'

const server = await openTestServer()
const { getContract, updateContract, setContractStatuses, declineContract, listContractHistory, deleteContract, syncContracts } =
  contractCalls

interface Walk {
  id: string
  owner: Caller
  admin: Caller
  client: Caller
}

let edits = 0
/** Each with the events that it leaves in history when it succeeds. */
const actions: Record<string, { does(walk: Walk): Promise<Reply>; leaves: string[] | null }> = {
  'the client looks': { does: ({ client, id }) => client.raw(getContract, { id }), leaves: null },
  'the client declines': { does: ({ client, id }) => client.raw(declineContract, { id }), leaves: ['decline'] },
  'the owner edits': {
    does: ({ owner, id }) => owner.raw(updateContract, { id, contract: { clauses: `<p>${++edits}</p>` } }),
    leaves: ['edit'],
  },
  'the owner is paid': {
    does: ({ owner, id }) => owner.raw(updateContract, { id, contract: { payments: [{ amount: 20_000, paidAt: today(), type: 'cash' }] } }),
    leaves: ['payment'],
  },
  'the admin syncs': { does: ({ admin, id }) => admin.raw(syncContracts, { contractIds: [id] }), leaves: null },
  'the admin deletes': { does: ({ admin, id }) => admin.raw(deleteContract, { id }), leaves: null },
}
for (const status of contractStatuses)
  actions[`the admin sets ${status}`] = {
    does: ({ admin, id }) => admin.raw(setContractStatuses, { contractIds: [id], status }),
    leaves: null,
  }

const names = Object.keys(actions).filter((name) => !/deletes|canceled/.test(name))
const rounds = fc.array(fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 10 })

const isEvent = (event: string): event is ContractEvent => contractLife.from(event as ContractEvent).length > 0

test('whoever does what in which order, every move is in the table, in the history, and counted once', async () => {
  const people = await server.newCompany()
  await fc.assert(
    fc.asyncProperty(rounds, fc.constantFrom('the admin sets canceled', 'the admin deletes', 'the client looks'), async (walked, end) => {
      const { id, client } = await sentContract(server, people)
      const walk = { id, client, owner: people.owner, admin: people.admin }
      const done: string[] = []
      for (const round of [...walked, [end]]) {
        const replies = await Promise.all(round.map(async (name) => actions[name]?.does(walk)))
        for (const [i, reply] of replies.entries()) {
          expect(reply?.status, JSON.stringify(reply?.body)).toBeLessThan(500)
          if (reply?.status === 200) done.push(round[i] ?? '')
        }
      }
      if (done.includes('the admin deletes')) {
        expect((await people.owner.raw(getContract, { id })).status).toBe(404)
        return
      }

      const history = (await people.owner(listContractHistory, { contractId: id })).toReversed()
      let status: ContractStatus = 'draft'
      for (const item of history) {
        const after: ContractStatus | undefined = isEvent(item.event) ? contractLife.after(status, item.event) : status
        expect(after, `${status} ${item.event}`).toBe(item.status)
        expect(historyNames[item.event]).toBeDefined()
        status = item.status
      }
      expect((await people.owner(getContract, { id })).status).toBe(status)
      for (const [name, { leaves }] of Object.entries(actions)) {
        for (const event of leaves ?? [])
          expect(history.filter((item) => item.event === event).length, name).toBe(done.filter((one) => one === name).length)
      }
    }),
    { numRuns: 20 },
  )
})
