import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import type { BulletinConfig } from '@bordee/core/bulletins/bulletin.ts'
import { expect, test } from 'vitest'
import { newSector } from '../testing/folders.ts'
import { driveAll, hour, minute, newRoute } from '../testing/runs.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'
import { enqueueDue, forgetAddresses, writeDue } from './bulletins.jobs.ts'
import { currentBulletin } from './current-bulletin.ts'

const server = await openTestServer()
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()
let made = 0

async function configured(people: People, more: Partial<BulletinConfig> = {}) {
  const config = await people.owner(api.getBulletinConfig)
  return people.owner(api.updateBulletinConfig, { ...config, isOn: true, isAutomatic: false, address: `neige-${++made}-essai`, ...more })
}
const aPublisher = async (more: Partial<BulletinConfig> = {}) => {
  const people = await server.newCompany()
  return { people, ...people, config: await configured(people, more) }
}
const current = ({ companyId }: People) => inCompany(server, companyId, (tx) => currentBulletin({ tx }, companyId))
const compute = ({ companyId }: People) => server.work((work) => writeDue(work, { companyId }))
const age = ({ companyId }: People, time: string) =>
  inCompany(
    server,
    companyId,
    (tx) => tx.sql`
      update bulletin_posts set created_at = created_at - ${time}::interval, updated_at = updated_at - ${time}::interval
      where company_id = ${companyId}`,
  )

test('before a bulletin is set, it is off, with an address from the company’s name and its phone', async () => {
  const people = await server.newCompany('Déneigement Boréal')
  expect(await people.owner(api.getBulletinConfig)).toMatchObject({ isOn: false, address: 'deneigement-boreal', phone: expect.any(String) })
  expect(await current(people)).toBeNull()
  await expect(people.dispatcher(api.postBulletin, { state: 'watch' })).rejects.toMatchObject({ status: 409 })
})

test('settings are kept as they were sent', async () => {
  const { owner } = await aPublisher()
  const { id } = await newSector(owner, { name: 'Nord' })
  const sent = {
    isOn: true,
    address: 'boreal-2',
    isAutomatic: true,
    isUnlisted: true,
    isSeasonShown: true,
    color: 'indigo' as const,
    phone: '4185550142',
    links: [{ label: 'Notre site', url: 'https://exemple.ca' }],
    sentences: { salting: 'Nous épandons.' },
    sectorIds: [id],
    groupingIds: [],
  }
  expect(await owner(api.updateBulletinConfig, sent)).toEqual({ ...sent, version: 2 })
  expect(await owner(api.getBulletinConfig)).toEqual({ ...sent, version: 2 })
  expect(await owner(api.updateBulletinConfig, { ...sent, sectorIds: [], phone: null })).toMatchObject({ sectorIds: [], phone: null })
})

test.each([
  [{ address: 'ville' }, 'address', /réservée/],
  [{ address: '../etc' }, 'address', /traits d’union/],
  [{ address: 'ab' }, 'address', /de 3 à 40/],
])('an address that can’t be is refused, and nothing changes: %o', async (sent, field, message) => {
  const { owner, config } = await aPublisher()
  const { status, body } = await owner.raw(api.updateBulletinConfig, { ...config, ...sent, isUnlisted: true })
  expect([status, body]).toMatchObject([422, { formErrors: { input: { [field]: expect.stringMatching(message) } } }])
  expect(await owner(api.getBulletinConfig)).toEqual(config)
})

test('an address belongs to one company, and an old one too while it still redirects', async () => {
  const ours = await aPublisher({ address: 'neige-a-nous' })
  const theirs = await aPublisher()
  const take = () => theirs.owner.raw(api.updateBulletinConfig, { ...theirs.config, address: 'Neige-a-nous' })
  const refused = { status: 422, body: { formErrors: { input: { address: 'Cette adresse est déjà prise.' } } } }
  expect(await take()).toMatchObject(refused)

  await configured(ours.people, { address: 'neige-a-nous-2' })
  expect(await take()).toMatchObject(refused)
  await inCompany(
    server,
    ours.companyId,
    (tx) => tx.sql`update bulletin_addresses set until = now() - interval '1 minute' where address = 'neige-a-nous'`,
  )
  await server.work(forgetAddresses)
  expect(await take()).toMatchObject({ status: 200, body: { address: 'neige-a-nous' } })
})

