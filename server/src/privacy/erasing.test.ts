import { api } from '@bordee/core/api.ts'
import { erasureWords } from '@bordee/core/privacy/erasure.ts'
import { addDays, todayIn } from '@bordee/core/time.ts'
import { expect, test } from 'vitest'
import { sql } from '../engine/db/sql.ts'
import { newOccupant, newSender } from '../testing/alerts.ts'
import { newContract } from '../testing/contracts.ts'
import { builtDossier, newDossier, openDossier } from '../testing/evidence.ts'
import { newClient, newSite } from '../testing/folders.ts'
import { aJpeg, sendPhoto } from '../testing/photos.ts'
import { minute, newRoute } from '../testing/runs.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'

const server = await openTestServer()
const today = todayIn('America/Toronto', new Date())
let count = 0

/** A folder with one of everything that a company holds about a client. */
async function aFolder(people: People, { isSigned = false } = {}) {
  const { owner, employee, companyId } = people
  const email = `efface${++count}@exemple.ca`
  const {
    id: routeId,
    siteIds: [siteId = ''],
  } = await newRoute(owner, 1)
  const clientId = (await owner(api.getSite, { id: siteId })).customerId
  await owner(api.updateClient, { id: clientId, client: { name: 'Claire Pelletier', email, phone: '4185550171' } })
  await owner(api.createOccupant, { contact: { site: siteId, phone: '4185550172', firstName: 'Rose' } })
  const photo = await sendPhoto(server, owner, { kind: 'condition', siteId }, await aJpeg())
  await owner(api.notePhoneCall, { customerId: clientId, siteId, kind: 'noted', text: 'Elle demande quand on passe' })
  const { id: runId } = await employee(api.startRun, { routeId, at: new Date(Date.now() - 30 * minute).toISOString() })
  await employee(api.actOnRun, { id: runId, type: 'quit' })
  const contract = await newContract(owner, { clientId, siteId, startAt: addDays(today, -30), endAt: today })
  if (isSigned) {
    await owner(api.setContractStatuses, { contractIds: [contract.id], status: 'sent' })
    await owner(api.setContractStatuses, { contractIds: [contract.id], status: 'accepted' })
  }
  const dossier = await newDossier(owner, { siteId, from: addDays(today, -2), to: today })
  await builtDossier(owner, dossier.id)
  await inCompany(server, companyId, async (tx) => {
    await tx.sql`update contracts set end_at = ${addDays(today, -1)} where company_id = ${companyId} and id = ${contract.id}`
    const [send] = await tx.sql<{ id: string }>`
      insert into alert_sends (company_id, target, target_name, message, sent_by_name, expected)
      values (${companyId}, 'sites:x', 'Chez Claire', 'Passage', 'Bureau', 1) returning id`
    await tx.sql`
      insert into alert_deliveries (
        company_id, send_id, site_id, client_id, method, phone, first_name, site_name, client_name, status, paid_from, price)
      values (${companyId}, ${send?.id}, ${siteId}, ${clientId}, 'sms', '4185550172', 'Rose', 'Entrée de Claire', 'Claire Pelletier',
        'delivered', 'invoice', 8)`
    await tx.sql`
      insert into replies (company_id, site_id, client_id, kind, source, text, at)
      values (${companyId}, ${siteId}, ${clientId}, 'text', 'link', 'Merci de Claire', now())`
    await tx.sql`
      insert into replies (company_id, phone, kind, source, text, at) values (${companyId}, '4185550171', 'text', 'text', 'Allo?', now())`
    await tx.sql`
      insert into quote_requests (
        company_id, submission_id, firstname, lastname, email, phone, address, lat, lng, size, slope, coating, has_tempo, want_alerts)
      values (${companyId}, uuidv7(), 'Claire', 'Pelletier', ${email}, '4185550171', '12, rue Demandée', 46.8, -71.2,
        'simple', 'flat', 'asphalt', false, false)`
    await tx.sql`insert into erasure_requests (company_id, email) values (${companyId}, ${email})`
  })
  const [request] = await owner(api.listErasureRequests)
  return { email, clientId, siteId, runId, dossierId: dossier.id, photo: photo.body, contract, requestId: request?.id ?? '' }
}

