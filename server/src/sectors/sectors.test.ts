import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { expect, test } from 'vitest'
import { home, newClient, newSite } from '../testing.folders.ts'
import { openTestHouse } from '../testing.ts'

const house = await openTestHouse()

/** A triangle around home. */
const around = [
  { lat: home.lat - 0.01, lng: home.lng - 0.01 },
  { lat: home.lat - 0.01, lng: home.lng + 0.02 },
  { lat: home.lat + 0.02, lng: home.lng - 0.01 },
]

test('a sector holds the sites inside its polygon and those it lists, and says who may alert it', async () => {
  const { owner, employee, companyId } = await house.newCompany()
  const next = await house.newCompany()
  const client = await newClient(owner)
  const inside = await newSite(owner, client.id)
  const listed = await newSite(owner, client.id, { address: { street: 'rang 4' } })
  await newSite(owner, client.id, { address: { street: 'loin', location: { lat: 47.5, lng: home.lng } } })
  await newSite(next.owner, (await newClient(next.owner)).id)
  const id = await house.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    const [sector] = await tx.sql<{ id: string }>`
      insert into sectors (company_id, name, polygon) values (${companyId}, 'Haute-Ville', ${JSON.stringify(around)}) returning id`
    await tx.sql`insert into sector_sites (company_id, sector_id, site_id) values (${companyId}, ${sector?.id}, ${listed.id})`
    return sector?.id ?? ''
  })

  await owner(accountCalls.updateAccount, { id: employee.accountId, account: { sectorIds: [id] } })
  expect(await owner(sectorCalls.listSectors)).toEqual([
    {
      id,
      name: 'Haute-Ville',
      siteIds: [inside.id, listed.id].toSorted(),
      polygon: around,
      alertId: null,
      groupId: null,
      groupName: null,
      userIds: [employee.accountId],
      contactsCount: 0,
      notifiedAt: null,
    },
  ])
  expect(await owner(siteCalls.getSite, { id: inside.id })).toMatchObject({ siteGroups: [id] })
  expect(await owner(clientCalls.getClient, { id: client.id })).toMatchObject({ sectors: [{ id, name: 'Haute-Ville' }] })
  expect(await owner(accountCalls.getAccount, { id: employee.accountId })).toMatchObject({ accesses: [{ sectorIds: [id] }] })
  expect(await next.owner.raw(accountCalls.updateAccount, { id: next.employee.accountId, account: { sectorIds: [id] } })).toMatchObject({
    status: 422,
    body: { formErrors: { account: { sectorIds: expect.any(String) } } },
  })
})
