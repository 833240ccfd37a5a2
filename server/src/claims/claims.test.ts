import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { addDays, todayIn } from '@bordee/core/time.ts'
import { expect, test } from 'vitest'
import { purgeAlerts } from '../alerts/retention.jobs.ts'
import { purgeContracts } from '../contracts/contracts.jobs.ts'
import type { Work } from '../engine/ctx.ts'
import { purgeEvidence } from '../evidence/evidence.jobs.ts'
import { exportSheets } from '../imports/company-export.ts'
import { purgePhotos } from '../photos/photos.jobs.ts'
import { purgePositions } from '../positions/positions.jobs.ts'
import { purgeReplies } from '../replies/replies.jobs.ts'
import { newContract } from '../testing/contracts.ts'
import { builtDossier, openDossier } from '../testing/evidence.ts'
import { newClient, newSite } from '../testing/folders.ts'
import { aJpeg, sendPhoto } from '../testing/photos.ts'
import { clearing, minute, newRun } from '../testing/runs.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'

const server = await openTestServer()
const today = todayIn('America/Toronto', new Date())

const aFall = (siteId: string) => ({
  siteId,
  kind: 'fall' as const,
  happenedAt: new Date(Date.now() - 30 * minute).toISOString(),
  claimant: 'Paule Roy',
  description: 'Elle a glissé devant la porte.',
})

async function aSite() {
  const people = await server.newCompany()
  const { id: clientId } = await newClient(people.owner, { name: 'Claire Pelletier' })
  const { id: siteId } = await newSite(people.owner, clientId)
  return { people, owner: people.owner, clientId, siteId }
}

test('a claim is opened once, keeps the names of its folder, and says until when it can be brought', async () => {
  const { owner, siteId, clientId } = await aSite()
  const sent = {
    id: randomUUID(),
    claim: { ...aFall(siteId), happenedAt: '2026-02-10T12:00:00Z', insurer: 'Assurances Boréales', amountClaimed: 1_250_000 },
  }
  const made = await Promise.all([1, 2, 3].map(() => owner(api.createClaim, sent)))
  expect(new Set(made.map(({ id }) => id))).toEqual(new Set([sent.id]))
  const [claim] = await owner(api.listClaims)
  expect(claim).toMatchObject({
    ...sent.claim,
    happenedAt: expect.stringContaining('2026-02-10T'),
    state: 'open',
    siteAddress: '500, rue Saint-Jean, Québec',
    customerId: clientId,
    customerName: 'Claire Pelletier',
    prescribedOn: '2029-02-10',
    heldAt: null,
    userName: 'Prénom Nom',
  })
  expect(await owner(api.listClaims, { state: 'settled' })).toEqual([])
  expect(await owner(api.listClaims, { siteId })).toEqual([claim])
})

test('it is changed field by field, follows its life, and a closed one is first opened again', async () => {
  const { owner, siteId } = await aSite()
  const { id } = await owner(api.createClaim, { claim: aFall(siteId) })
  expect(await owner(api.updateClaim, { id, claim: { state: 'settled', amountSettled: 400_000 } })).toMatchObject({
    state: 'settled',
    amountSettled: 400_000,
    claimant: 'Paule Roy',
  })
  expect(await owner(api.updateClaim, { id, claim: { state: 'closed' } })).toMatchObject({ state: 'closed', closedAt: expect.any(String) })
  expect((await owner.raw(api.updateClaim, { id, claim: { state: 'rejected' } })).status).toBe(409)
  expect((await owner.raw(api.holdClaim, { id })).status).toBe(409)
  expect(await owner(api.updateClaim, { id, claim: { state: 'open' } })).toMatchObject({ state: 'open', closedAt: null })
})

test('another company, a manager, a driver and a client see no claim', async () => {
  const { people, owner, siteId } = await aSite()
  const { id } = await owner(api.createClaim, { claim: aFall(siteId) })
  const stranger = await server.newCompany()
  for (const [row, input] of [
    [api.getClaim, { id }],
    [api.updateClaim, { id, claim: { notes: 'Vu' } }],
    [api.holdClaim, { id }],
    [api.createClaim, { claim: aFall(siteId) }],
  ] as const) {
    expect((await stranger.owner.raw(row, input)).status).toBe(404)
    for (const role of ['manager', 'employee', 'dispatcher', 'client'] as const)
      expect((await people[role].raw(row, input)).status).toBe(403)
  }
  expect(await stranger.owner(api.listClaims)).toEqual([])
})