test('a company may return to its old address, and doesn’t collect addresses', async () => {
  const { people, owner, config: first } = await aPublisher({ address: 'premiere' })
  for (const n of [1, 2, 3, 4, 5]) await configured(people, { address: `premiere-${n}` })
  const { version: _, ...config } = first
  const { status } = await owner.raw(api.updateBulletinConfig, { ...config, address: 'premiere-6' })
  expect(status).toBe(422)
  expect(await owner(api.updateBulletinConfig, { ...config, address: 'premiere' })).toMatchObject({ address: 'premiere' })
})

test('a sector of another company is refused', async () => {
  const { owner, config } = await aPublisher()
  const theirs = await server.newCompany()
  const { id } = await newSector(theirs.owner)
  const grouping = await theirs.owner(api.createGrouping, { alerts: { name: 'Voisin' } })
  for (const areas of [{ sectorIds: [id] }, { groupingIds: [grouping.id] }])
    await expect(owner(api.updateBulletinConfig, { ...config, ...areas })).rejects.toMatchObject({ status: 404 })
  await expect(owner(api.postBulletin, { state: 'done', areaId: id })).rejects.toMatchObject({ status: 404 })
})

test('who dispatches writes for everyone or for a listed sector, and a retry is the same bulletin', async () => {
  const people = await server.newCompany()
  const { id: areaId } = await newSector(people.owner, { name: 'Nord' })
  const unlisted = await newSector(people.owner)
  await configured(people, { sectorIds: [areaId] })
  const id = randomUUID()
  const sent = { id, state: 'watch' as const, text: 'Dix centimètres attendus.' }
  const first = await people.dispatcher(api.postBulletin, sent)
  expect(await people.dispatcher(api.postBulletin, sent)).toEqual(first)
  await people.owner(api.postBulletin, { state: 'leaving', areaId })
  await expect(people.owner(api.postBulletin, { state: 'leaving', areaId: unlisted.id })).rejects.toMatchObject({ status: 404 })

  expect(await people.dispatcher(api.getBulletins)).toMatchObject({
    isOn: true,
    current: { state: 'watch', text: 'Dix centimètres attendus.' },
    areas: [{ id: areaId, name: 'Nord', state: 'leaving', text: null }],
    posts: [
      { state: 'leaving', areaName: 'Nord', isAutomatic: false },
      { id, state: 'watch', areaName: null, userName: expect.stringMatching(/./) },
    ],
  })
  expect(await current(people)).toMatchObject({ title: 'Nous surveillons la météo', sectors: [{ title: 'Départ imminent' }] })
})

test('another company’s bulletin can’t be had by its id', async () => {
  const [ours, theirs] = [await aPublisher(), await aPublisher()]
  const { id } = await theirs.owner(api.postBulletin, { state: 'done', text: 'À nous' })
  const answer = await ours.owner.raw(api.postBulletin, { id, state: 'idle' })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(JSON.stringify(answer.body)).not.toContain('À nous')
  expect((await ours.owner(api.getBulletins)).posts).toEqual([])
})

test('a text has 600 characters at most', async () => {
  const { owner } = await aPublisher()
  expect((await owner.raw(api.postBulletin, { state: 'done', text: 'é'.repeat(601) })).status).toBe(422)
  expect((await owner(api.postBulletin, { state: 'done', text: 'é'.repeat(600) })).text).toHaveLength(600)
})

test('what a sector’s bulletins said stays in the history when the sector is gone', async () => {
  const people = await server.newCompany()
  const { id } = await newSector(people.owner, { name: 'Nord' })
  await configured(people, { sectorIds: [id] })
  await people.owner(api.postBulletin, { state: 'done', areaId: id })
  await people.owner(api.deleteSectors, { sectorIds: [id] } as never)
  expect(await people.owner(api.getBulletins)).toMatchObject({
    current: { state: 'idle' },
    areas: [],
    posts: [{ areaName: 'Nord', areaId: null }],
  })
})

