import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import type { Input } from '@bordee/core/call.ts'
import { expect, test } from 'vitest'
import { home, newClient, newSector, newSite } from '../testing/folders.ts'
import { hour, minute, newRoute } from '../testing/runs.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'

const server = await openTestServer()
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()

const place = (civicNumber: string, street: string) => ({ address: { street, civicNumber, city: 'Québec', location: home } })
const sheetFor = ({ dispatcher }: People, q: string, siteId?: string) => dispatcher(api.getCallSheet, { q, ...(siteId && { siteId }) })
const found = async (people: People, q: string) =>
  (await sheetFor(people, q)).callers.map(({ customerName, siteAddress, occupantName }) => [customerName, siteAddress, occupantName])

/** A client with three sites, and an occupant who lives at two of them. */
async function aTown() {
  const people = await server.newCompany()
  const client = await newClient(people.owner, { name: 'Gestion Bélanger', phone: '418 555-0142' })
  const sites = []
  for (const civicNumber of ['12', '14', '1250'])
    sites.push(await newSite(people.owner, client.id, place(civicNumber, 'chemin Sainte-Foy')))
  const siteIds = sites.map(({ id }) => id)
  for (const site of siteIds.slice(0, 2))
    await people.owner(api.createOccupant, { contact: { site, phone: '581 555-0199', firstName: 'Aïcha', lastName: 'Lévesque' } })
  const other = await newClient(people.owner, { name: 'Dépanneur du Rang' })
  return { people, client, siteIds, other }
}

test('a caller is found by phone in any punctuation, by address and by name', async () => {
  const { people } = await aTown()
  const atTheClient = ['12', '1250', '14'].map((number) => ['Gestion Bélanger', `${number}, chemin Sainte-Foy, Québec`, null])
  for (const q of ['418 555-0142', '(418)555.0142', '+1 418-555-0142', '5550142', '555-014', 'belanger', 'gestion bel', 'CH STE-FOY'])
    expect(await found(people, q), q).toEqual(atTheClient)
  expect(await found(people, '1250 ste foy')).toEqual([atTheClient[1]])
  expect(await found(people, '12 ste foy')).toEqual(atTheClient.slice(0, 2))
  expect(await found(people, 'élanger')).toEqual([])
  expect(await found(people, 'belanger rang')).toEqual([])
})

test('an occupant of several sites gets them all, and a client without a site is found too', async () => {
  const { people, siteIds, other } = await aTown()
  const occupied = [
    ['Gestion Bélanger', '12, chemin Sainte-Foy, Québec', 'Aïcha Lévesque'],
    ['Gestion Bélanger', '14, chemin Sainte-Foy, Québec', 'Aïcha Lévesque'],
  ]
  expect(await found(people, '581-555-0199')).toEqual(occupied)
  expect(await found(people, 'levesque aicha')).toEqual(occupied)
  const { sheet } = await sheetFor(people, '581-555-0199')
  expect(sheet).toMatchObject({ siteId: siteIds[0], customerName: 'Gestion Bélanger' })
  expect((await sheetFor(people, '581-555-0199', siteIds[1])).sheet?.siteId).toBe(siteIds[1])
  expect(await sheetFor(people, 'depanneur')).toMatchObject({
    callers: [{ customerId: other.id, siteId: null, siteName: '' }],
    sheet: null,
  })
})

test('a phone that only another company knows is like one that nobody knows', async () => {
  const { people: theirs, siteIds } = await aTown()
  const ours = await server.newCompany()
  const unknown = { callers: [], hasMore: false, sheet: null, latest: [] }
  expect(await sheetFor(ours, '418 555-0142')).toEqual({ ...unknown, phone: '4185550142' })
  expect(await sheetFor(ours, '418 555-9999')).toEqual({ ...unknown, phone: '4185559999' })
  expect(await sheetFor(ours, 'belanger')).toEqual({ ...unknown, phone: null })
  await expect(sheetFor(ours, '', siteIds[0])).rejects.toMatchObject({ status: 404 })
  expect((await sheetFor(theirs, '', siteIds[0])).sheet?.siteId).toBe(siteIds[0])
})

