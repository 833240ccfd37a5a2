// Contracts and their folders: synced, left behind.
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { templateCalls } from '@bordee/core/templates/templates.calls.ts'
import { expect, test } from 'vitest'
import { inDays, newContract, today } from '../testing/contracts.ts'
import { newClient, newSite, square } from '../testing/folders.ts'
import { openTestServer } from '../testing/server.ts'
import { historyOf } from '../testing/signers.ts'

const server = await openTestServer()
const { getContract, updateContract, setContractStatuses, syncContracts, renewContracts, listContractHistory, printContract } =
  contractCalls

test('syncing raises the version; a new price or address makes the contract a draft again', async () => {
  const { owner } = await server.newCompany()
  const client = await newClient(owner, { name: 'Avant', email: 'avant@exemple.ca', billingState: 'QC' })
  const site = await newSite(owner, client.id, { address: { street: 'rue A', city: 'Québec', state: 'QC' } })
  const make = (status: string) => newContract(owner, { clientId: client.id, siteId: site.id, status })
  const [sent, signed] = [await make('sent'), await make('accepted')]
  const look = (id: string) => owner(getContract, { id })
  expect(await owner(syncContracts)).toEqual({ updatedCount: 0 })

  await owner(clientCalls.updateClient, { id: client.id, client: { name: 'Après' } })
  expect(await owner(syncContracts)).toEqual({ updatedCount: 1 })
  expect(await look(sent.id)).toMatchObject({ clientName: 'Après', version: 2, status: 'sent' })
  expect(await look(signed.id)).toMatchObject({ clientName: 'Avant', version: 1, status: 'accepted' })

  await owner(clientCalls.updateClient, { id: client.id, client: { email: 'apres@exemple.ca' } })
  expect(await owner(syncContracts, { contractIds: [sent.id, signed.id] })).toEqual({ updatedCount: 1 })
  expect(await look(sent.id)).toMatchObject({ clientEmail: 'apres@exemple.ca', version: 3, status: 'draft' })

  await owner(setContractStatuses, { contractIds: [sent.id], status: 'printed' })
  await owner(siteCalls.updateSite, { id: site.id, site: { address: { state: 'ON' } } as never })
  expect(await owner(syncContracts)).toEqual({ updatedCount: 1 })
  expect(await look(sent.id)).toMatchObject({ status: 'draft', version: 4, totalPrice: 48_025 })
  expect(await look(signed.id)).toMatchObject({ totalPrice: 48_864 })
})

test('a folder with a running signed contract cannot be deleted; later, contracts keep their copy of it', async () => {
  const { owner } = await server.newCompany()
  const made = await newContract(owner, { status: 'accepted' })
  const { clientId, siteId } = made as { clientId: string; siteId: string }
  expect(await owner.raw(clientCalls.deleteClient, { id: clientId })).toMatchObject({ status: 409, body: { code: 'contract-running' } })
  expect((await owner.raw(siteCalls.deleteSite, { id: siteId })).status).toBe(409)
  await owner(setContractStatuses, { contractIds: [made.id], status: 'canceled' })
  await owner(clientCalls.deleteClient, { id: clientId })
  expect(await owner(getContract, { id: made.id })).toMatchObject({
    clientId: null,
    siteId: null,
    clientName: made.clientName,
    site: { siteName: made.site?.siteName },
  })
})

test('when contracts decide, a site is active from its signature to the last day', async () => {
  const { owner, companyId } = await server.newCompany()
  const made = await newContract(owner, { startAt: inDays(-10), endAt: inDays(0) })
  const over = await newContract(owner, { startAt: inDays(-10), endAt: inDays(1), status: 'accepted' })
  await server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    await tx.sql`update companies set contract_is_contract_affect_site_status = true where id = ${companyId}`
    await tx.sql`update contracts set end_at = ${inDays(-1)} where id = ${over.id}`
  })
  const status = async (id: string | null) => (await owner(siteCalls.getSite, { id: id ?? '' })).status
  expect([await status(made.siteId), await status(over.siteId)]).toEqual(['inactive', 'inactive'])
  await owner(setContractStatuses, { contractIds: [made.id], status: 'accepted' })
  expect(await status(made.siteId)).toBe('active')
  await owner(setContractStatuses, { contractIds: [made.id], status: 'canceled' })
  expect(await status(made.siteId)).toBe('inactive')
})

test('a deleted company leaves its signed contracts, and nothing else', async () => {
  const { owner, companyId } = await server.newCompany()
  const [draft, signed] = [
    await newContract(owner),
    await newContract(owner, { status: 'accepted', payments: [{ amount: 100, paidAt: today(), type: 'cash' }] }),
  ]
  await owner(templateCalls.createTemplate, { contractTemplate: { name: 'Reste', startAt: inDays(0), endAt: inDays(1) } })
  const left = await server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    await tx.sql`delete from companies where id = ${companyId}`
    const contracts = await tx.sql<{ id: string; clientName: string; clientId: string | null }>`
      select id, client_name as "clientName", client_id as "clientId" from contracts where company_id = ${companyId}`
    const [payments] = await tx.sql<{ n: number }>`select count(*)::int as n from contract_payments where company_id = ${companyId}`
    return { contracts, payments: payments?.n }
  })
  expect(left).toEqual({ contracts: [{ id: signed.id, clientName: signed.clientName, clientId: null }], payments: 1 })
  expect(left.contracts.map(({ id }) => id)).not.toContain(draft.id)
})

test('redrawn areas reach the contracts of their site, named or not, and no others', async () => {
  const { owner } = await server.newCompany()
  const [sent, other] = [await newContract(owner, { status: 'sent' }), await newContract(owner)]
  const draw = (areas: object[]) => owner(siteCalls.updateSite, { id: sent.siteId ?? '', site: { areas } as never })
  await draw([{ name: 'Entrée double', polygon: square() }])
  expect(await owner(syncContracts)).toEqual({ updatedCount: 1 })
  expect(await owner(getContract, { id: sent.id })).toMatchObject({ version: 2, status: 'sent' })
  expect(await owner(syncContracts)).toEqual({ updatedCount: 0 })
  await draw([{ name: 'Entrée double', polygon: square(50) }])
  expect(await owner(syncContracts, { contractIds: [sent.id, other.id] })).toEqual({ updatedCount: 1 })
  expect(await historyOf(owner, sent.id)).toEqual(['create → draft', 'setSent → sent', 'sync → sent', 'sync → sent'])
})

test('syncing, renewing, printing and recording a payment appear in the history, with who and when', async () => {
  const { owner, admin } = await server.newCompany()
  const made = await newContract(owner)
  await admin(clientCalls.updateClient, { id: made.clientId ?? '', client: { name: 'Autrement' } })
  await admin(syncContracts, { contractIds: [made.id] })
  await admin.raw(printContract, { id: made.id })
  await owner(setContractStatuses, { contractIds: [made.id], status: 'accepted' })
  await admin(updateContract, { id: made.id, contract: { payments: [{ amount: 100, paidAt: today(), type: 'cash' }] } })
  await admin(renewContracts, { contractIds: [made.id] })
  const history = await owner(listContractHistory)
  const by = (event: string) => history.filter((line) => line.event === event).map(({ userEmail }) => userEmail?.split('.')[0])
  expect(['sync', 'print', 'payment', 'renew'].map(by)).toEqual([['admin'], ['admin'], ['admin'], ['admin']])
  expect(history.every(({ createdAt }) => !Number.isNaN(Date.parse(createdAt)))).toBe(true)
})
