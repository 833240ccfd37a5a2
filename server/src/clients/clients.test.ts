import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { occupantCalls } from '@bordee/core/occupants/occupants.calls.ts'
import type { ProblemBody } from '@bordee/core/problem.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { expect, test } from 'vitest'
import { home, newClient, newSite } from '../testing/folders.ts'
import { openTestServer } from '../testing/server.ts'

const { listClients, getClient, createClient, updateClient, deleteClient, deleteClients, validateClient, listClientSites } = clientCalls
const server = await openTestServer()

test('the wizard creates a client, their site and three occupants at once', async () => {
  const { owner } = await server.newCompany()
  const client = await owner(createClient, {
    client: {
      name: 'Résidence Laurier',
      type: 'commercial',
      email: ' Info@Laurier.CA ',
      phone: '+1 (418) 555-0142',
      firstName: 'Lise',
      billingZip: 'g1r4p5',
    },
    site: { name: 'Stationnement', address: { street: 'boulevard Laurier', civicNumber: '2700', city: 'Québec', location: home } },
    occupants: [{ phone: '418 555-0101', firstName: 'Ana' }, { phone: '4185550102', alertMethod: 'call' }, { phone: '418.555.0103' }],
  })

  expect(client).toMatchObject({
    name: 'Résidence Laurier',
    number: '1',
    email: 'info@laurier.ca',
    phone: '4185550142',
    firstName: 'Lise',
    billingZip: 'G1R 4P5',
    status: 'active',
    contactsCount: 3,
    notes: null,
    sites: [{ name: 'Stationnement', status: 'active', address: { street: 'boulevard Laurier', apartment: null, location: home } }],
  })
  expect(await owner(occupantCalls.listOccupants)).toMatchObject([
    { phone: '4185550101', alertMethod: 'sms', firstName: 'Ana', address: '2700, boulevard Laurier, Québec', unsubscribed: false },
    { phone: '4185550102', alertMethod: 'call' },
    { phone: '4185550103' },
  ])
  const [site] = await owner(listClientSites, { id: client.id })
  expect(site).toMatchObject({ type: 'commercial', customerId: client.id, clientId: client.id, customerName: 'Résidence Laurier' })
})

test('a phone with nine digits is refused, and a foreign one is accepted', async () => {
  const { owner } = await server.newCompany()
  expect(await owner.raw(createClient, { client: { name: 'Neuf', phone: '418 555-014' } })).toMatchObject({
    status: 422,
    body: { formErrors: { client: { phone: 'Veuillez entrer un numéro de téléphone valide.' } } },
  })
  expect(await owner(createClient, { client: { name: 'Paris', phone: '+33 6 12 34 56 78' } })).toMatchObject({ phone: '33612345678' })
})

test('one invalid occupant, and nothing is created', async () => {
  const { owner } = await server.newCompany()
  const refused = owner(createClient, {
    client: { name: 'Paul' },
    site: { name: 'Maison', address: { street: 'rue A' } },
    occupants: [{ phone: '4185550101' }, { phone: '' }],
  })
  await expect(refused).rejects.toMatchObject({ status: 422, body: { formErrors: { occupants: { '1.phone': 'Ce champ est requis.' } } } })
  expect(await owner(listClients)).toEqual([])
  expect(await owner(siteCalls.listSites)).toEqual([])
})

test('occupants without a site are refused, and so is a client without a name', async () => {
  const { owner } = await server.newCompany()
  expect(await owner.raw(createClient, { client: { name: 'Paul' }, occupants: [{ phone: '4185550101' }] })).toMatchObject({ status: 422 })
  expect(await owner.raw(createClient, { client: { name: '  ' } })).toMatchObject({
    status: 422,
    body: { formErrors: { client: { name: 'Ce champ est requis.' } } },
  })
  expect(await owner.raw(createClient, { client: { name: 'x'.repeat(101) } })).toMatchObject({
    body: { formErrors: { client: { name: 'Ce champ doit contenir 100 caractères ou moins.' } } },
  })
})

test('numbers are assigned in sequence, even concurrently, and never twice', async () => {
  const { owner } = await server.newCompany()
  await newClient(owner, { number: '41' })
  const made = await Promise.all(Array.from({ length: 8 }, () => newClient(owner)))
  expect(made.map((client) => Number(client.number)).toSorted((a, b) => a - b)).toEqual([42, 43, 44, 45, 46, 47, 48, 49])
  const { id } = await newClient(owner, { number: 'A-7' })
  await expect(owner(updateClient, { id, client: { number: '42' } })).rejects.toMatchObject({
    status: 422,
    body: { formErrors: { client: { number: 'Ce numéro est déjà utilisé.' } } },
  })
  expect(await owner(updateClient, { id, client: { number: null } })).toMatchObject({ number: '50' })
})

test('a very long number does not block numbering', async () => {
  const { owner } = await server.newCompany()
  await newClient(owner, { number: '999999999999999' })
  expect([await newClient(owner), await newClient(owner)].map(({ number }) => number)).toEqual(['1000000000000000', '1000000000000001'])
})

