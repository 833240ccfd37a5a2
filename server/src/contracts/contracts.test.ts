import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { templateCalls } from '@bordee/core/templates/templates.calls.ts'
import { yearAfter } from '@bordee/core/time.ts'
import { expect, test } from 'vitest'
import { inDays, newContract, newTemplate, schedule, today } from '../testing/contracts.ts'
import { newClient, newService, newSite } from '../testing/folders.ts'
import { openTestServer } from '../testing/server.ts'
import { historyOf, sentContract, signedInClient } from './testing.contracts.ts'

const server = await openTestServer()
const {
  listContracts,
  getContract,
  createContract,
  updateContract,
  deleteContract,
  declineContract,
  setContractStatuses,
  syncContracts,
  renewContracts,
  getContractSummary,
  listContractHistory,
  listContractPayments,
} = contractCalls

test('a contract takes from its template what it does not say, and keeps client, site and company as they are', async () => {
  const { owner, companyId } = await server.newCompany('Neige du Nord')
  const client = await newClient(owner, { name: 'Paule Roy', email: 'paule@exemple.ca', billingStreet: 'rue Cartier', billingState: 'QC' })
  const site = await newSite(owner, client.id, { name: 'Maison' })
  const template = await newTemplate(owner)

  const made = await owner(createContract, { contract: { clientId: client.id, siteId: site.id, contractTemplateId: template.id } })

  expect(made).toMatchObject({
    companyId,
    contractNumber: `${today().slice(0, 4)}-0001`,
    status: 'draft',
    version: 1,
    clientId: client.id,
    clientName: 'Paule Roy',
    clientNumber: '1',
    clientEmail: 'paule@exemple.ca',
    clientBillingStreet: 'rue Cartier',
    companyName: 'Neige du Nord',
    companyAddress: 'rue Saint-Jean, Québec (QC) G1R 1P8',
    companyQEN: '1174829305',
    contractTemplateId: template.id,
    contractTemplateName: template.name,
    siteId: site.id,
    site: { siteId: site.id, siteName: 'Maison', siteStreet: 'rue Saint-Jean' },
    startAt: template.startAt,
    endAt: template.endAt,
    paymentMethods: ['credit_card', 'check'],
    clauses: template.clauses,
    subtotal: 42_500,
    taxes: [
      { tax: 'TPS', code: 'gst', percent: 5, amount: 2125 },
      { tax: 'TVQ', code: 'qst', percent: 9.975, amount: 4239 },
    ],
    totalPrice: 48_864,
    overpaidAmount: 0,
    paymentShedules: schedule().map((due) => ({ ...due, amount: 24_432, amountLeft: 24_432 })),
    payments: [],
    isOnlinePaymentPossible: false,
    isAlertsActive: false,
    signedAt: null,
  })
  expect(await historyOf(owner, made.id)).toEqual(['create → draft'])
})

test('a draft needs its client only; what is wrong is said under its field', async () => {
  const { owner } = await server.newCompany()
  const { id: clientId } = await newClient(owner)
  expect(await owner(createContract, { contract: { clientId } })).toMatchObject({ site: null, startAt: null, services: [], totalPrice: 0 })
  const stranger = await newSite(owner, (await newClient(owner)).id)
  const errors = async (contract: object) => (await owner.raw(createContract, { contract })).body
  expect(await errors({})).toMatchObject({ formErrors: { contract: { clientId: 'Le client est requis.' } } })
  expect(await errors({ clientId, startAt: 'x', endAt: '2026-13-01' })).toMatchObject({
    formErrors: { contract: { startAt: 'Date de début est invalid', endAt: 'Date de fin est invalid' } },
  })
  expect(await errors({ clientId, startAt: '2026-11-01', endAt: '2026-10-01' })).toMatchObject({
    formErrors: { contract: { endAt: 'La date de fin doit être postérieure à la date de début.' } },
  })
  expect(await errors({ clientId, services: [{ price: 5 }] })).toMatchObject({
    formErrors: { contract: { 'services.0.name': 'Selectionner un service.' } },
  })
  expect(await errors({ clientId, payments: [{ amount: 100, paidAt: today() }] })).toMatchObject({
    formErrors: { contract: { 'payments.0.type': 'Veuillez sélectionner un type de paiement pour chaque ligne.' } },
  })
  expect(await errors({ clientId, services: [{ name: 'Rabais', price: -5 }] })).toMatchObject({
    formErrors: { contract: { services: 'Les rabais ne peuvent pas dépasser le prix des services.' } },
  })
  expect(await errors({ clientId, siteId: stranger.id })).toMatchObject({
    formErrors: { contract: { siteId: 'Ce point de service n’est pas celui du client.' } },
  })
})