test('a claim without a site, a claimant or what happened is refused, and so are amounts below zero', async () => {
  const { owner, siteId } = await aSite()
  for (const wrong of [
    { siteId: null },
    { claimant: ' ' },
    { description: '' },
    { amountClaimed: -1 },
    { kind: 'storm' },
    { happenedAt: '1850-01-01T00:00:00Z' },
  ])
    expect((await owner.raw(api.createClaim, { claim: { ...aFall(siteId), ...wrong } })).status).toBe(422)
  expect(await owner(api.listClaims)).toEqual([])
})

test('nothing has happened yet at a moment that is still to come', async () => {
  const { owner, siteId } = await aSite()
  const inMinutes = (minutes: number) => ({ happenedAt: new Date(Date.now() + minutes * minute).toISOString() })
  const refused = await owner.raw(api.createClaim, { claim: { ...aFall(siteId), ...inMinutes(30) } })
  expect(refused).toMatchObject({ status: 422, body: { formErrors: { claim: { happenedAt: 'Ce moment est encore à venir.' } } } })
  // A clock that is a little ahead isn't a lie.
  const { id, happenedAt } = await owner(api.createClaim, { claim: { ...aFall(siteId), ...inMinutes(1) } })
  expect((await owner.raw(api.updateClaim, { id, claim: inMinutes(24 * 60) })).status).toBe(422)
  expect(await owner(api.getClaim, { id })).toMatchObject({ happenedAt })
})

test('a claim is in its folder’s history, in Ctrl+K and in the export, for those who run the company', async () => {
  const { people, owner, siteId, clientId } = await aSite()
  const { id } = await owner(api.createClaim, { claim: { ...aFall(siteId), insurer: 'Boréale', amountClaimed: 123_450 } })
  const entries = await owner(api.listTimeline, { id: clientId, kind: 'claim' })
  expect(entries).toMatchObject([
    { kind: 'claim', claimId: id, title: 'Chute · Paule Roy · Ouverte', text: 'Elle a glissé devant la porte.', userName: 'Prénom Nom' },
  ])
  for (const text of ['paule roy', 'boreale', 'pelletier', '500 saint-jean'])
    expect((await owner(api.search, { text })).filter(({ kind }) => kind === 'claim')).toMatchObject([
      { id, title: 'Paule Roy', detail: expect.stringMatching(/^Chute du \d\d\/\d\d\/\d{4} · 500, rue Saint-Jean/), clientId, siteId },
    ])
  expect(await people.dispatcher(api.search, { text: 'paule roy' })).toEqual([])
  const stranger = await server.newCompany()
  expect(await stranger.owner(api.search, { text: 'paule roy' })).toEqual([])
  const rows = await server.work(async (work) => {
    await work.tx.scope({ companies: [people.companyId] })
    return exportSheets.find(({ table }) => table === 'claims')?.rows(work, people.companyId)
  })
  expect(rows).toMatchObject([{ claimant: 'Paule Roy', amountClaimed: 1234.5, insurer: 'Boréale', state: 'open' }])
})

/** One of everything that retention removes: at the first site of a run, and at another one. */
async function winter(people: People) {
  const run = await newRun(people)
  const [siteId = '', otherId = ''] = run.siteIds
  await people.employee(api.addLocations, { id: run.id, locations: clearing(0, run.began + minute) })
  for (const site of [siteId, otherId]) {
    const contract = await newContract(people.owner, {
      siteId: site,
      clientId: await clientOf(people, site),
      startAt: addDays(today, -30),
      endAt: today,
    })
    await people.owner(api.setContractStatuses, { contractIds: [contract.id], status: 'sent' })
    await people.owner(api.setContractStatuses, { contractIds: [contract.id], status: 'accepted' })
    await sendPhoto(server, people.owner, { kind: 'condition', siteId: site }, await aJpeg())
    await inCompany(server, people.companyId, async (tx) => {
      const [send] = await tx.sql<{ id: string }>`
        insert into alert_sends (company_id, target, target_name, message, sent_by_name, expected)
        values (${people.companyId}, 'sites', 'Sites', 'Passage', 'Bureau', 1) returning id`
      await tx.sql`
        insert into alert_deliveries (company_id, send_id, site_id, method, phone, site_name, client_name, status)
        values (${people.companyId}, ${send?.id}, ${site}, 'sms', '4185550142', 'Entrée', 'Client', 'delivered')`
      await tx.sql`
        insert into replies (company_id, site_id, kind, source, text, at)
        values (${people.companyId}, ${site}, 'text', 'link', 'Merci', now())`
    })
  }
  return { run, siteId, otherId }
}

