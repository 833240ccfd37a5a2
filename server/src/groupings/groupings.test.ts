import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { groupingCalls } from '@bordee/core/groupings/groupings.calls.ts'
import { occupantCalls } from '@bordee/core/occupants/occupants.calls.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { expect, test } from 'vitest'
import { newClient, newSector, newSite } from '../testing/folders.ts'
import { openTestServer } from '../testing/server.ts'

const { listGroupings, listElements, createGrouping, updateGrouping, deleteGrouping, deleteGroupings } = groupingCalls
const server = await openTestServer()

test('sectors are grouped and moved, and stay when their grouping is deleted', async () => {
  const { owner } = await server.newCompany()
  const [a, b] = [await newSector(owner, { name: 'A' }), await newSector(owner, { name: 'B' })]
  const nord = await owner(createGrouping, { alerts: { name: ' Nord ' }, siteGroupIds: [a.id, b.id] })
  expect(nord).toMatchObject({ name: 'Nord', siteGroupIds: [a.id, b.id] })
  const sud = await owner(createGrouping, { alerts: { name: 'Sud' } })

  expect(await owner(sectorCalls.updateSector, { id: b.id, sector: { alertId: sud.id } })).toMatchObject({
    groupId: sud.id,
    groupName: 'Sud',
  })
  expect(await owner(listGroupings)).toMatchObject([{ siteGroupIds: [a.id] }, { siteGroupIds: [b.id] }])
  expect(await owner(sectorCalls.updateSector, { id: b.id, sector: { alertId: null } })).toMatchObject({ groupId: null })
  await owner(deleteGrouping, { id: nord.id })
  await owner(deleteGroupings, { alertsIds: [sud.id] })
  expect(await owner(listGroupings)).toEqual([])
  expect((await owner(sectorCalls.listSectors)).map(({ groupId }) => groupId)).toEqual([null, null])
})

test('a site in two sectors of a grouping counts once', async () => {
  const { owner } = await server.newCompany()
  const site = await newSite(owner, (await newClient(owner)).id)
  for (const phone of ['4185550101', '4185550102']) await owner(occupantCalls.createOccupant, { contact: { site: site.id, phone } })
  const siteGroupIds = [(await newSector(owner)).id, (await newSector(owner)).id]
  const made = await owner(createGrouping, { alerts: { name: 'Tout' }, siteGroupIds })
  expect(made).toMatchObject({ sitesCount: 1, contactsCount: 2 })
  expect(await owner(createGrouping, { alerts: { name: 'Vide' } })).toMatchObject({ sitesCount: 0, contactsCount: 0 })
})

test('an alert list is written with its sub-sectors', async () => {
  const { owner, employee, super_admin: staff } = await server.newCompany()
  await staff(companyCalls.updateCurrentCompany, { company: { sectorMode: false } })
  const { id } = await newClient(owner)
  const [x, y] = [await newSite(owner, id), await newSite(owner, id)]
  const list = await owner(createGrouping, {
    alerts: { name: 'Immeubles', siteGroups: [{ name: 'Tour 1', siteIds: [x.id], userIds: [employee.accountId] }] },
    siteGroups: [
      { name: 'Tour 1', siteIds: [x.id], userIds: [employee.accountId] },
      { name: 'Tour 2', siteIds: [y.id] },
    ],
  })
  const [first, second] = await owner(listElements, { id: list.id })
  expect([first, second]).toMatchObject([
    { name: 'Tour 1', siteIds: [x.id], userIds: [employee.accountId] },
    { name: 'Tour 2', siteIds: [y.id], userIds: [] },
  ])

  await owner(updateGrouping, { id: list.id, siteGroups: [{ id: second?.id, name: 'Tour 2', siteIds: [x.id, y.id] }] })
  expect(await owner(listElements, { id: list.id })).toMatchObject([{ id: second?.id, siteIds: [x.id, y.id].toSorted() }])
  expect(await owner(sectorCalls.listSectors)).toHaveLength(2)
})

test.each([
  [{ alerts: { name: ' ' } }, { alerts: { name: 'Le nom est requis.' } }],
  [
    { alerts: { name: 'x' }, siteGroups: [{ name: 'y', siteIds: [] }] },
    { siteGroups: { '0.siteIds': 'Choisissez au moins un point de service.' } },
  ],
])('%j is refused', async (input, formErrors) => {
  const { owner } = await server.newCompany()
  expect(await owner.raw(createGrouping, input)).toMatchObject({ status: 422, body: { formErrors } })
  expect(await owner(listGroupings)).toEqual([])
})

test('a sub-sector that takes another’s name undoes the whole change', async () => {
  const { owner } = await server.newCompany()
  await newSector(owner, { name: 'Limoilou' })
  const site = await newSite(owner, (await newClient(owner)).id)
  const input = { alerts: { name: 'Liste' }, siteGroups: [{ name: 'limoilou', siteIds: [site.id] }] }
  expect((await owner.raw(createGrouping, input)).status).toBe(422)
  expect(await owner(listGroupings)).toEqual([])
})

test('another company’s sector cannot be grouped', async () => {
  const { owner } = await server.newCompany()
  const next = await server.newCompany()
  const theirs = await newSector(next.owner)
  const mine = await owner(createGrouping, { alerts: { name: 'Mien' } })
  expect((await owner.raw(updateGrouping, { id: mine.id, siteGroupIds: [theirs.id] })).status).toBe(404)
  expect(await next.owner(sectorCalls.listSectors)).toMatchObject([{ groupId: null }])
})