test('the words of a folder follow it: renamed, moved, called by another number, removed', async () => {
  const { people, client, siteIds } = await aTown()
  await people.owner(api.updateClient, { id: client.id, client: { name: 'Immeubles Roy', phone: '418 555-7777' } })
  await people.owner(api.updateSite, { id: siteIds[2] ?? '', site: place('8', 'rue Royale') as never })
  expect(await found(people, 'belanger')).toEqual([])
  expect(await found(people, '4185550142')).toEqual([])
  expect(await found(people, '555-7777')).toHaveLength(3)
  expect(await found(people, '8 royale')).toEqual([['Immeubles Roy', '8, rue Royale, Québec', null]])
  await people.owner(api.deleteClient, { id: client.id })
  for (const q of ['roy', 'ste-foy', 'levesque', '555-7777']) expect(await found(people, q), q).toEqual([])
  expect(await inCompany(server, people.companyId, (tx) => tx.sql`select word from folder_words`)).toEqual(
    expect.not.arrayContaining([{ word: 'roy' }, { word: '5557777' }]),
  )
})

test('only a few are listed, and the sheet says that there are more', async () => {
  const { owner, ...people } = await server.newCompany()
  const { id } = await newClient(owner, { name: 'Tremblay' })
  for (let n = 1; n <= 9; n++) await newSite(owner, id, place(`${n}`, 'rue A'))
  const { callers, hasMore } = await sheetFor({ owner, ...people } as People, 'tremblay')
  expect([callers.length, hasMore]).toEqual([8, true])
})

/** A company whose employee drives a route of three sites since an hour. */
async function aNight() {
  const people = await server.newCompany()
  const route = await newRoute(people.owner, 3)
  const run = await people.employee(api.startRun, { routeId: route.id, at: ago(hour), unit: '14' })
  const { runSites } = await people.employee(api.getRunDetails, { id: run.id })
  const stop = (i: number) => ({ runId: run.id, runSiteId: runSites[i]?.id ?? '' })
  const [first = '', second = '', third = ''] = route.siteIds
  return { people, operationId: run.operationId ?? '', stop, first, second, third }
}

test('the sheet says what was done tonight, by which unit, and why a site was not', async () => {
  const { people, operationId, stop, first, second, third } = await aNight()
  await people.employee(api.markSiteDone, { ...stop(0), at: ago(50 * minute) })
  await people.employee(api.markSiteNotDone, { ...stop(1), at: ago(45 * minute), reason: 'gate', note: 'Cadenas' })
  expect((await sheetFor(people, '', first)).sheet).toMatchObject({
    operation: { id: operationId, closedAt: null },
    state: 'done',
    reason: null,
    passes: [{ passNumber: 1, kind: 'full', unit: '14' }],
    routeNames: ['Haute-Ville'],
    expected: null,
  })
  expect((await sheetFor(people, '', second)).sheet).toMatchObject({ state: 'redo', reason: 'gate', reasonNote: 'Cadenas', passes: [] })
  const { sheet } = await sheetFor(people, '', third)
  expect(sheet).toMatchObject({ state: 'left', passes: [], alerts: [], isActive: true })
  expect(Date.parse(sheet?.expected?.to ?? '')).toBeGreaterThan(Date.now())
  await people.owner(api.closeOperation, { id: operationId })
  expect((await sheetFor(people, '', third)).sheet).toMatchObject({ operation: { id: operationId }, expected: null })
})

test('the snow counts from the last complete pass, by the reading of the sector', async () => {
  const { people, operationId, stop, first, third } = await aNight()
  const { id: sectorId } = await newSector(people.owner)
  const read = (amount: number, at: string, sector?: string) =>
    people.dispatcher(api.addOperationReading, { id: operationId, reading: { kind: 'depth', amount, at, sectorId: sector ?? null } })
  expect((await sheetFor(people, '', third)).sheet?.snowSince).toBeNull()
  await read(20, ago(30 * minute))
  expect((await sheetFor(people, '', third)).sheet?.snowSince).toBe(20)
  await read(8, ago(10 * minute), sectorId)
  expect((await sheetFor(people, '', third)).sheet?.snowSince).toBe(8)
  await people.employee(api.markSiteDone, { ...stop(0), at: ago(5 * minute) })
  expect((await sheetFor(people, '', first)).sheet?.snowSince).toBe(0)
})