test('an automatic bulletin follows the night from its opening to the day after', async () => {
  const { people } = await aPublisher({ isAutomatic: true })
  const route = await newRoute(people.owner, 12)
  const said = async () => {
    await compute(people)
    const now = await current(people)
    return [now?.state, now?.sentence]
  }
  expect(await said()).toEqual(['idle', null])
  const operation = await people.owner(api.openOperation)
  expect(await said()).toEqual(['leaving', 'Nos équipes se préparent à partir.'])

  const run = await people.employee(api.startRun, { routeId: route.id, kind: 'opening' })
  expect((await said())[0]).toBe('first-pass')
  const { runSites } = await people.employee(api.getRunDetails, { id: run.id })
  for (const { id } of runSites.slice(0, 7)) await people.employee(api.markSiteDone, { runId: run.id, runSiteId: id })
  expect((await said())[1]).toMatch(/ Environ 60\u00a0% des entrées faites\.$/)
  for (const { id } of runSites.slice(7)) await people.employee(api.markSiteDone, { runId: run.id, runSiteId: id })
  await people.employee(api.actOnRun, { id: run.id, type: 'quit' })
  expect(await said()).toEqual(['under-way', 'Le premier passage est terminé; la suite viendra.'])

  await people.owner(api.closeOperation, { id: operation.id })
  expect(await said()).toEqual(['done', 'Un oubli? Signalez-le.'])
  await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql`update operations set closed_at = closed_at - interval '25 hours', opened_at = opened_at - interval '25 hours'`,
  )
  expect(await said()).toEqual(['idle', null])

  const { posts } = await people.owner(api.getBulletins)
  expect(posts.map(({ state }) => state)).toEqual(['idle', 'done', 'under-way', 'first-pass', 'leaving', 'idle'])
  expect(posts.every(({ isAutomatic, userName }) => isAutomatic && userName === null)).toBe(true)
})

test('each listed sector and grouping is said by the routes through it', async () => {
  const people = await server.newCompany()
  const here = await newSector(people.owner, { name: 'Ici' })
  const far = [
    { lat: 45.5, lng: -73.6 },
    { lat: 45.5, lng: -73.5 },
    { lat: 45.6, lng: -73.6 },
  ]
  const there = await newSector(people.owner, { name: 'Là-bas', polygon: far })
  await people.super_admin(api.updateCurrentCompany, { company: { sectorMode: false } })
  const grouping = await people.owner(api.createGrouping, { alerts: { name: 'Rive', siteGroupIds: [here.id] } })
  await configured(people, { isAutomatic: true, sectorIds: [here.id, there.id], groupingIds: [grouping.id] })
  const route = await newRoute(people.owner, 2)
  await people.employee(api.startRun, { routeId: route.id, kind: 'salting' })
  await compute(people)
  expect((await current(people))?.sectors.map(({ name, state, sentence }) => [name, state, sentence])).toEqual([
    ['Ici', 'salting', null],
    ['Là-bas', 'under-way', 'Nos équipes ne sont pas encore dans ce secteur.'],
    ['Rive', 'salting', null],
  ])
})

test('an automatic bulletin waits for two hours after what a person wrote, then follows', async () => {
  const { people, owner } = await aPublisher({ isAutomatic: true })
  await compute(people)
  await owner(api.postBulletin, { state: 'postponed', text: 'Bris d’équipement.' })
  const { id: routeId } = await newRoute(owner, 1)
  await people.employee(api.startRun, { routeId })
  await compute(people)
  expect(await current(people)).toMatchObject({ state: 'postponed', sentence: 'Bris d’équipement.' })
  await age(people, '2 hours')
  await compute(people)
  expect(await current(people)).toMatchObject({ state: 'under-way' })
})

test('only companies with an automatic bulletin are looked at, and only when something happened', async () => {
  const [automatic, byHand] = [await aPublisher({ isAutomatic: true }), await aPublisher()]
  const due = () =>
    server.work(async (work) => {
      const found: string[] = []
      await enqueueDue({ ...work, later: async (_kind, data) => void found.push((data as { companyId: string }).companyId) })
      return found
    })
  await compute(automatic.people)
  expect(await due()).not.toContain(automatic.companyId)
  for (const { owner, employee } of [automatic, byHand]) await employee(api.startRun, { routeId: (await newRoute(owner, 1)).id })
  expect(await due()).toContain(automatic.companyId)
  expect(await due()).not.toContain(byHand.companyId)
  await compute(automatic.people)
  expect(await due()).not.toContain(automatic.companyId)
  await inCompany(server, automatic.companyId, (tx) => tx.sql`update bulletin_configs set look_again_at = now() - interval '1 second'`)
  expect(await due()).toContain(automatic.companyId)
})

test('a second look that finds the same writes nothing', async () => {
  const { people, owner } = await aPublisher({ isAutomatic: true })
  const { id } = await newRoute(owner, 1)
  await driveAll(people, id, 2 * hour, 10 * minute)
  await compute(people)
  const { posts } = await owner(api.getBulletins)
  await compute(people)
  expect((await owner(api.getBulletins)).posts).toEqual(posts)
  expect(Date.parse(posts[0]?.createdAt ?? '')).toBeGreaterThan(Date.parse(ago(hour)))
})
