import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { occupantCalls } from '@bordee/core/occupants/occupants.calls.ts'
import { expect, test } from 'vitest'
import { newClient, newSite } from '../testing/folders.ts'
import { openTestServer } from '../testing/server.ts'

const { listOccupants, createOccupant, updateOccupant, deleteOccupant, deleteOccupants, replaceOccupants } = occupantCalls
const server = await openTestServer()

async function folder() {
  const people = await server.newCompany()
  const client = await newClient(people.owner)
  const site = await newSite(people.owner, client.id)
  return { ...people, client, site }
}

test('an occupant is added, changed, moved and removed', async () => {
  const { owner, client, site } = await folder()
  const other = await newSite(owner, client.id)
  const made = await owner(createOccupant, { contact: { site: site.id, phone: '418 555-0101', firstName: 'Ana', notes: 'Sonner' } })
  expect(made).toMatchObject({ phone: '4185550101', alertMethod: 'sms', lastName: null, site: { id: site.id, customerId: client.id } })
  expect(await owner(updateOccupant, { id: made.id, contact: made })).toEqual(made)
  expect(await owner(updateOccupant, { id: made.id, contact: { site: { id: other.id }, alertMethod: 'call' } })).toMatchObject({
    alertMethod: 'call',
    firstName: 'Ana',
    site: { id: other.id },
  })
  expect(await owner(listOccupants, { siteId: site.id })).toEqual([])
  await owner(deleteOccupant, { id: made.id })
  expect(await owner(listOccupants)).toEqual([])
})

test('a phone and a site are required', async () => {
  const { owner, site } = await folder()
  expect(await owner.raw(createOccupant, { contact: { site: site.id } })).toMatchObject({
    status: 422,
    body: { formErrors: { contact: { phone: 'Ce champ est requis.' } } },
  })
  expect(await owner.raw(createOccupant, { contact: { phone: '4185550101' } })).toMatchObject({
    status: 422,
    body: { formErrors: { contact: { site: 'Le point de service est requis.' } } },
  })
})

test('the list replaces the site’s occupants', async () => {
  const { owner, site } = await folder()
  const [a] = await owner(replaceOccupants, {
    siteId: site.id,
    occupants: [{ phone: '4185550101', firstName: 'Ana', alertMethod: 'call' }, { phone: '4185550102' }],
  })
  const list = await owner(replaceOccupants, {
    siteId: site.id,
    occupants: [
      { id: a?.id, phone: '4185550199' },
      { id: null, phone: '4185550103' },
    ],
  })
  expect(list).toMatchObject([
    { id: a?.id, phone: '4185550199', firstName: 'Ana', alertMethod: 'call' },
    { phone: '4185550103', alertMethod: 'sms' },
  ])
  expect(list).toHaveLength(2)
  const bad = await owner.raw(replaceOccupants, { siteId: site.id, occupants: [{ phone: '4185550104' }, { phone: '12' }] })
  expect(bad).toMatchObject({ status: 422, body: { formErrors: { occupants: { '1.phone': expect.any(String) } } } })
  expect(await owner(listOccupants, { siteId: site.id })).toEqual(list)
})

test('a manager manages the occupants of their customers, and neither sees nor erases their notes', async () => {
  const { owner, manager, client, site } = await folder()
  const elsewhere = await newSite(owner, (await newClient(owner)).id)
  const ana = await owner(createOccupant, { contact: { site: site.id, phone: '4185550101', notes: 'secret' } })
  expect((await manager.raw(createOccupant, { contact: { site: site.id, phone: '4185550102' } })).status).toBe(404)
  await owner(accountCalls.updateAccount, { id: manager.accountId, account: { customerIds: [client.id] } })

  const [seen] = await manager(listOccupants)
  expect(seen).toMatchObject({ id: ana.id, notes: null })
  await manager(updateOccupant, { id: ana.id, contact: { ...seen, firstName: 'Ana' } })
  expect((await owner(listOccupants, { siteId: site.id }))[0]).toMatchObject({ firstName: 'Ana', notes: 'secret' })
  expect((await manager.raw(updateOccupant, { id: ana.id, contact: { site: elsewhere.id } })).status).toBe(404)
  expect((await manager.raw(listOccupants, { siteId: elsewhere.id })).status).toBe(404)
})

