import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { expect, test } from 'vitest'
import { newContract, newTemplate, schedule, today } from '../testing/contracts.ts'
import { newClient, newSite } from '../testing/folders.ts'
import { openTestServer } from '../testing/server.ts'
import { historyOf, sentContract } from '../testing/signers.ts'

const server = await openTestServer()
const { getContract, createContract, updateContract, deleteContract, listContractHistory } = contractCalls

test('a contract takes missing terms from its template, and copies its client, site and company', async () => {
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

test('a draft needs only its client; each error appears under its field', async () => {
  const { owner } = await server.newCompany()
  const { id: clientId } = await newClient(owner)
  expect(await owner(createContract, { contract: { clientId } })).toMatchObject({ site: null, startAt: null, services: [], totalPrice: 0 })
  const stranger = await newSite(owner, (await newClient(owner)).id)
  const errors = async (contract: object) => (await owner.raw(createContract, { contract })).body
  expect(await errors({})).toMatchObject({ formErrors: { contract: { clientId: 'Le client est requis.' } } })
  expect(await errors({ clientId, startAt: 'x', endAt: '2026-13-01' })).toMatchObject({
    formErrors: { contract: { startAt: 'La date de début est invalide.', endAt: 'La date de fin est invalide.' } },
  })
  expect(await errors({ clientId, startAt: '2026-11-01', endAt: '2026-10-01' })).toMatchObject({
    formErrors: { contract: { endAt: 'La date de fin doit être postérieure à la date de début.' } },
  })
  expect(await errors({ clientId, services: [{ price: 5 }] })).toMatchObject({
    formErrors: { contract: { 'services.0.name': 'Sélectionnez un service.' } },
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

test('numbers are consecutive and never reused, even when many contracts are made at once', async () => {
  const { owner } = await server.newCompany()
  const { id: clientId } = await newClient(owner)
  const make = () => owner(createContract, { contract: { clientId } })
  const first = await make()
  await owner(deleteContract, { id: first.id })
  const numbers = (await Promise.all(Array.from({ length: 6 }, make))).map(({ contractNumber }) => contractNumber.slice(5))
  expect(numbers.toSorted()).toEqual(['0002', '0003', '0004', '0005', '0006', '0007'])
})

test('the site’s province decides the tax, and switching taxes off removes them', async () => {
  const { owner } = await server.newCompany()
  const { id: clientId } = await newClient(owner, { billingState: 'QC' })
  const site = await newSite(owner, clientId, { address: { street: 'Main Street', city: 'Ottawa', state: 'ON' } })
  const made = await newContract(owner, { clientId, siteId: site.id })
  expect(made).toMatchObject({ taxes: [{ tax: 'TVH', code: 'hst', percent: 13, amount: 5525 }], totalPrice: 48_025 })
  const without = await owner(updateContract, { id: made.id, contract: { isTaxesCharged: false } })
  expect(without).toMatchObject({ taxes: [], totalPrice: 42_500 })
})

test('editing a sent contract makes it a draft, raises its version and records what changed', async () => {
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

test('when two people edit the same version one wins, and the other is told', async () => {
  const { owner, admin } = await server.newCompany()
  const made = await newContract(owner)
  const answers = await Promise.all(
    [owner, admin].map((caller, n) => caller.raw(updateContract, { id: made.id, contract: { version: 1, clauses: `<p>${n}</p>` } })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)).toMatchObject({ body: { code: 'older-version', type: 'warning' } })
})

test('in a signed contract only payments can change', async () => {
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

test('only a draft without payments can be deleted', async () => {
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