test('the contract and what is owed are for those who may see contracts', async () => {
  const { people, siteIds, client } = await aTown()
  const contract = await people.owner(api.createContract, {
    contract: { clientId: client.id, siteId: siteIds[0] ?? null, startAt: '2020-10-01', endAt: '2099-04-30', isTaxesCharged: false },
  })
  const { sheet } = await people.owner(api.getCallSheet, { siteId: siteIds[0] ?? '' })
  expect(sheet?.contract).toMatchObject({ id: contract.id, status: 'draft', amountLeft: 0, overdueAmount: 0 })
  expect((await sheetFor(people, '', siteIds[0])).sheet?.contract).toBeNull()
})

const note = ({ dispatcher }: People, call: Input<typeof api.notePhoneCall>) => dispatcher(api.notePhoneCall, call)

test('a request goes to the board with its urgency, once however often it is sent', async () => {
  const { people, operationId, first } = await aNight()
  const call = { id: randomUUID(), siteId: first, kind: 'request' as const, text: 'Oubliée', isUrgent: true, phone: '(418) 555-0142' }
  const noted = await note(people, call)
  expect(noted).toMatchObject({ id: call.id, operationId, phone: '4185550142', isUrgent: true, siteId: first })
  expect(await note(people, call)).toEqual(noted)
  const { items } = await people.owner(api.getBoard, { id: operationId })
  const requests = items.filter(({ kind }) => kind === 'request')
  expect(requests).toMatchObject([{ siteId: first, note: 'Oubliée', isUrgent: true, source: 'call' }])
  expect((await sheetFor(people, '', first)).sheet).toMatchObject({ isRequested: true, phoneCalls: [{ id: call.id }] })
})

test('without an operation a request waits for the next one, a week at most', async () => {
  const { people, siteIds } = await aTown()
  const [siteId = '', old = ''] = siteIds
  expect(await note(people, { siteId, kind: 'request' })).toMatchObject({ operationId: null })
  await note(people, { siteId: old, kind: 'request' })
  await inCompany(server, people.companyId, (tx) => tx.sql`update site_requests set at = now() - interval '8 days' where site_id = ${old}`)
  const { id } = await people.owner(api.openOperation)
  expect((await people.owner(api.getBoard, { id })).items).toMatchObject([{ kind: 'request', siteId }])
  expect((await people.owner(api.getCallSheet, {})).latest.map(({ operationId }) => operationId)).toEqual([null, id])
})

test('an unknown caller’s complaint, damage or call is noted, and listed among the latest', async () => {
  const people = await server.newCompany()
  await note(people, { kind: 'damage', phone: '418 555-9999', text: 'Boîte aux lettres' })
  await note(people, { kind: 'noted', phone: '418 555-9998', text: 'Rappeler' })
  expect((await sheetFor(people, '')).latest).toMatchObject([
    { kind: 'noted', phone: '4185559998', customerId: null, siteId: null },
    { kind: 'damage', phone: '4185559999', text: 'Boîte aux lettres' },
  ])
})

test('a call without what it needs is refused and changes nothing', async () => {
  const { people } = await aNight()
  const { siteIds } = await aTown()
  const refusals: [Input<typeof api.notePhoneCall>, number][] = [
    [{ kind: 'request', text: 'Vite' }, 422],
    [{ kind: 'complaint', phone: '418 555-9999' }, 422],
    [{ kind: 'noted', text: 'a', phone: '911' }, 422],
    [{ kind: 'noted', text: 'a', siteId: siteIds[0] ?? '' }, 404],
    [{ kind: 'request', siteId: siteIds[0] ?? '' }, 404],
  ]
  for (const [call, status] of refusals) await expect(note(people, call)).rejects.toMatchObject({ status })
  expect((await sheetFor(people, '')).latest).toEqual([])
})

test('an id that another company used is refused', async () => {
  const [ours, theirs] = [await server.newCompany(), await server.newCompany()]
  const call = { id: randomUUID(), kind: 'noted' as const, text: 'Rappeler' }
  await note(theirs, call)
  await expect(note(ours, call)).rejects.toMatchObject({ status: 409, body: { code: 'id-used' } })
})