test('a client manages the occupants of their own sites, in all their companies', async () => {
  const { owner, client: someone, site } = await folder()
  const email = `voisine.${Date.now()}@exemple.ca`
  const { id } = await newClient(owner, { email })
  const hers = await newSite(owner, id)
  const account = await server.newAccount(email)
  expect(account).toBeTruthy()
  const resident = await server.signIn(email)

  await resident(replaceOccupants, { siteId: hers.id, occupants: [{ phone: '4185550101' }] })
  expect(await resident(listOccupants)).toMatchObject([{ site: { id: hers.id }, notes: null }])
  expect((await resident.raw(replaceOccupants, { siteId: site.id, occupants: [] })).status).toBe(404)
  expect((await resident.raw(listOccupants, { siteId: site.id })).status).toBe(404)
  expect(someone.id).not.toBe(id)
})

test('a client registers as many occupants as the office allows; those that the office added stay', async () => {
  const { owner, super_admin } = await folder()
  const email = `nombreuse.${Date.now()}@exemple.ca`
  const hers = await newSite(owner, (await newClient(owner, { email })).id)
  await server.newAccount(email)
  const resident = await server.signIn(email)
  const people = (count: number) => Array.from({ length: count }, (_, i) => ({ phone: `418555${1000 + i}` }))
  const register = (count: number) => resident.raw(replaceOccupants, { siteId: hers.id, occupants: people(count) })

  expect(await register(21)).toMatchObject({
    status: 422,
    body: { formErrors: { occupants: { '20.phone': 'Vous pouvez inscrire au plus 20\u00a0occupants à cet endroit.' } } },
  })
  expect((await register(20)).status).toBe(200)
  await owner(companyCalls.updateCurrentCompany, { alertConfig: { maxClientOccupants: 22 } })
  expect((await register(22)).status).toBe(200)
  expect((await super_admin.raw(replaceOccupants, { siteId: hers.id, occupants: people(30) })).status).toBe(200)
  const kept = await resident(listOccupants)
  expect((await resident.raw(replaceOccupants, { siteId: hers.id, occupants: kept })).status).toBe(200)
})

test('a phone that unsubscribed is marked wherever it appears', async () => {
  const { owner, site, companyId } = await folder()
  await server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    await tx.sql`insert into unsubscribed_phones (company_id, phone) values (${companyId}, '4185550101')`
  })
  expect(await owner(createOccupant, { contact: { site: site.id, phone: '4185550101' } })).toMatchObject({ unsubscribed: true })
  expect(await owner(createOccupant, { contact: { site: site.id, phone: '4185550102' } })).toMatchObject({ unsubscribed: false })
})

test("several are deleted all or none, and never another company's", async () => {
  const { owner, site } = await folder()
  const next = await folder()
  const a = await owner(createOccupant, { contact: { site: site.id, phone: '4185550101' } })
  const theirs = await next.owner(createOccupant, { contact: { site: next.site.id, phone: '4185550101' } })
  expect((await owner.raw(deleteOccupants, { contactIds: [a.id, theirs.id] })).status).toBe(404)
  expect((await owner.raw(createOccupant, { contact: { site: next.site.id, phone: '4185550101' } })).status).toBe(404)
  await owner(deleteOccupants, { contactIds: [a.id] })
  expect(await owner(listOccupants)).toEqual([])
})

test('occupants can be listed by client; a client that is not visible is a 404', async () => {
  const { owner, manager } = await server.newCompany()
  const [hers, his] = [await newClient(owner), await newClient(owner)]
  for (const client of [hers, his]) {
    const site = await newSite(owner, client.id)
    await owner(createOccupant, { contact: { site: site.id, phone: '4185550142' } })
  }
  expect(await owner(listOccupants, { clientId: hers.id })).toMatchObject([{ site: { customerId: hers.id } }])
  expect(await owner(listOccupants, { clientId: hers.id, limit: 10 })).toMatchObject([{ site: { customerName: hers.name } }])
  expect((await manager.raw(listOccupants, { clientId: hers.id })).status).toBe(404)
})