test('numbers follow each other and are never given twice, also when many are made at once', async () => {
  const { owner } = await server.newCompany()
  const { id: clientId } = await newClient(owner)
  const make = () => owner(createContract, { contract: { clientId } })
  const first = await make()
  await owner(deleteContract, { id: first.id })
  const numbers = (await Promise.all(Array.from({ length: 6 }, make))).map(({ contractNumber }) => contractNumber.slice(5))
  expect(numbers.toSorted()).toEqual(['0002', '0003', '0004', '0005', '0006', '0007'])
})

test('the site’s province decides the tax, and switching taxes off takes them away', async () => {
  const { owner } = await server.newCompany()
  const { id: clientId } = await newClient(owner, { billingState: 'QC' })
  const site = await newSite(owner, clientId, { address: { street: 'Main Street', city: 'Ottawa', state: 'ON' } })
  const made = await newContract(owner, { clientId, siteId: site.id })
  expect(made).toMatchObject({ taxes: [{ tax: 'TVH', code: 'hst', percent: 13, amount: 5525 }], totalPrice: 48_025 })
  const without = await owner(updateContract, { id: made.id, contract: { isTaxesCharged: false } })
  expect(without).toMatchObject({ taxes: [], totalPrice: 42_500 })
})

test('editing what was sent makes a draft of it, raises its version and tells what changed', async () => {
  const people = await server.newCompany()
  const { id, contract } = await sentContract(server, people)
  const same = await people.owner(updateContract, {
    id,
    contract: { ...(await people.owner(getContract, { id })), version: undefined } as object,
  })
  expect(same).toMatchObject({ status: 'sent', version: 1 })

  const changed = await people.owner(updateContract, { id, contract: { services: [{ ...contract.services[0], price: 500 }] as never } })

  expect(changed).toMatchObject({ status: 'draft', version: 2, subtotal: 50_000 })
  expect(await people.owner(listContractHistory, { contractId: id })).toMatchObject([
    { event: 'edit', status: 'draft', detail: 'services', userEmail: expect.stringContaining('owner.') },
    { event: 'setSent', status: 'sent' },
    { event: 'create', status: 'draft' },
  ])
})

test('of two who edit the same version one wins, and the other is told', async () => {
  const { owner, admin } = await server.newCompany()
  const made = await newContract(owner)
  const answers = await Promise.all(
    [owner, admin].map((caller, n) => caller.raw(updateContract, { id: made.id, contract: { version: 1, clauses: `<p>${n}</p>` } })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)).toMatchObject({ body: { code: 'older-version', type: 'warning' } })
})

test('what is missing keeps a contract from leaving draft, and a batch is all or nothing', async () => {
  const { owner } = await server.newCompany()
  const whole = await newContract(owner)
  const bare = await owner(createContract, { contract: { clientId: (await newClient(owner)).id } })
  const refused = await owner.raw(setContractStatuses, { contractIds: [whole.id, bare.id], status: 'printed' })
  expect(refused).toMatchObject({
    status: 409,
    body: {
      conflicts: [
        {
          id: bare.id,
          message: `Il manque au contrat ${bare.contractNumber}\u00a0: Point de service, Date de début, Date de fin, Services, Calendrier de paiements (100\u00a0%).`,
        },
      ],
    },
  })
  expect((await owner(getContract, { id: whole.id })).status).toBe('draft')
  expect(await owner(setContractStatuses, { contractIds: [whole.id], status: 'printed' })).toEqual({ updatedCount: 1 })
  // An empty draft may be put away.
  expect(await owner(setContractStatuses, { contractIds: [bare.id], status: 'canceled' })).toEqual({ updatedCount: 1 })
  for (const contractIds of [[], Array.from({ length: 501 }, () => whole.id)])
    expect((await owner.raw(setContractStatuses, { contractIds, status: 'sent' })).status).toBe(422)
})

