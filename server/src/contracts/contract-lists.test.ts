import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { expect, test } from 'vitest'
import { inDays, newContract, today } from '../testing/contracts.ts'
import { newClient } from '../testing/folders.ts'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const {
  createContract,
  listContracts,
  updateContract,
  setContractStatuses,
  getContractSummary,
  listContractHistory,
  listContractPayments,
} = contractCalls

test('the list comes in pieces, newest first, with the amount left to pay, and can be narrowed to one folder', async () => {
  const { owner } = await server.newCompany()
  const client = await newClient(owner, { name: 'Zoé Aubut' })
  const last = await newContract(owner, { clientId: client.id, payments: [{ amount: 1000, paidAt: today(), type: 'cash' }] })
  const { id: newest } = await newContract(owner, { clientId: (await newClient(owner, { name: 'Alain Roy' })).id, status: 'sent' })
  const first = await owner.raw(listContracts, { limit: 1 })
  expect(first.body).toMatchObject([{ clientName: 'Alain Roy', amountLeft: 48_864, services: [{ name: 'Déneigement' }] }])
  const next = await owner.raw(listContracts, { limit: 1, after: first.headers['x-next-piece'] })
  expect(next.body).toMatchObject([{ id: last.id, amountLeft: 47_864 }])
  expect(next.headers['x-next-piece']).toBeUndefined()
  expect((await owner(listContracts)).map(({ id }) => id)).toEqual([newest, last.id])
  expect(await owner(listContracts, { clientId: client.id })).toMatchObject([
    { id: last.id, siteStreet: 'rue Saint-Jean', paymentShedules: [{ amountLeft: 23_432 }, {}] },
  ])
  expect(await owner(listContracts, { excludeDrafts: true })).toMatchObject([{ status: 'sent' }])
})

test('an unchanged list is not sent again; a payment changes it', async () => {
  const { owner } = await server.newCompany()
  const { id } = await newContract(owner)
  const { headers } = await owner.raw(listContracts)
  const again = () => owner.raw(listContracts, {}, { headers: { 'if-none-match': String(headers.etag) } })
  expect((await again()).status).toBe(304)
  await owner(updateContract, { id, contract: { payments: [{ amount: 100, paidAt: today(), type: 'cash' }] } })
  expect((await again()).status).toBe(200)
})

test('the summary counts each status and the amount left, without canceled contracts', async () => {
  const { owner } = await server.newCompany()
  await newContract(owner)
  await newContract(owner, { status: 'sent' })
  await newContract(owner, { status: 'accepted', payments: [{ amount: 8864, paidAt: today(), type: 'cash' }] })
  await newContract(owner, { status: 'accepted', payments: [{ amount: 48_864, paidAt: today(), type: 'check' }] })
  const gone = await newContract(owner)
  await owner(setContractStatuses, { contractIds: [gone.id], status: 'canceled' })
  const one = { count: 1, amount: 48_864 }
  expect(await owner(getContractSummary)).toEqual({
    total: { count: 4, amount: 4 * 48_864 },
    draft: one,
    sent: one,
    printed: { count: 0, amount: 0 },
    consulted: { count: 0, amount: 0 },
    accepted: one,
    paid: one,
    notPaid: { count: 0, amount: 0 },
    declined: { count: 0, amount: 0 },
    remainingAmount: { count: 1, amount: 40_000 },
  })
  expect(await owner(getContractSummary, { from: inDays(11) })).toMatchObject({ total: { count: 0 } })
  expect(await owner(getContractSummary, { from: inDays(10), to: inDays(10) })).toMatchObject({ total: { count: 4 } })
  await owner(createContract, { contract: { clientId: (await newClient(owner)).id } })
  expect(await owner(getContractSummary, { from: today(), to: today() })).toMatchObject({ total: { count: 1 }, draft: { count: 1 } })
  expect(await owner(listContractPayments, { from: today(), to: today() })).toHaveLength(2)
  expect((await owner.raw(listContractPayments, { from: today() })).status).toBe(422)
  expect(await owner(listContractHistory, { from: inDays(1) })).toEqual([])
})
