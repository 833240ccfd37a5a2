import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { groupingCalls } from '@bordee/core/groupings/groupings.calls.ts'
import { occupantCalls } from '@bordee/core/occupants/occupants.calls.ts'
import { polygonRequired } from '@bordee/core/sectors/sector.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import { expect, test } from 'vitest'
import { newMessage, newOccupant, newSender } from '../testing/alerts.ts'
import { around, home, newClient, newSector, newSite } from '../testing/folders.ts'
import { inCompany, openTestServer } from '../testing/server.ts'

const { listSectors, listSectorsForAlerts, createSector, updateSector, deleteSector, deleteSectors } = sectorCalls
const server = await openTestServer()

test('a sector has the sites inside its polygon and those it lists, and says who may alert it', async () => {
  const { owner, employee } = await server.newCompany()
  const next = await server.newCompany()
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

  // A site that moves out of the polygon is no longer a member: it was never listed.
  await owner(siteCalls.updateSite, { id: inside.id, site: { address: { location: { lat: 47.5, lng: home.lng } } } })
  expect((await owner(listSectors))[0]?.siteIds).toEqual([listed.id])
})

test('a redrawn sector sent back with its old sites loses those that were only inside', async () => {
  const { owner } = await server.newCompany()
  const client = await newClient(owner)
  const inside = await newSite(owner, client.id)
  const listed = await newSite(owner, client.id, { address: { street: 'rang 4' } })
  const made = await newSector(owner, { siteIds: [listed.id] })
  expect(made.siteIds).toEqual([inside.id, listed.id].toSorted())
  const polygon = around.map(({ lat, lng }) => ({ lat: lat + 1, lng }))
  expect(await owner(updateSector, { id: made.id, sector: { ...made, polygon } })).toMatchObject({ siteIds: [listed.id] })
})

test('what a sector needs depends on the company', async () => {
  const { owner, super_admin: staff } = await server.newCompany()
  for (const undrawn of [{}, { polygon: null }, { polygon: [] }])
    expect(await owner.raw(createSector, { sector: { name: 'Sans tracé', ...undrawn } })).toMatchObject({
      status: 422,
      body: { formErrors: { siteGroup: { polygon: polygonRequired } } },
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

test('a sector’s name is unique', async () => {
  const { owner } = await server.newCompany()
  await newSector(owner, { name: 'Limoilou' })
  const other = await newSector(owner)
  expect(await owner.raw(updateSector, { id: other.id, sector: { name: 'LIMOILOU' } })).toMatchObject({
    status: 422,
    body: { formErrors: { siteGroup: { name: 'Un autre secteur porte déjà ce nom.' } } },
  })
})

test('nothing of the neighbouring company can be used', async () => {
  const { owner } = await server.newCompany()
  const next = await server.newCompany()
  const theirs = await newSite(next.owner, (await newClient(next.owner)).id)
  const mine = await newSector(owner)
  expect((await owner.raw(updateSector, { id: mine.id, sector: { siteIds: [theirs.id] } })).status).toBe(404)
  expect((await owner.raw(updateSector, { id: mine.id, sector: { userIds: [next.employee.accountId] } })).status).toBe(422)
  expect((await owner.raw(updateSector, { id: mine.id, sector: { alertId: theirs.id } })).status).toBe(404)
  expect((await owner.raw(deleteSectors, { sectorIds: [mine.id, (await newSector(next.owner)).id] })).status).toBe(404)
  expect(await owner(listSectors)).toEqual([mine])
})

test('with limited accesses an employee may alert only their sectors', async () => {
  const { owner, employee, super_admin: staff } = await server.newCompany()
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

test('ids may come in the query as well as in the body', async () => {
  const { owner } = await server.newCompany()
  const [a, b] = [await newSector(owner), await newSector(owner)]
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/sectors/multi_delete?sectorIds=${a.id},${b.id}`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect(answer.statusCode).toBe(200)
  expect(await owner(listSectors)).toEqual([])
})

test('a sector shows its latest alert, its own or its grouping’s', async () => {
  const { owner, messageId, sectorId, companyId } = await newSender(server)
  await newOccupant(owner)
  const alone = await newSector(owner)
  const { id: sectorGroupId } = await owner(groupingCalls.createGrouping, { alerts: { name: 'Tout' }, siteGroupIds: [sectorId] })
  const toldAt = async (id: string) => {
    const [all, choices] = [await owner(listSectors), await owner(listSectorsForAlerts)]
    const [one, same] = [all, choices].map((list) => list.find((sector) => sector.id === id)?.notifiedAt ?? null)
    expect(one).toBe(same)
    return one ?? null
  }
  const sentAt = async (code: string | null) => {
    const history = await owner(alertCalls.listAlertHistory, { from: '2020-01-01', to: '2100-01-01' })
    return Date.parse(history.find((row) => row.code === code)?.triggeredAt ?? '')
  }
  expect(await toldAt(sectorId)).toBeNull()

  const whole = await owner(alertCalls.sendAlert, { messageId, sectorGroupId })
  expect(Date.parse((await toldAt(sectorId)) ?? '')).toBe(await sentAt(whole.code))
  expect(await toldAt(alone.id)).toBeNull()

  const own = await owner(alertCalls.sendAlert, { messageId: (await newMessage(owner)).id, sectorId })
  expect(Date.parse((await toldAt(sectorId)) ?? '')).toBe(await sentAt(own.code))
  await inCompany(
    server,
    companyId,
    (tx) => tx.sql`update alert_sends set created_at = created_at - interval '1 day' where id = ${own.code}`,
  )
  expect(Date.parse((await toldAt(sectorId)) ?? '')).toBe(await sentAt(whole.code))
})

test('with limited accesses an empty grouping is no employee’s; to everyone else it is empty', async () => {
  const { owner, employee, companyId, messageId } = await newSender(server)
  const { id: sectorGroupId } = await owner(groupingCalls.createGrouping, { alerts: { name: 'Vide' } })
  const calls = [alertCalls.sendAlert, alertCalls.previewAlert]
  for (const row of calls) expect((await employee.raw(row, { messageId, sectorGroupId })).status).toBe(200)
  await inCompany(server, companyId, (tx) => tx.sql`update companies set alert_is_accesses_limited = true`)
  for (const row of calls) expect((await employee.raw(row, { messageId, sectorGroupId })).status).toBe(404)
  expect(await owner(alertCalls.sendAlert, { messageId, sectorGroupId })).toMatchObject({
    type: 'warning',
    message: expect.stringMatching(/aucun occupant/),
  })
})

test('a listed site that ends up inside the polygon is a member once', async () => {
  const { owner } = await server.newCompany()
  const far = { lat: 47.5, lng: home.lng }
  const site = await newSite(owner, (await newClient(owner)).id, { address: { street: 'rang 4', location: far } })
  await owner(occupantCalls.createOccupant, { contact: { site: site.id, phone: '4185550101' } })
  await newSector(owner, { siteIds: [site.id] })
  for (const location of [home, far, null, home]) {
    await owner(siteCalls.updateSite, { id: site.id, site: { address: { location } } })
    expect(await owner(listSectors)).toMatchObject([{ siteIds: [site.id], contactsCount: 1 }])
  }
})