test('the selector’s rules hold on the server: nothing from canceled, paid by nobody, back from paper without payments only', async () => {
  const { owner } = await server.newCompany()
  const { id } = await newContract(owner)
  const set = async (status: string) => (await owner.raw(updateContract, { id, contract: { status } })).status
  expect(await set('paid')).toBe(409)
  expect(await set('canceled')).toBe(409)
  expect(await set('accepted')).toBe(200)
  expect(await owner(getContract, { id })).toMatchObject({ status: 'accepted', signedOnPaper: true, signedAt: expect.any(String) })
  expect(await set('draft')).toBe(409)
  expect(await set('sent')).toBe(200)
  expect(await owner(getContract, { id })).toMatchObject({ status: 'sent', signedOnPaper: false, signedAt: null })
  expect(await set('accepted')).toBe(200)
  await owner(updateContract, { id, contract: { payments: [{ amount: 100, paidAt: today(), type: 'cash' }] } })
  expect(await set('sent')).toBe(409)
  await owner(setContractStatuses, { contractIds: [id], status: 'canceled' })
  for (const status of ['draft', 'sent', 'accepted']) expect(await set(status)).toBe(409)
  expect(await historyOf(owner, id)).toEqual([
    'create → draft',
    'signOnPaper → accepted',
    'unsign → sent',
    'signOnPaper → accepted',
    'payment → accepted',
    'archive → canceled',
  ])
})

test('past its end nobody accepts a contract', async () => {
  const { owner } = await server.newCompany()
  const over = await newContract(owner, { startAt: inDays(-100), endAt: inDays(-1) })
  expect(await owner.raw(setContractStatuses, { contractIds: [over.id], status: 'accepted' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('ne peut plus être accepté') },
  })
})

test('of a signed contract only payments change', async () => {
  const { owner } = await server.newCompany()
  const made = await newContract(owner, { status: 'accepted' })
  expect(made).toMatchObject({ status: 'accepted' })
  expect(await owner.raw(updateContract, { id: made.id, contract: { clauses: '<p>Autre</p>' } })).toMatchObject({
    status: 409,
    body: { code: 'contract-signed' },
  })
  const back = await owner.raw(updateContract, { id: made.id, contract: made })
  expect(back).toMatchObject({ status: 200, body: { version: 1, status: 'accepted' } })
})

test('only a draft without payments is deleted', async () => {
  const { owner } = await server.newCompany()
  const { id } = await newContract(owner, { payments: [{ amount: 100, paidAt: today(), type: 'cash' }] })
  expect((await owner.raw(deleteContract, { id })).status).toBe(409)
  const [payment] = (await owner(getContract, { id })).payments
  await owner(updateContract, { id, contract: { payments: [{ id: payment?.id, deletedAt: new Date().toISOString() }] } })
  await owner(deleteContract, { id })
  expect((await owner.raw(getContract, { id })).status).toBe(404)
  const sent = await newContract(owner, { status: 'sent' })
  expect((await owner.raw(deleteContract, { id: sent.id })).status).toBe(409)
})

test('a client sees his own contracts and never a draft; opening one consults it, once', async () => {
  const people = await server.newCompany()
  const { id, client, email } = await sentContract(server, people)
  await newContract(people.owner, { email }) // a draft of his
  await newContract(people.owner, { status: 'sent' }) // someone else's
  expect((await client(listContracts)).map((row) => row.id)).toEqual([id])
  expect(await client(getContract, { id })).toMatchObject({ status: 'consulted' })
  expect(await client(getContract, { id })).toMatchObject({ status: 'consulted' })
  expect(await historyOf(people.owner, id)).toEqual(['create → draft', 'setSent → sent', 'open → consulted'])
})

