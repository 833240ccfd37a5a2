import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { occupantCalls } from '@bordee/core/occupants/occupants.calls.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { expect, test } from 'vitest'
import { around, home, newClient, newSector, newSite } from '../testing.folders.ts'
import { openTestHouse } from '../testing.ts'

const { listSectors, listSectorsForAlerts, createSector, updateSector, deleteSector, deleteSectors } = sectorCalls
const house = await openTestHouse()

test('a sector holds the sites inside its polygon and those it lists, and says who may alert it', async () => {
  const { owner, employee } = await house.newCompany()
  const next = await house.newCompany()
  const client = await newClient(owner)
  const inside = await newSite(owner, client.id)
  const listed = await newSite(owner, client.id, { address: { street: 'rang 4' } })
  await newSite(owner, client.id, { address: { street: 'loin', location: { lat: 47.5, lng: home.lng } } })
  await newSite(next.owner, (await newClient(next.owner)).id)
  await owner(occupantCalls.createOccupant, { contact: { site: inside.id, phone: '4185550101' } })

  const made = await newSector(owner, { name: ' Haute-Ville ', siteIds: [listed.id, inside.id], userIds: [employee.accountId] })
  expect(made).toEqual({
    id: made.id,
    name: 'Haute-Ville',
    siteIds: [inside.id, listed.id].toSorted(),
    polygon: around,
    alertId: null,
    groupId: null,
    groupName: null,
    userIds: [employee.accountId],
    contactsCount: 1,
    notifiedAt: null,
  })
  expect(await owner(listSectors)).toEqual([made])
  expect(await owner(updateSector, { id: made.id, sector: made })).toEqual(made)
  expect(await owner(siteCalls.getSite, { id: inside.id })).toMatchObject({ siteGroups: [made.id] })
  expect(await owner(clientCalls.getClient, { id: client.id })).toMatchObject({ sectors: [{ id: made.id, name: 'Haute-Ville' }] })
  expect(await owner(accountCalls.getAccount, { id: employee.accountId })).toMatchObject({ accesses: [{ sectorIds: [made.id] }] })

  // A site that was inside and moves away is no member any more: it was never listed.
  await owner(siteCalls.updateSite, { id: inside.id, site: { address: { location: { lat: 47.5, lng: home.lng } } } })
  expect((await owner(listSectors))[0]?.siteIds).toEqual([listed.id])
})

test('drawn elsewhere and sent back with the sites it had, a sector lets those go that were only inside', async () => {
  const { owner } = await house.newCompany()
  const client = await newClient(owner)
  const inside = await newSite(owner, client.id)
  const listed = await newSite(owner, client.id, { address: { street: 'rang 4' } })
  const made = await newSector(owner, { siteIds: [listed.id] })
  expect(made.siteIds).toEqual([inside.id, listed.id].toSorted())
  const polygon = around.map(({ lat, lng }) => ({ lat: lat + 1, lng }))
  expect(await owner(updateSector, { id: made.id, sector: { ...made, polygon } })).toMatchObject({ siteIds: [listed.id] })
})

test('what makes a sector depends on the company', async () => {
  const { owner, super_admin: staff } = await house.newCompany()
  expect(await owner.raw(createSector, { sector: { name: 'Sans tracé' } })).toMatchObject({
    status: 422,
    body: { formErrors: { siteGroup: { polygon: 'Le polygone est requis! Pour créer un polygone, veuillez cliquer sur la carte…' } } },
  })
  expect(await owner.raw(createSector, { sector: { name: '', polygon: around } })).toMatchObject({
    body: { formErrors: { siteGroup: { name: 'Ce champ est requis.' } } },
  })
  expect((await owner.raw(createSector, { sector: { name: 'x', polygon: around.slice(1) } })).status).toBe(422)
  await staff(companyCalls.updateCurrentCompany, { company: { sectorMode: false } })
  expect(await owner.raw(createSector, { sector: { name: 'Vide' } })).toMatchObject({
    status: 422,
    body: { formErrors: { siteGroup: { siteIds: 'Choisissez au moins un point de service.' } } },
  })
  const site = await newSite(owner, (await newClient(owner)).id)
  expect(await owner(createSector, { sector: { name: 'Liste', siteIds: [site.id] } })).toMatchObject({ polygon: null, siteIds: [site.id] })
})

test('a name is taken once', async () => {
  const { owner } = await house.newCompany()
  await newSector(owner, { name: 'Limoilou' })
  const other = await newSector(owner)
  expect(await owner.raw(updateSector, { id: other.id, sector: { name: 'LIMOILOU' } })).toMatchObject({
    status: 422,
    body: { formErrors: { siteGroup: { name: 'Un autre secteur porte déjà ce nom.' } } },
  })
})

test('nothing of the company next door can be used', async () => {
  const { owner } = await house.newCompany()
  const next = await house.newCompany()
  const theirs = await newSite(next.owner, (await newClient(next.owner)).id)
  const mine = await newSector(owner)
  expect((await owner.raw(updateSector, { id: mine.id, sector: { siteIds: [theirs.id] } })).status).toBe(404)
  expect((await owner.raw(updateSector, { id: mine.id, sector: { userIds: [next.employee.accountId] } })).status).toBe(422)
  expect((await owner.raw(updateSector, { id: mine.id, sector: { alertId: theirs.id } })).status).toBe(404)
  expect((await owner.raw(deleteSectors, { sectorIds: [mine.id, (await newSector(next.owner)).id] })).status).toBe(404)
  expect(await owner(listSectors)).toEqual([mine])
})

test('where accesses are limited an employee may alert his sectors only', async () => {
  const { owner, employee, super_admin: staff } = await house.newCompany()
  const his = await newSector(owner, { userIds: [employee.accountId] })
  const other = await newSector(owner)
  expect(await employee(listSectorsForAlerts)).toHaveLength(2)
  await staff(companyCalls.updateCurrentCompany, { alertConfig: { isAccessesLimited: true } })
  expect(await employee(listSectorsForAlerts)).toEqual([
    { id: his.id, name: his.name, contactsCount: 0, notifiedAt: null, groupId: null, groupName: null },
  ])
  expect(await owner(listSectorsForAlerts)).toHaveLength(2)
  await owner(deleteSector, { id: his.id })
  await owner(deleteSectors, { sectorIds: [other.id] })
  expect(await owner(listSectors)).toEqual([])
})

test('ids may come in the query, as one reading of the specification has it', async () => {
  const { owner } = await house.newCompany()
  const [a, b] = [await newSector(owner), await newSector(owner)]
  const answer = await house.app.inject({
    method: 'POST',
    url: `/api/sectors/multi_delete?sectorIds=${a.id},${b.id}`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect(answer.statusCode).toBe(200)
  expect(await owner(listSectors)).toEqual([])
})
