// Random walks through one contract's life, by several people at once, against a small model: whatever they do, the
// history, line by line, is a life that the model allows, and ends at the contract's current status.
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { contractStatuses } from '@bordee/core/contracts/contract-life.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { today } from '../testing/contracts.ts'
import { type Caller, openTestServer, type People, type Reply } from '../testing/server.ts'
import { sentContract } from '../testing/signers.ts'

const server = await openTestServer()
const {
  getContract,
  updateContract,
  setContractStatuses,
  acceptContract,
  declineContract,
  listContractHistory,
  deleteContract,
  syncContracts,
  sendContracts,
  printContract,
} = contractCalls

const waiting = ['sent', 'printed', 'consulted']
const signed = ['accepted', 'unpaid', 'paid']
const open = ['draft', ...waiting, 'declined']
/** The office may choose this status from any other open one. */
const chosen = (to: string) => ({ from: open.filter((status) => status !== to), to })
/** Which events may happen in which states, and where they lead. Any other event is a remark, and changes no status. */
const model: Record<string, { from: string[]; to: string }> = {
  open: { from: ['sent', 'printed'], to: 'consulted' },
  accept: { from: waiting, to: 'accepted' },
  decline: { from: waiting, to: 'declined' },
  send: { from: ['draft'], to: 'sent' },
  print: { from: ['draft'], to: 'printed' },
  edit: { from: open, to: 'draft' },
  archive: { from: [...open, ...signed], to: 'canceled' },
  setDraft: { from: [...waiting, 'declined'], to: 'draft' },
  setSent: chosen('sent'),
  setPrinted: chosen('printed'),
  setConsulted: chosen('consulted'),
  signOnPaper: { from: ['draft', ...waiting], to: 'accepted' },
  setDeclined: { from: ['draft', ...waiting], to: 'declined' },
  unsign: { from: signed, to: 'sent' },
  pay: { from: signed, to: 'paid' },
  owe: { from: signed, to: 'accepted' },
}

interface Walk {
  id: string
  clientId: string
  owner: Caller
  admin: Caller
  client: Caller
}

/** What a granted action leaves in the history: how many lines, of which events. */
interface Action {
  does(walk: Walk): Promise<Reply>
  leaves?: 'answers' | 'payments' | 'letters' | 'versions'
  /** One, unless the answer says otherwise. */
  times?(body: unknown): number
}
const traces = { answers: ['accept', 'decline'], payments: ['payment'], letters: ['send', 'resend'], versions: ['edit', 'sync'] }

const half = 24_432
const pay = (who: Caller, id: string) =>
  who.raw(updateContract, { id, contract: { payments: [{ amount: half, paidAt: today(), type: 'cash' }] } })
let changes = 0
const actions: Record<string, Action> = {
  'the client looks': { does: ({ client, id }) => client.raw(getContract, { id }) },
  'the client signs': { does: ({ client, id }) => client.raw(acceptContract, { id, signerName: 'Paule Roy' }), leaves: 'answers' },
  'the client declines': { does: ({ client, id }) => client.raw(declineContract, { id }), leaves: 'answers' },
  'the owner edits': {
    does: ({ owner, id }) => owner.raw(updateContract, { id, contract: { clauses: `<p>${++changes}</p>` } }),
    leaves: 'versions',
  },
  'the owner is paid': { does: ({ owner, id }) => pay(owner, id), leaves: 'payments' },
  'the admin is paid': { does: ({ admin, id }) => pay(admin, id), leaves: 'payments' },
  'the owner sends': {
    does: ({ owner, id }) => owner.raw(sendContracts, { contractIds: [id] }),
    leaves: 'letters',
    times: (body) => (body as { contractSentCount: number }).contractSentCount,
  },
  'the admin prints': { does: ({ admin, id }) => admin.raw(printContract, { id }) },
  'the admin syncs': {
    async does({ admin, id, clientId }) {
      await admin(clientCalls.updateClient, { id: clientId, client: { name: `Paule ${++changes}` } })
      return admin.raw(syncContracts, { contractIds: [id] })
    },
    leaves: 'versions',
    times: (body) => (body as { updatedCount: number }).updatedCount,
  },
  'the admin deletes': { does: ({ admin, id }) => admin.raw(deleteContract, { id }) },
}
for (const status of contractStatuses)
  actions[`the admin sets ${status}`] = { does: ({ admin, id }) => admin.raw(setContractStatuses, { contractIds: [id], status }) }

const names = Object.keys(actions).filter((name) => !/deletes|canceled/.test(name))
const rounds = fc.array(fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 8 })
const ends = fc.constantFrom('the admin sets canceled', 'the admin deletes', 'the client looks')

test('whatever people do in whatever order, the history is a life the model allows, and each action counts once', async () => {
  const people = await server.newCompany()
  await fc.assert(
    fc.asyncProperty(rounds, ends, async (walked, end) => walk(people, [...walked, [end]])),
    { numRuns: 20 },
  )
})

/** The actions of a round run at the same time. */
async function walk(people: People, walked: string[][]) {
  const { id, client, contract } = await sentContract(server, people)
  const walker = { id, clientId: contract.clientId ?? '', client, owner: people.owner, admin: people.admin }
  const left = { answers: 0, payments: 0, letters: 0, versions: 0 }
  let isDeleted = false
  for (const round of walked) {
    const replies = await Promise.all(round.map(async (name) => ({ name, ...(await (actions[name] as Action).does(walker)) })))
    for (const { name, status, body } of replies) {
      expect(status, `${name}: ${JSON.stringify(body)}`).toBeLessThan(500)
      const { leaves, times = () => 1 } = actions[name] as Action
      if (status === 200 && leaves) left[leaves] += times(body)
      if (status === 200 && name === 'the admin deletes') isDeleted = true
    }
  }
  const kept = await keptOf(people, id)
  if (isDeleted) {
    expect((await people.owner.raw(getContract, { id })).status).toBe(404)
    expect(kept).toEqual({ signatures: 0, letters: 0 })
    return
  }
  const history = (await people.owner(listContractHistory, { contractId: id })).toReversed()
  const lines = (events: readonly string[]) => history.filter(({ event }) => events.includes(event)).length
  for (const [trace, events] of Object.entries(traces)) expect(lines(events), trace).toBe(left[trace as keyof typeof left])

  let status = 'draft'
  for (const line of history) {
    const step = model[line.event]
    if (step) expect(step.from, `${line.event} while ${status}`).toContain(status)
    status = step?.to ?? status
    expect(line.status, line.event).toBe(status)
  }
  const now = await people.owner(getContract, { id })
  const paid = half * left.payments
  expect(now).toMatchObject({ status, version: 1 + left.versions, totalPrice: 2 * half })
  expect(now.payments.reduce((sum, { amount }) => sum + amount, 0)).toBe(paid)
  expect(paid).toBeLessThanOrEqual(now.totalPrice)
  if (signed.includes(status)) expect(status).toBe(paid === now.totalPrice ? 'paid' : 'accepted')
  expect(kept).toEqual({ signatures: lines(['accept']), letters: left.letters })
}

/** How many signed files and contract letters are stored. */
const keptOf = ({ companyId }: People, id: string) =>
  server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    const [kept] = await tx.sql<{ signatures: number; letters: number }>`
      select (select count(*)::int from contract_signatures where contract_id = ${id}) as signatures,
             (select count(*)::int from contract_mails where contract_id = ${id} and kind = 'contract') as letters`
    return kept
  })