test('another’s contract is refused as such to a client, an unknown one is not found, and one being changed says so', async () => {
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

test('a client declines with his reason, what he has read and nothing newer', async () => {
  const people = await server.newCompany()
  const { id, client } = await sentContract(server, people)
  expect((await client.raw(declineContract, { id })).status).toBe(409) // he has not opened it
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

test('without the module the office gets 409; clients still read what they have, and answer no more', async () => {
  const people = await server.newCompany()
  const { id, client } = await sentContract(server, people)
  await client(getContract, { id })
  await people.admin(companyCalls.updateCompany, { id: people.companyId, contractConfig: { isActive: false } })
  expect(await people.owner.raw(listContracts)).toMatchObject({ status: 409, body: { code: 'module-inactive' } })
  expect(await client(listContracts)).toHaveLength(1)
  expect(await client(getContract, { id })).toMatchObject({ id })
  expect(await client.raw(declineContract, { id })).toMatchObject({ status: 409, body: { code: 'module-inactive' } })
})

test('the list comes in pieces by client, with what is left to pay, and tells a client’s folder apart', async () => {
  const { owner } = await server.newCompany()
  const client = await newClient(owner, { name: 'Zoé Aubut' })
  const last = await newContract(owner, { clientId: client.id, payments: [{ amount: 1000, paidAt: today(), type: 'cash' }] })
  await newContract(owner, { clientId: (await newClient(owner, { name: 'Alain Roy' })).id, status: 'sent' })
  const first = await owner.raw(listContracts, { limit: 1 })
  expect(first.body).toMatchObject([{ clientName: 'Alain Roy', amountLeft: 48_864, services: [{ name: 'Déneigement' }] }])
  const next = await owner.raw(listContracts, { limit: 1, after: first.headers['x-next-piece'] })
  expect(next.body).toMatchObject([{ id: last.id, amountLeft: 47_864 }])
  expect(next.headers['x-next-piece']).toBeUndefined()
  expect(await owner(listContracts, { clientId: client.id })).toMatchObject([
    { id: last.id, siteStreet: 'rue Saint-Jean', paymentShedules: [{ amountLeft: 23_432 }, {}] },
  ])
  expect(await owner(listContracts, { excludeDrafts: true })).toMatchObject([{ status: 'sent' }])
})

test('a list that did not change is not sent again; a payment changes it', async () => {
  const { owner } = await server.newCompany()
  const { id } = await newContract(owner)
  const { headers } = await owner.raw(listContracts)
  const again = () => owner.raw(listContracts, {}, { headers: { 'if-none-match': String(headers.etag) } })
  expect((await again()).status).toBe(304)
  await owner(updateContract, { id, contract: { payments: [{ amount: 100, paidAt: today(), type: 'cash' }] } })
  expect((await again()).status).toBe(200)
})

test('bringing folders up to date raises the version; another price or another address makes a draft again', async () => {
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

test('a renewal is a draft a year later with raised prices; what cannot be renewed says why, and nothing is renewed twice', async () => {
  const { owner } = await server.newCompany()
  const service = await newService(owner, { defaultAnnualAugmentation: 250 })
  const signed = await newContract(owner, {
    status: 'accepted',
    services: [
      { serviceId: service.id, price: 400 },
      { name: 'Sel', price: 10 },
    ],
  })
  const draft = await newContract(owner)
  expect(await owner(renewContracts, { contractIds: [signed.id, draft.id] })).toEqual({
    createdCount: 1,
    skippedContracts: [{ id: draft.id, contractNumber: draft.contractNumber, message: 'Ce contrat n’est pas signé.' }],
  })
  const renewed = (await owner(listContracts)).find(({ clientId, id }) => clientId === signed.clientId && id !== signed.id)
  expect(renewed).toMatchObject({
    status: 'draft',
    startAt: yearAfter(signed.startAt ?? ''),
    endAt: yearAfter(signed.endAt ?? ''),
    services: [{ price: 410 }, { price: 10 }],
    paymentShedules: schedule().map(({ paymentDate }) => ({ paymentDate: yearAfter(paymentDate) })),
  })
  const twice = await owner(renewContracts, { contractIds: [signed.id] })
  expect(twice).toMatchObject({
    createdCount: 0,
    skippedContracts: [{ message: `Ce contrat est déjà renouvelé\u00a0: ${renewed?.contractNumber}.` }],
  })
})

test('a folder under a signed contract that runs is not deleted; after it, contracts keep what they say of it', async () => {
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

test('where contracts decide, a site is active from its signature to the last day', async () => {
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

test('the summary counts each status, what is left, and not what was canceled', async () => {
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
  expect(await owner(listContractPayments, { from: today(), to: today() })).toHaveLength(2)
  expect((await owner.raw(listContractPayments, { from: today() })).status).toBe(422)
  expect(await owner(listContractHistory, { from: inDays(1) })).toEqual([])
})

test('a company that is deleted leaves behind what was signed, and nothing else', async () => {
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
