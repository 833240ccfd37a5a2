// What a client sees of their contracts, and how they answer.
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { expect, test } from 'vitest'
import { newContract } from '../testing/contracts.ts'
import { openTestServer } from '../testing/server.ts'
import { historyOf, sentContract, signedInClient } from '../testing/signers.ts'

const server = await openTestServer()
const { listContracts, getContract, updateContract, declineContract, setContractStatuses, listContractHistory } = contractCalls

test('a client sees their own contracts and never a draft; opening one marks it consulted, once', async () => {
  const people = await server.newCompany()
  const { id, client, email } = await sentContract(server, people)
  await newContract(people.owner, { email }) // theirs, but a draft
  await newContract(people.owner, { status: 'sent' }) // someone else's
  expect((await client(listContracts)).map((row) => row.id)).toEqual([id])
  expect(await client(getContract, { id })).toMatchObject({ status: 'consulted' })
  expect(await client(getContract, { id })).toMatchObject({ status: 'consulted' })
  expect(await historyOf(people.owner, id)).toEqual(['create → draft', 'setSent → sent', 'open → consulted'])
})

test('a client is denied another’s contract, does not find an unknown one, and is told of one being edited', async () => {
  const people = await server.newCompany()
  const mine = await sentContract(server, people)
  const theirs = await sentContract(server, await server.newCompany())
  expect(await mine.client.raw(getContract, { id: theirs.id })).toMatchObject({ status: 403, body: { message: 'Accès refusé' } })
  expect((await people.owner.raw(getContract, { id: theirs.id })).status).toBe(404)
  const neverSent = await newContract(people.owner, { email: mine.email })
  expect((await mine.client.raw(getContract, { id: neverSent.id })).status).toBe(404)
  await people.owner(updateContract, { id: mine.id, contract: { clauses: '<p>Autrement</p>' } })
  expect(await mine.client.raw(getContract, { id: mine.id })).toMatchObject({
    status: 409,
    body: { message: 'Ce contrat est en cours de modification.', code: 'contract-in-draft' },
  })
})

test('a client declines with a reason, and only the version they have read', async () => {
  const people = await server.newCompany()
  const { id, client } = await sentContract(server, people)
  expect((await client.raw(declineContract, { id })).status).toBe(409) // not opened yet
  await client(getContract, { id })
  await people.owner(updateContract, { id, contract: { clauses: '<p>Plus cher</p>' } })
  await people.owner(setContractStatuses, { contractIds: [id], status: 'sent' })
  expect(await client.raw(declineContract, { id, version: 1 })).toMatchObject({ status: 409, body: { code: 'older-version' } })
  expect(await client(declineContract, { id, version: 2, reason: 'Trop cher' })).toMatchObject({
    status: 'declined',
    declineReason: 'Trop cher',
  })
  expect((await client.raw(declineContract, { id, version: 2 })).status).toBe(409)
  expect(await people.owner(listContractHistory, { contractId: id })).toMatchObject([
    { event: 'decline', detail: 'Trop cher' },
    {},
    {},
    {},
    {},
    {},
  ])
  expect(await people.owner(updateContract, { id, contract: { clauses: '<p>Moins cher</p>' } })).toMatchObject({
    status: 'draft',
    declineReason: null,
  })
})

test('without the module the office gets 409; clients can still read, but not answer', async () => {
  const people = await server.newCompany()
  const { id, client } = await sentContract(server, people)
  await client(getContract, { id })
  await people.admin(companyCalls.updateCompany, { id: people.companyId, contractConfig: { isActive: false } })
  expect(await people.owner.raw(listContracts)).toMatchObject({ status: 409, body: { code: 'module-inactive' } })
  expect(await client(listContracts)).toHaveLength(1)
  expect(await client(getContract, { id })).toMatchObject({ id })
  expect(await client.raw(declineContract, { id })).toMatchObject({ status: 409, body: { code: 'module-inactive' } })
})

test('a client of two companies sees both, each under its own name', async () => {
  const [one, other] = [await server.newCompany('Neige Un'), await server.newCompany('Neige Deux')]
  const { client, email } = await sentContract(server, one)
  await newContract(other.owner, { email, status: 'sent' })
  const again = await server.signIn(email)
  expect((await again(listContracts)).map(({ companyName }) => companyName).toSorted()).toEqual(['Neige Deux', 'Neige Un'])
  expect((await client(listContracts)).length).toBeGreaterThan(0)
  const stranger = await signedInClient(server, one)
  expect(await stranger.client(listContracts)).toEqual([])
})
