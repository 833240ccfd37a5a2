// Batches of five hundred, and several people in the same folders.
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { expect, test, vi } from 'vitest'
import { copyContract, inDays, newContract, today } from '../testing/contracts.ts'
import { inCompany } from '../testing/people.ts'
import { openTestServer, type People } from '../testing/server.ts'
import { historyOf } from '../testing/signers.ts'

const server = await openTestServer()
const { setContractStatuses, listContracts, listContractHistory, syncContracts, getContract, updateContract } = contractCalls

/** One contract and its 499 copies. */
async function fiveHundred(people: People) {
  const model = await newContract(people.owner)
  return [model.id, ...(await server.work(({ tx }) => copyContract(tx, { ...model }, 499)))]
}

test('five hundred contracts change status at once, each with its history; one refusal leaves all unchanged', async () => {
  const people = await server.newCompany()
  const contractIds = await fiveHundred(people)
  const statuses = async () => new Set((await people.owner(listContracts)).map(({ status }) => status))

  expect(await people.owner(setContractStatuses, { contractIds, status: 'sent' })).toEqual({ updatedCount: 500 })
  expect(await statuses()).toEqual(new Set(['sent']))
  expect(await people.owner(setContractStatuses, { contractIds, status: 'accepted' })).toEqual({ updatedCount: 500 })
  expect(await statuses()).toEqual(new Set(['accepted']))

  const history = await people.owner(listContractHistory)
  expect(history.filter(({ event }) => event === 'setSent')).toHaveLength(500)
  expect(new Set(history.filter(({ event }) => event === 'signOnPaper').map(({ contractId }) => contractId)).size).toBe(500)
  expect(history.every(({ userEmail }) => userEmail?.startsWith('owner'))).toBe(true)

  await people.owner(setContractStatuses, { contractIds: contractIds.slice(0, 2), status: 'canceled' })
  const refused = await people.owner.raw(setContractStatuses, { contractIds, status: 'sent' })
  expect(refused).toMatchObject({ status: 409, body: { message: '2 contrats ne peuvent pas changer de statut\u00a0: aucun n’a changé.' } })
  expect(await statuses()).toEqual(new Set(['accepted', 'canceled']))
})

test('in one batch each contract follows its own money', async () => {
  const { owner } = await server.newCompany()
  const pay = (amount: number) => [{ amount, paidAt: today(), type: 'cash' }]
  const past = { paymentShedules: [{ paymentDate: inDays(-1), percent: 100 }] }
  const made = [
    await newContract(owner),
    await newContract(owner, { payments: pay(48_864) }),
    await newContract(owner, past),
    await newContract(owner, { ...past, payments: pay(48_864) }),
  ]
  await owner(setContractStatuses, { contractIds: made.map(({ id }) => id), status: 'accepted' })
  expect(await Promise.all(made.map(async ({ id }) => (await owner(getContract, { id })).status))).toEqual([
    'accepted',
    'paid',
    'accepted', // signed today: not late yet
    'paid',
  ])
  expect((await historyOf(owner, made[3]?.id ?? '')).slice(-2)).toEqual(['signOnPaper → accepted', 'pay → paid'])
})

test('of two who wait for each other, the one that PostgreSQL ends begins again by itself', async () => {
  const { owner, companyId } = await server.newCompany()
  const [first, last] = (await Promise.all([newContract(owner), newContract(owner)])).map(({ id }) => id).toSorted()
  const contractIds = [first ?? '', last ?? '']

  const change = await inCompany(server, companyId, async (tx) => {
    await tx.sql`select from contracts where id = ${last} for update`
    const asked = owner.raw(syncContracts, { contractIds }) // locks the first, then waits for the last
    await vi.waitFor(async () => expect(await server.sql('select from pg_locks where not granted')).not.toEqual([]), { timeout: 20_000 })
    await tx.sql`select from contracts where id = ${first} for update`
    return { asked }
  })

  expect(await change.asked).toMatchObject({ status: 200, body: { updatedCount: 0 } })
})

test('deleting a folder while its contract changes never deadlocks', async () => {
  const { owner, admin } = await server.newCompany()
  for (let round = 0; round < 25; round++) {
    const { id, clientId, siteId } = await newContract(owner)
    const folder = round % 2 ? [clientCalls.deleteClient, clientId] : [siteCalls.deleteSite, siteId]
    const replies = await Promise.all([
      owner.raw(folder[0] as typeof clientCalls.deleteClient, { id: folder[1] as string }),
      admin.raw(syncContracts, { contractIds: [id] }),
      admin.raw(updateContract, { id, contract: { siteId: null } }),
      owner.raw(setContractStatuses, { contractIds: [id], status: 'printed' }),
    ])
    // A refusal gives its reason; « Quelqu’un d’autre modifie la même chose » would mean a deadlock.
    expect(
      replies.map(({ body }) => (body as { message?: string } | null)?.message ?? '').filter((told) => /Quelqu’un d’autre/.test(told)),
    ).toEqual([])
    expect(replies.every(({ status }) => status < 500)).toBe(true)
  }
})