test('ids are accepted in the query, separated by commas', async () => {
  const { owner } = await server.newCompany()
  const [a, b] = [await newClient(owner), await newClient(owner)]
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/customers/multi_delete?clientIds=${a.id},${b.id}`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect(answer.statusCode).toBe(200)
  expect(await owner(listClients)).toEqual([])
})

test('absent fields stay, null clears, and a residential client has no contact person', async () => {
  const { owner } = await server.newCompany()
  const { id } = await newClient(owner, { type: 'commercial', firstName: 'Luc', email: 'luc@exemple.ca', notes: 'Chien méchant' })
  expect(await owner(updateClient, { id, client: { email: null } })).toMatchObject({
    email: null,
    firstName: 'Luc',
    notes: 'Chien méchant',
  })
  expect(await owner(updateClient, { id, client: { type: 'residential' } })).toMatchObject({ firstName: null })
  const read = await owner(getClient, { id })
  expect(await owner(updateClient, { id, client: read })).toEqual(read)
})

test('an existing name is a warning, an existing number is an error', async () => {
  const { owner } = await server.newCompany()
  const { id } = await newClient(owner, { name: 'Jean Trémblay', number: '7' })
  const remarks = await owner(validateClient, { client: { name: 'jean tremblay', number: '7' } })
  expect(remarks).toEqual({
    formErrors: { client: { number: 'Ce numéro est déjà utilisé.' } },
    warnings: { client: { name: 'Un autre client porte déjà ce nom.' } },
  })
  expect(await owner(validateClient, { client: { id, name: 'Jean Trémblay', number: '7' } })).toEqual({
    formErrors: { client: {} },
    warnings: { client: {} },
  })
  await expect(newClient(owner, { name: 'Jean Trémblay' })).resolves.toMatchObject({ name: 'Jean Trémblay' })
})

test('a draft is checked as saving would check it', async () => {
  const { owner } = await server.newCompany()
  const { id } = await newClient(owner)
  const drafts: object[] = [
    { name: 'Luc', email: 'luc à exemple' },
    { name: 'Luc', email: 'luc@exemple.ca' },
    { name: ' ', email: null, phone: '12' },
    { name: 12, number: 'x'.repeat(31), billingZip: 'Québec', billingLatitude: 46 },
    { email: 'a@exemple.ca' },
  ]
  for (const client of drafts) {
    const saved = await owner.raw(createClient, { client })
    const refused = (saved.body as ProblemBody).formErrors?.client ?? {}
    expect((await owner.raw(validateClient, { client })).body, JSON.stringify(client)).toMatchObject({ formErrors: { client: refused } })
    expect(Object.keys(refused).length > 0).toBe(saved.status !== 201)
  }
  // Of a client who exists, only what is sent would be saved.
  expect(await owner(validateClient, { client: { id, email: 'luc' } })).toMatchObject({
    formErrors: { client: { email: expect.any(String) } },
  })
  expect(await owner(validateClient, { client: { id, email: null } })).toEqual({ formErrors: { client: {} }, warnings: { client: {} } })
})

test("a client's status derives from those of all their sites", async () => {
  const { owner } = await server.newCompany()
  const { id } = await newClient(owner)
  const status = async () => (await owner(getClient, { id })).status
  expect(await status()).toBe('inactive')
  const lost = await newSite(owner, id, { address: { street: 'rang 3' } })
  expect(await status()).toBe('not_geocoded')
  const known = await newSite(owner, id)
  expect(await status()).toBe('partialy_active')
  await owner(siteCalls.updateSite, { id: lost.id, site: { address: { location: home } } })
  expect(await status()).toBe('active')
  await owner(siteCalls.updateSite, { id: lost.id, site: { status: 'inactive' } })
  await owner(siteCalls.updateSite, { id: known.id, site: { status: 'inactive' } })
  expect(await status()).toBe('inactive')
  expect((await owner(listClients)).map((client) => client.status)).toEqual(['inactive'])
})

test('where contracts decide, a site without a contract is inactive', async () => {
  const { owner, super_admin: staff, companyId } = await server.newCompany()
  const { id } = await newClient(owner)
  await newSite(owner, id)
  await server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    await tx.sql`update companies set contract_is_active = true, contract_is_contract_affect_site_status = true where id = ${companyId}`
  })
  expect(await staff(getClient, { id })).toMatchObject({ status: 'inactive', sites: [{ status: 'inactive' }] })
})

test('a manager sees only the customers assigned, and never notes', async () => {
  const { owner, manager } = await server.newCompany()
  const his = await newClient(owner, { notes: 'secret' })
  const site = await newSite(owner, his.id, { notes: 'secret' })
  const other = await newClient(owner)
  const otherSite = await newSite(owner, other.id)
  expect(await manager(listClients)).toEqual([])
  await owner(accountCalls.updateAccount, { id: manager.accountId, account: { customerIds: [his.id] } })

  expect(await manager(listClients)).toMatchObject([{ id: his.id, notes: null }])
  expect(await manager(siteCalls.listSites)).toMatchObject([{ id: site.id, notes: null }])
  expect(await manager(listClientSites, { id: his.id })).toHaveLength(1)
  expect((await manager.raw(getClient, { id: other.id })).status).toBe(404)
  expect((await manager.raw(siteCalls.getSite, { id: otherSite.id })).status).toBe(404)
})

test('deleting a client deletes their sites; several are deleted all or none', async () => {
  const { owner } = await server.newCompany()
  const { owner: neighbour } = await server.newCompany()
  const [a, b, c] = [await newClient(owner), await newClient(owner), await newClient(owner)]
  await newSite(owner, a.id)
  const theirs = await newClient(neighbour)
  expect((await owner.raw(deleteClients, { clientIds: [a.id, theirs.id] })).status).toBe(404)
  expect(await owner(listClients)).toHaveLength(3)
  await owner(deleteClients, { clientIds: [a.id, b.id] })
  expect(await owner(siteCalls.listSites)).toEqual([])
  await owner(deleteClient, { id: c.id })
  expect(await owner(listClients)).toEqual([])
})