/** Everything of the company that still names the client, table by table. */
const traces = (people: People, words: string[]) =>
  inCompany(server, people.companyId, async (tx) => {
    const tables = await tx.sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'company_id' order by 1`
    const found: string[] = []
    for (const { name } of tables) {
      const rows = await tx.unnamed(sql`
        select from ${sql.table(name)} t where t.company_id = ${people.companyId} and t::text ~ ${words.join('|')}`)
      if (rows.length > 0) found.push(name)
    }
    return found
  })

const fall = (siteId: string) => ({
  siteId,
  kind: 'fall' as const,
  happenedAt: new Date(Date.now() - 20 * minute).toISOString(),
  claimant: 'Paule Roy',
  description: 'Elle a glissé.',
})

test('everything that nothing holds is erased, the client reads what stays, and the same request again changes nothing', async () => {
  const people = await server.newCompany('Neige Effacée')
  const folder = await aFolder(people)
  const neighbour = await newSite(people.owner, (await newClient(people.owner, { name: 'Voisin' })).id)

  const [report, again] = await Promise.all([1, 2].map(() => people.owner(api.eraseRequested, { id: folder.requestId })))

  expect(again).toEqual(report)
  expect(await people.owner(api.eraseRequested, { id: folder.requestId })).toEqual(report)
  expect(await people.owner(api.eraseClient, { id: folder.clientId })).toEqual(report)
  expect(report).toMatchObject({
    requestId: folder.requestId,
    folders: [{ id: folder.clientId, name: 'Claire Pelletier' }],
    userName: 'Prénom Nom',
  })
  const removed = Object.fromEntries((report?.parts ?? []).map((part) => [part.kind, part.removed]))
  expect(removed).toEqual({
    photos: 1,
    alerts: 1,
    replies: 2,
    calls: 1,
    occupants: 1,
    quotes: 1,
    contracts: 1,
    dossiers: 1,
    stops: 1,
    sites: 1,
    folders: 1,
  })
  expect((report?.parts ?? []).flatMap(({ kept }) => kept)).toEqual([])
  // The requests and reports say whose data was erased; nothing else does, the record's lines included.
  expect(await traces(people, ['Claire', '4185550171', '4185550172', 'Demandée'])).toEqual(['erasures'])
  expect(await traces(people, [folder.email])).toEqual(['erasure_requests'])
  expect((await people.owner.raw(api.getPhoto, { id: folder.photo.id, size: 'full' })).status).toBe(410)
  expect((await openDossier(server, people.owner, folder.dossierId)).status).toBe(410)
  expect(await people.owner(api.getSite, { id: neighbour.id })).toMatchObject({ id: neighbour.id })

  const [request] = await people.owner(api.listErasureRequests)
  expect(request).toMatchObject({ answeredBy: 'Prénom Nom', outcome: erasureWords(report?.parts ?? []).join('\n') })
  const letters = await server.sql<{ text: string }>(`select text from outbox where "to" = $1 and subject like '%effacé%'`, [folder.email])
  expect(letters).toHaveLength(1)
  expect(letters[0]?.text).toMatch(/1\sphoto, 1\salerte reçue/)
  expect(letters[0]?.text).toContain('Il ne reste rien.')
})

test('what the company is billed for stays, without the client', async () => {
  const people = await server.newCompany()
  const { clientId } = await aFolder(people)
  await people.owner(api.eraseClient, { id: clientId })
  const rows = await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql`
    select phone, first_name, client_name, site_name, price, paid_from from alert_deliveries where company_id = ${people.companyId}`,
  )
  expect(rows).toEqual([{ phone: '', first_name: null, client_name: 'Effacé', site_name: 'Effacé', price: 8, paid_from: 'invoice' }])
})

test('the record notes the erasure and keeps the hashes', async () => {
  const people = await server.newCompany()
  const { clientId, photo } = await aFolder(people)
  await people.owner(api.eraseClient, { id: clientId })
  const lines = await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql<{ event: string; line: string | null; hash: string }>`
    select event, line, encode(hash, 'hex') as hash from record_entries
    where company_id = ${people.companyId} and kind = 'photo' and source_id = ${photo.id} order by seq`,
  )
  expect(lines.map(({ event, line }) => [event, line === null])).toEqual([
    ['received', true],
    ['removed', false],
    ['changed', false],
  ])
  const { id: by } = await people.owner(api.getCurrentAccount)
  expect(JSON.parse(lines[1]?.line ?? '')).toMatchObject({ because: 'erasure', by })
  for (const { hash } of lines) expect(hash).toMatch(/^[0-9a-f]{64}$/)
})

test('what a claim holds stays and says so; once the claim is closed, the rest goes too', async () => {
  const people = await server.newCompany()
  const folder = await aFolder(people, { isSigned: true })
  const { id: claimId } = await people.owner(api.createClaim, { claim: fall(folder.siteId) })
  await people.owner(api.holdClaim, { id: claimId })

  const held = await people.owner(api.eraseClient, { id: folder.clientId })

  const because = Object.fromEntries(held.parts.map(({ kind, kept }) => [kind, kept.map(({ reason }) => reason)]))
  expect(because).toMatchObject({
    photos: ['claim'],
    alerts: ['claim'],
    replies: ['claim'],
    calls: ['claim'],
    occupants: ['claim'],
    contracts: ['claim'],
    claims: ['limitation'],
    sites: ['claim'],
    folders: ['claim'],
  })
  expect(held.parts.filter(({ removed }) => removed > 0).map(({ kind }) => kind)).toEqual(['replies', 'quotes', 'dossiers'])
  expect(held.parts[0]).toMatchObject({ kept: [{ claimId, day: today, count: 1 }] })
  expect(await people.owner(api.getClient, { id: folder.clientId })).toMatchObject({ name: 'Claire Pelletier' })
  expect(await people.owner(api.eraseClient, { id: folder.clientId })).toEqual(held)

  await people.owner(api.updateClaim, { id: claimId, claim: { state: 'closed' } })
  const freed = await people.owner(api.eraseClient, { id: folder.clientId })

  expect(freed.id).not.toBe(held.id)
  expect(Object.fromEntries(freed.parts.map(({ kind, kept }) => [kind, kept.map(({ reason }) => reason)]))).toMatchObject({
    photos: [],
    contracts: ['signed'],
    claims: ['limitation'],
    folders: [],
  })
  expect((await people.owner.raw(api.getClient, { id: folder.clientId })).status).toBe(404)
  expect(await people.owner(api.getClaim, { id: claimId })).toMatchObject({ customerId: null })
  expect((await people.owner(api.listErasures, { customerId: folder.clientId })).map(({ id }) => id)).toEqual([freed.id, held.id])
  expect(await people.owner(api.eraseClient, { id: folder.clientId })).toEqual(freed)
})

test.each(['site', 'folder'] as const)('a %s that was deleted first is erased all the same', async (deleted) => {
  const people = await server.newCompany()
  const { owner } = people
  const folder = await aFolder(people)
  if (deleted === 'site') await owner(api.deleteSite, { id: folder.siteId })
  else await owner(api.deleteClient, { id: folder.clientId })
  const { parts } = await owner(api.eraseRequested, { id: folder.requestId })
  expect(parts.flatMap(({ kept }) => kept)).toEqual([])
  expect(parts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['photos', 'alerts', 'quotes', 'contracts', 'dossiers', 'stops']))
  const named = await traces(people, ['Claire', '4185550171', '4185550172', 'Demandée'])
  // Whose phone wrote a text that named nobody isn't known once the folder is gone.
  expect(named.filter((table) => table !== 'erasures')).toEqual(deleted === 'folder' ? ['replies'] : [])
})

test('a house that was sold keeps what was done there for its former client apart from what is done for the next', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const sold = await aFolder(people)
  const buyer = await newClient(owner, { name: 'Acheteur' })
  await owner(api.updateSite, { id: sold.siteId, site: { customerId: buyer.id } })
  const runs = async () => {
    const { runSites } = await owner(api.getRunDetails, { id: sold.runId })
    return runSites.map(({ customerName }) => customerName)
  }
  const bought = await owner(api.eraseClient, { id: buyer.id })
  expect(bought.parts.map(({ kind }) => kind)).not.toContain('stops')
  expect(await runs()).toEqual(['Claire Pelletier'])
  await owner(api.eraseClient, { id: sold.clientId })
  expect(await runs()).toEqual(['Effacé'])
})

test('a claim that outlived its folder is erased once it is closed and can’t be brought any more', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const { siteId, clientId } = await aFolder(people)
  const { id } = await owner(api.createClaim, { claim: { ...fall(siteId), happenedAt: '2020-02-02T12:00:00Z' } })
  const first = await owner(api.eraseClient, { id: clientId })
  expect(first.parts.flatMap(({ kept }) => kept)).toMatchObject([{ reason: 'open-claim', claimId: id }])
  expect(await owner(api.eraseClient, { id: clientId })).toEqual(first)
  await owner(api.updateClaim, { id, claim: { state: 'closed' } })
  const second = await owner(api.eraseClient, { id: clientId })
  expect(second.parts).toEqual([{ kind: 'claims', removed: 1, kept: [] }])
  expect((await owner.raw(api.getClaim, { id })).status).toBe(404)
  expect(await owner(api.eraseClient, { id: clientId })).toEqual(second)
})

test('what is sent at the same moment is erased too, or keeps its site and says so', async () => {
  const sender = await newSender(server)
  const { owner } = sender
  for (let i = 0; i < 6; i++) {
    const { id: customerId } = await newClient(owner, { name: `Simultanée ${i}` })
    const { id: siteId } = await newSite(owner, customerId)
    await newOccupant(owner, { site: siteId })
    const [sent, { parts }] = await Promise.all([
      owner.raw(api.sendAlert, { siteIds: [siteId], messageId: sender.messageId }),
      owner(api.eraseClient, { id: customerId }),
    ])
    expect([200, 404]).toContain(sent.status)
    const kept = parts.filter((part) => part.kept.length > 0).map(({ kind }) => kind)
    const named = await traces(sender, [`Simultanée ${i}`])
    if (kept.length === 0) expect(named.filter((table) => table !== 'erasures')).toEqual([])
    else expect(kept).toEqual(expect.arrayContaining(['occupants', 'sites', 'folders']))
    // One that had left before its turn came is erased, also where the site stays for its sake.
    if (!kept.includes('alerts')) expect(named).not.toContain('alert_deliveries')
  }
})

test('a site under a contract, or where a truck is on its way, stays with its folder', async () => {
  const people = await server.newCompany()
  const { owner, employee } = people
  const {
    id: routeId,
    siteIds: [siteId = ''],
  } = await newRoute(owner, 1)
  const { customerId } = await owner(api.getSite, { id: siteId })
  const { id: runId } = await employee(api.startRun, { routeId })
  const first = await owner(api.eraseClient, { id: customerId })
  expect(first.parts.map(({ kind, kept }) => [kind, kept[0]?.reason])).toEqual([
    ['stops', 'under-way'],
    ['sites', 'under-way'],
    ['folders', 'site-kept'],
  ])
  await employee(api.actOnRun, { id: runId, type: 'quit' })
  const contract = await newContract(owner, { clientId: customerId, siteId })
  await owner(api.setContractStatuses, { contractIds: [contract.id], status: 'sent' })
  await owner(api.setContractStatuses, { contractIds: [contract.id], status: 'accepted' })
  const second = await owner(api.eraseClient, { id: customerId })
  expect(second.parts.map(({ kind, kept }) => [kind, kept[0]?.reason])).toEqual([
    ['contracts', 'signed'],
    ['stops', undefined],
    ['sites', 'running'],
    ['folders', 'running'],
  ])
})

test('only those who run the company erase, and only their own clients', async () => {
  const people = await server.newCompany()
  const { clientId, requestId, email } = await aFolder(people)
  const stranger = await server.newCompany()
  for (const [row, id] of [
    [api.eraseClient, clientId],
    [api.eraseRequested, requestId],
  ] as const) {
    expect((await stranger.owner.raw(row, { id })).status).toBe(404)
    for (const role of ['manager', 'employee', 'dispatcher', 'client'] as const)
      expect((await people[role].raw(row, { id })).status).toBe(403)
  }
  expect(await stranger.owner(api.listErasures)).toEqual([])
  expect(await people.owner(api.listErasures)).toEqual([])
  expect(await people.owner(api.getClient, { id: clientId })).toMatchObject({ email })
  expect((await people.owner.raw(api.eraseClient, { id: stranger.companyId })).status).toBe(404)
})

test('a request whose folders are long gone says what stayed of them', async () => {
  const people = await server.newCompany()
  const { clientId, requestId } = await aFolder(people, { isSigned: true })
  await people.owner(api.eraseClient, { id: clientId })
  const late = await people.owner(api.eraseRequested, { id: requestId })
  expect(late.parts).toMatchObject([{ kind: 'contracts', removed: 0, kept: [{ reason: 'signed', count: 1 }] }])
  expect(await people.owner(api.eraseRequested, { id: requestId })).toEqual(late)
})