async function clientOf(people: People, siteId: string): Promise<string> {
  return (await people.owner(api.getSite, { id: siteId })).customerId
}

/** What is left of each site, and whether the run's positions are. */
const leftOf = (people: People, runId: string, siteId: string) =>
  inCompany(server, people.companyId, async (tx) => {
    const [left] = await tx.sql<Record<'alerts' | 'replies' | 'photos' | 'contracts' | 'positions', number>>`
      select (select count(*)::int from alert_deliveries where site_id = ${siteId}) as alerts,
             (select count(*)::int from replies where site_id = ${siteId}) as replies,
             (select count(*)::int from photos where site_id = ${siteId} and deleted_at is null) as photos,
             (select count(*)::int from contracts where site_id = ${siteId}) as contracts,
             (select count(*)::int from position_chunks c join run_tracks t on t.id = c.track_id where t.run_id = ${runId}) as positions`
    return left
  })

/** Every retention, as it will be many years from now. */
const muchLater = () =>
  server.work(async (work) => {
    const later: Work = { ...work, now: new Date(work.now.getTime() + 12 * 366 * 86_400_000) }
    await purgePositions(later)
    await purgeAlerts(later)
    await purgeReplies(later)
    await purgePhotos(later)
    await purgeEvidence(later)
    await later.aside((own) => purgeContracts({ ...own, now: later.now }))
  })

test('what a held claim touches survives retention until it is closed; the rest is removed in its time', async () => {
  const people = await server.newCompany()
  const { run, siteId, otherId } = await winter(people)
  const { id } = await people.owner(api.createClaim, { claim: aFall(siteId) })
  const held = await Promise.all([1, 2].map(() => people.owner(api.holdClaim, { id })))
  expect(held[0]).toMatchObject({ heldAt: expect.any(String), heldBy: 'Prénom Nom' })
  const [dossier, ...more] = await people.owner(api.listEvidence, { claimId: id })
  expect(more).toEqual([])
  expect(await builtDossier(people.owner, dossier?.id ?? '')).toMatchObject({ state: 'ready', siteId, claimId: id })

  await muchLater()
  expect(await leftOf(people, run.id, siteId)).toEqual({ alerts: 1, replies: 1, photos: 1, contracts: 1, positions: 1 })
  expect(await leftOf(people, run.id, otherId)).toEqual({ alerts: 0, replies: 0, photos: 0, contracts: 0, positions: 1 })
  expect((await openDossier(server, people.owner, dossier?.id ?? '')).status).toBe(200)

  await people.owner(api.updateClaim, { id, claim: { state: 'closed' } })
  await muchLater()
  expect(await leftOf(people, run.id, siteId)).toEqual({ alerts: 0, replies: 0, photos: 0, contracts: 0, positions: 0 })
  expect((await openDossier(server, people.owner, dossier?.id ?? '')).status).toBe(410)
})

test('nobody removes the folder, the site, the photos or the run of a held claim', async () => {
  const people = await server.newCompany()
  const run = await newRun(people)
  const [siteId = ''] = run.siteIds
  const clientId = await clientOf(people, siteId)
  await people.employee(api.actOnRun, { id: run.id, type: 'quit' })
  const photo = await sendPhoto(server, people.owner, { kind: 'condition', siteId }, await aJpeg())
  const { id } = await people.owner(api.createClaim, { claim: aFall(siteId) })
  await people.owner(api.holdClaim, { id })
  const removals = [
    [people.owner, api.deleteSite, { id: siteId }],
    [people.owner, api.deleteClient, { id: clientId }],
    [people.owner, api.deletePhoto, { id: photo.body.id, reason: 'Floue' }],
    [people.admin, api.deleteRun, { id: run.id }],
  ] as const
  for (const [who, row, input] of removals)
    expect([row.name, await who.raw(row, input)]).toMatchObject([row.name, { status: 409, body: { code: 'held' } }])
  await people.owner(api.updateClaim, { id, claim: { state: 'closed' } })
  for (const [who, row, input] of [removals[2], removals[3], removals[0], removals[1]] as const)
    expect((await who.raw(row, input)).status).toBeLessThan(300)
  expect(await people.owner(api.getClaim, { id })).toMatchObject({
    siteId: null,
    customerId: null,
    siteAddress: '500, rue Saint-Jean, Québec',
  })
})
