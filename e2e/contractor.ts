// A company with contracts, for the journeys that need one.
import type { APIRequestContext } from '@playwright/test'
import { expect } from './journey.ts'
import { headersOf, linkInLetterTo, newCompany } from './people.ts'

export type Entity = Record<string, unknown> & { id: string }

/** Creates a company with the module, two services and `clients` one-site clients. Returns its owner's e-mail. */
export async function contractor(request: APIRequestContext, clients = 1): Promise<string> {
  const owner = await newCompany(request, clients)
  const { id } = await read(request, owner, 'companies/current')
  const staff = await headersOf(request, 'super@bordee.demo')
  const switched = await request.patch(`/api/companies/${id}`, { headers: staff, data: { contractConfig: { isActive: true } } })
  expect(switched.status()).toBe(200)
  for (const name of ['Déneigement', 'Épandage'])
    await write(request, owner, 'services', { service: { name, defaultAnnualAugmentation: 500 } })
  return owner
}

export const read = async (request: APIRequestContext, owner: string, call: string) =>
  (await (await request.get(`/api/${call}`, { headers: await headersOf(request, owner) })).json()) as Entity & Entity[]

export async function write(request: APIRequestContext, owner: string, call: string, data: object) {
  const answer = await request.post(`/api/${call}`, { headers: await headersOf(request, owner), data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as Entity
}

export const template = {
  name: 'Résidentiel',
  startAt: '2090-11-01',
  endAt: '2091-04-15',
  services: [{ name: 'Déneigement', quantity: 1, price: 400 }],
  paymentSchedules: [
    { paymentDate: '2090-11-15', percent: 60 },
    { paymentDate: '2091-01-15', percent: 40 },
  ],
  contractTemplatePaymentMethod: ['check', 'interact'],
  clauses: '<p>Le déneigement commence à 5 cm.</p>',
}

export type Draft = { contractTemplateId: string; id: string; clientId: string; siteId: string; contractNumber: string }

/** A complete draft for one of the clients, by default the first. `terms` replaces some of the template's. */
export async function draft(request: APIRequestContext, owner: string, client = 0, terms: Partial<typeof template> = {}): Promise<Draft> {
  const contractTemplate = { ...template, name: `Résidentiel ${Date.now()}`, ...terms }
  const made = await write(request, owner, 'contract-templates', { contractTemplate })
  const clientId = (await read(request, owner, 'customers'))[client]?.id
  const siteId = (await read(request, owner, `customers/${clientId}/sites`))[0]?.id
  return (await write(request, owner, 'contracts', { contract: { clientId, siteId, contractTemplateId: made.id } })) as Draft
}

type Onboard = (owner: string, accountId: string) => Promise<void>

/** A signed contract of a company that takes cards, with two instalments of 275.94 $ and 183.96 $, and its client's link. */
export async function payableContract(request: APIRequestContext, onboard: Onboard) {
  const contract = await contractByCard(request, onboard)
  await write(request, contract.owner, 'contracts/statuses', { contractIds: [contract.id], status: 'accepted' })
  return contract
}

/** The same contract before it is signed. `onboard` completes the company's account at the provider. */
export async function contractByCard(request: APIRequestContext, onboard: Onboard, terms?: Partial<typeof template>) {
  const owner = await contractor(request)
  const headers = await headersOf(request, owner)
  const { id: companyId } = await read(request, owner, 'companies/current')
  await request.patch(`/api/companies/${companyId}`, {
    headers: await headersOf(request, 'super@bordee.demo'),
    data: { contractConfig: { isOnlinePaymentActive: true } },
  })
  const { id: accountId } = await write(request, owner, 'payment-accounts/activate', {})
  await onboard(owner, accountId)

  const email = `claire-${crypto.randomUUID()}@exemple.ca`
  const [client] = await read(request, owner, 'customers')
  await request.patch(`/api/customers/${client?.id}`, { headers, data: { client: { email } } })
  const { id } = await draft(request, owner, 0, terms)
  await request.patch(`/api/contracts/${id}`, { headers, data: { contract: { paymentMethods: ['credit_card'] } } })
  await write(request, owner, 'contracts/send-mail', { contractIds: [id] })
  return { owner, id, accountId, link: await linkInLetterTo(request, email, /^Votre contrat \d/) }
}

/** Has the client sign through the e-mailed link; returns the signed PDF. */
export async function signedFile(request: APIRequestContext, owner: string, { id, clientId, contractNumber }: Draft): Promise<Buffer> {
  const email = `cliente-${crypto.randomUUID()}@exemple.ca`
  const headers = await headersOf(request, owner)
  await request.patch(`/api/customers/${clientId}`, { headers, data: { client: { email } } })
  await write(request, owner, 'contracts/sync-info', { contractIds: [id] })
  await write(request, owner, 'contracts/send-mail', { contractIds: [id] })
  const link = new URLSearchParams((await linkInLetterTo(request, email, new RegExp(contractNumber))).split('?')[1])
  const asked = await request.post('/api/authentication/retrieve/sign-in-link-token', {
    data: { email, code: link.get('oobCode'), contractId: id },
  })
  const session = await request.post('/api/identity/sign-in-with-token', { data: { ...(await asked.json()), persistence: 'none' } })
  const client = { authorization: `Bearer ${((await session.json()) as { token: string }).token}` }
  await request.get(`/api/contracts/${id}`, { headers: client })
  const signed = await request.post(`/api/contracts/${id}/accept`, {
    headers: client,
    data: { signerName: 'Paule Roy', boxes: ['read', 'privacy'] },
  })
  expect(signed.status(), await signed.text()).toBe(200)
  return (await request.get(`/api/contracts/print/${id}`, { headers: client })).body()
}
