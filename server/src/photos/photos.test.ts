import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { api } from '@bordee/core/api.ts'
import { mostPhotosPerMark } from '@bordee/core/photos/photo.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { verifyRecord } from '../records/verify-records.ts'
import { aJpeg, countStored, openPhoto, type SentFields, sendPhoto } from '../testing/photos.ts'
import { newRun } from '../testing/runs.ts'
import { type Caller, inCompany, openTestServer } from '../testing/server.ts'
import { soon } from '../testing/soon.ts'
import { newClaim } from '../testing/world.ts'
import { purgePhotos } from './photos.jobs.ts'

const server = await openTestServer()

async function markedStop() {
  const people = await server.newCompany()
  const run = await newRun(people)
  const details = await people.owner(api.getRunDetails, { id: run.id })
  const runSiteId = details.runSites[0]?.id ?? ''
  const siteId = run.siteIds[0] ?? ''
  const markId = randomUUID()
  await people.employee(api.markSiteNotDone, { runId: run.id, runSiteId, id: markId, reason: 'vehicle' })
  const send = (fields: SentFields = {}, file: Uint8Array | null = jpeg, by = people.employee) =>
    sendPhoto(server, by, { markId, runId: run.id, siteId, ...fields }, file)
  return { ...people, people, runId: run.id, siteId, runSiteId, markId, send }
}
const jpeg = await aJpeg()
const storedBytes = async (companyId: string) =>
  inCompany(server, companyId, (tx) => tx.sql<{ hash: string }>`select hash from stored_files where company_id = ${companyId}`)

test('a photo is kept with its mark, where and when it was taken, by whom, and what arrived', async () => {
  const { owner, employee, companyId, runId, siteId, markId, send } = await markedStop()
  const takenAt = '2026-01-20T05:10:00.000Z'
  const sent = await send({ takenAt, lat: 46.81, lng: -71.21, accuracy: 8 })
  expect(sent).toMatchObject({
    status: 201,
    body: { runId, siteId, markId, kind: 'mark', lat: 46.81, accuracy: 8, author: 'Prénom Nom', width: 640, height: 480 },
  })
  expect(new Date(sent.body.takenAt).toISOString()).toBe(takenAt)
  expect(await owner(api.listPhotos, { runId })).toEqual([sent.body])
  expect(await owner(api.listPhotos, { siteId })).toEqual([sent.body])
  expect(await employee(api.listPhotos, { runId })).toEqual([sent.body])
  const full = await openPhoto(server, owner, sent.body.id)
  expect(full).toMatchObject({
    status: 200,
    headers: { 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff', 'cache-control': expect.stringContaining('private') },
  })
  expect((await storedBytes(companyId)).map(({ hash }) => hash)).toContain(sent.body.hash)
  expect(await sharp((await openPhoto(server, owner, sent.body.id, 'small')).bytes).metadata()).toMatchObject({ width: 320, height: 240 })
})

test('it is drawn again: upright, smaller, and without what the phone wrote in it', async () => {
  const { owner, send } = await markedStop()
  const withMetadata = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#cde' } })
    .withExif({ IFD0: { Copyright: 'secret' }, IFD3: { GPSLatitude: '46/1 48/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { body } = await send({}, withMetadata)
  expect(body).toMatchObject({ width: 800, height: 1600 })
  const { bytes } = await openPhoto(server, owner, body.id)
  expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  expect(bytes.includes('secret')).toBe(false)
})

test('the same photo sent again, also twice at once, is one', async () => {
  const { owner, runId, companyId, send } = await markedStop()
  const id = randomUUID()
  const sent = await Promise.all([send({ id }), send({ id })])
  const again = await send({ id }, await aJpeg())
  expect([...sent, again].map(({ status, body }) => [status, body.hash])).toEqual(Array(3).fill([201, sent[0].body.hash]))
  expect(await owner(api.listPhotos, { runId })).toHaveLength(1)
  expect(await storedBytes(companyId)).toHaveLength(3)
})

test('where a deleted photo was taken is gone from the record too, which still verifies', async () => {
  const { owner, companyId, send } = await markedStop()
  const { body } = await send({ lat: 46.8123, lng: -71.2123 })
  const lines = () =>
    inCompany(
      server,
      companyId,
      (tx) => tx.sql<{ event: string; line: string | null }>`
        select event, line from record_entries where company_id = ${companyId} and source_id = ${body.id} order by seq`,
    )
  expect((await lines())[0]?.line).toContain('46.8123')
  await owner(api.deletePhoto, { id: body.id, reason: 'On voit une voisine' })
  const left = await lines()
  expect(left.map(({ event }) => event)).toEqual(['received', 'removed', 'changed'])
  expect(JSON.stringify(left)).not.toContain('46.8123')
  expect(left[2]?.line).toContain(body.hash)
  const found = await server.work(async (work) => {
    await work.tx.scope({ companies: [companyId] })
    return verifyRecord(work, companyId, [])
  })
  expect(found.findings).toEqual([])
})

test('a phone that sends slowly holds up nobody else’s photos', async () => {
  const { owner, siteId, send } = await markedStop()
  const bytes = [
    ['id', randomUUID()],
    ['kind', 'condition'],
    ['takenAt', new Date().toISOString()],
    ['siteId', siteId],
  ].map(([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  const slow = new PassThrough()
  slow.write(`${bytes.join('')}--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`)
  slow.write(jpeg.subarray(0, 1000))
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'multipart/form-data; boundary=x' }
  const late = server.app.inject({ method: 'POST', url: '/api/photos', headers, payload: slow })
  for (let i = 0; i < 3; i++) expect((await send({ id: randomUUID() })).status).toBe(201)
  slow.end(Buffer.concat([jpeg.subarray(1000), Buffer.from('\r\n--x--\r\n')]))
  expect((await late).statusCode).toBe(201)
})

test('a photo may arrive before its mark, and a fifth of one mark is refused', async () => {
  const { owner, runId, runSiteId, send } = await markedStop()
  const markId = randomUUID()
  const early = await send({ markId })
  expect(early.status).toBe(201)
  await owner(api.markSiteDone, { runId, runSiteId, id: markId })
  for (let i = 1; i < mostPhotosPerMark; i++) expect((await send({ markId }, await aJpeg())).status).toBe(201)
  const stored = await countStored(server)
  expect(await send({ markId }, await aJpeg())).toMatchObject({ status: 409, body: { code: 'too-many-photos' } })
  expect(await countStored(server)).toBe(stored)
})

test('damage is reported in words, and its photos follow', async () => {
  const { employee, owner, runId, runSiteId, send } = await markedStop()
  const id = randomUUID()
  const report = { runId, runSiteId, id, note: 'Bordure arrachée' }
  await employee(api.reportDamage, report)
  expect(await employee(api.reportDamage, report)).toMatchObject({ id, note: 'Bordure arrachée', userName: 'Prénom Nom' })
  expect((await owner(api.getRunDetails, { id: runId })).damages).toMatchObject([{ id, runSiteId }])
  expect(await send({ markId: id, kind: 'damage' })).toMatchObject({ status: 201, body: { kind: 'damage', markId: id } })
})

test.each<[string, () => Promise<Uint8Array | null>]>([
  ['nothing', async () => null],
  ['a page', async () => Buffer.from('<html><script>alert(1)</script>')],
  ['a drawing that can run scripts', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['half a photo', async () => (await aJpeg()).subarray(0, 900)],
  [
    'a head without a body',
    async () =>
      (
        await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
          .png()
          .toBuffer()
      ).subarray(0, 33),
  ],
  [
    'a bomb',
    async () =>
      sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
  ],
  ['too many bytes', async () => Buffer.concat([await aJpeg(), Buffer.alloc(12 * 1024 * 1024)])],
])('%s is refused in French, and nothing is stored', async (_what, file) => {
  const { owner, companyId, runId, send } = await markedStop()
  const refused = await send({}, await file())
  expect(refused).toMatchObject({ status: 422, body: { formErrors: { photo: { file: expect.stringMatching(/photo|image/) } } } })
  expect(await owner(api.listPhotos, { runId })).toEqual([])
  expect(await storedBytes(companyId)).toEqual([])
})

test.each<[string, SentFields, number]>([
  ['no place', { markId: undefined, siteId: undefined }, 422],
  ['an unknown kind', { kind: 'selfie' }, 422],
  ['a place off the globe', { lat: 91, lng: 0 }, 422],
  ['no time', { takenAt: 'hier' }, 422],
  ['an unknown site', { markId: undefined, siteId: randomUUID() }, 404],
  ['a site that is not in the run', { markId: undefined, runId: randomUUID() }, 404],
  ['an unknown visit', { markId: undefined, visitId: randomUUID() }, 404],
  ['an unknown claim', { claimId: randomUUID() }, 404],
])('%s is refused', async (_what, fields, status) => {
  const { send } = await markedStop()
  expect((await send(fields)).status).toBe(status)
})

test('an operator adds photos to their own runs and sees those, and takes the « état des lieux » of any site', async () => {
  const { owner, employee, people, siteId, send } = await markedStop()
  const { body: own } = await send()
  const other = await newRun(people, { by: owner })
  const at = { markId: undefined, runId: other.id, siteId: other.siteIds[0] }
  expect(await send(at)).toMatchObject({ status: 403, body: { code: 'not-joined' } })
  expect((await send({ markId: undefined, runId: undefined })).status).toBe(403)
  const { body: offices } = await send(at, jpeg, owner)
  expect((await openPhoto(server, employee, offices.id)).status).toBe(404)
  expect((await openPhoto(server, employee, own.id)).status).toBe(200)

  const without = async () => (await owner(api.listSitesWithoutCondition)).map((site) => site.siteId)
  expect(await without()).toContain(siteId)
  const driversList = await employee(api.listSitesWithoutCondition)
  expect(driversList).toContainEqual(expect.objectContaining({ siteId, clientId: null, clientName: null }))
  expect((await send({ markId: undefined, runId: undefined, kind: 'condition' })).status).toBe(201)
  expect(await without()).not.toContain(siteId)
})

test('another company sees nothing of it, and adds nothing to it', async () => {
  const { siteId, runId, markId, send } = await markedStop()
  const { body: photo } = await send()
  const { owner: stranger } = await server.newCompany()
  expect((await openPhoto(server, stranger, photo.id)).status).toBe(404)
  for (const of of [{ siteId }, { runId }]) expect(await stranger(api.listPhotos, of)).toEqual([])
  expect((await stranger.raw(api.deletePhoto, { id: photo.id, reason: 'x' })).status).toBe(404)
  for (const fields of [{ markId }, { siteId }, { runId, siteId }])
    expect((await sendPhoto(server, stranger, { ...fields, kind: 'condition' }, jpeg)).status).toBeGreaterThanOrEqual(404)
})

test('clients see what their company shows them: what was not done unless it says otherwise, what was done if it says so', async () => {
  const { owner, people, runId, runSiteId, siteId, send } = await markedStop()
  const { client } = people
  const { body: early } = await send()
  expect((await openPhoto(server, client, early.id)).status).toBe(404) // of another folder
  await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql`update clients set email = (select email from accounts where id = ${client.accountId})`,
  )
  await owner(api.deletePhoto, { id: early.id, reason: 'Doublon' })
  const done = randomUUID()
  await owner(api.markSiteDone, { runId, runSiteId, id: done })
  const { body: notDonePhoto } = await send()
  const { body: donePhoto } = await send({ markId: done })
  await send({ markId: undefined, kind: 'damage' })
  const seen = async () => (await client(api.listPhotos, { siteId })).map(({ id, author }) => [id, author])
  expect(await seen()).toEqual([[notDonePhoto.id, null]])
  await owner(api.updateCurrentCompany, { photoConfig: { showsDone: true, showsNotDone: false } })
  expect(await seen()).toEqual([[donePhoto.id, null]])
  expect((await openPhoto(server, client, donePhoto.id, 'medium')).status).toBe(200)
  expect((await client(api.getPersonalData)).photos.map(({ id }) => id)).toHaveLength(3)
})

test('only those who may read claims see which claim a photo belongs to', async () => {
  const { owner, employee, people, siteId, send } = await markedStop()
  const { client, manager, dispatcher, companyId } = people
  const { id: claimId } = await newClaim(owner, { siteId })
  await inCompany(server, companyId, async (tx) => {
    await tx.sql`update clients set email = (select email from accounts where id = ${client.accountId})`
    await tx.sql`
      insert into access_customers (company_id, access_id, client_id)
      select x.company_id, x.id, s.client_id
      from accesses x
      join sites s on s.company_id = x.company_id and s.id = ${siteId}
      where x.account_id = ${manager.accountId}`
  })
  const { body: photo } = await send({ claimId }, jpeg, owner)
  expect(photo.claimId).toBe(claimId)
  const seenBy = async (caller: Caller) => (await caller(api.listPhotos, { siteId })).map(({ id, claimId }) => [id, claimId])
  expect(await seenBy(owner)).toEqual([[photo.id, claimId]])
  for (const caller of [dispatcher, employee, manager, client]) expect(await seenBy(caller)).toEqual([[photo.id, null]])
  expect(JSON.stringify(await employee(api.getRunDetails, { id: photo.runId ?? '' }))).not.toContain(claimId)
  expect(JSON.stringify(await client(api.getPersonalData))).not.toContain(claimId)
  expect((await send({ claimId }, jpeg)).status).toBe(404)
})

test('a client sees a photo of a stop that the truck’s positions say is done, if their company shows those', async () => {
  const { owner, people, runId, siteId, send } = await markedStop()
  const { client, companyId } = people
  await inCompany(server, companyId, async (tx) => {
    await tx.sql`update clients set email = (select email from accounts where id = ${client.accountId})`
    await tx.sql`update run_sites set state = 'done' where run_id = ${runId} and site_id = ${siteId}`
  })
  const { body: photo } = await send({ markId: undefined })
  const seen = async () => (await client(api.listPhotos, { siteId })).map(({ id }) => id)
  expect(await seen()).toEqual([])
  await owner(api.updateCurrentCompany, { photoConfig: { showsDone: true } })
  expect(await seen()).toEqual([photo.id])
})

test('deleting a photo removes its content, and keeps its hash, who did it and why', async () => {
  const { owner, employee, companyId, runId, send } = await markedStop()
  const own = await aJpeg() // no other test has stored it
  const { body: photo } = await send({ lat: 46.8, lng: -71.2 }, own)
  const { body: twin } = await send({}, own)
  expect(twin.hash).toBe(photo.hash)
  expect((await owner.raw(api.deletePhoto, { id: photo.id })).status).toBe(422)
  expect((await employee.raw(api.deletePhoto, { id: photo.id, reason: 'Floue' })).status).toBe(403)
  const deleted = await owner(api.deletePhoto, { id: photo.id, reason: 'Un enfant y est' })
  expect(deleted).toMatchObject({ hash: photo.hash, deletedBy: 'Prénom Nom', deletedReason: 'Un enfant y est', lat: null })
  expect(await owner(api.deletePhoto, { id: photo.id, reason: 'Encore' })).toEqual(deleted)
  expect((await openPhoto(server, owner, photo.id)).status).toBe(410)
  expect((await openPhoto(server, owner, twin.id)).status).toBe(200) // the same content, which it still names
  await owner(api.deletePhoto, { id: twin.id, reason: 'Idem' })
  await soon(async () => expect(await server.gateways.files.has(photo.hash)).toBe(false))
  expect(await storedBytes(companyId)).toEqual([])
  expect((await owner(api.listPhotos, { runId })).map(({ deletedReason }) => deletedReason)).toEqual(['Un enfant y est', 'Idem'].toSorted())
  expect(await employee(api.listPhotos, { runId })).toEqual([])
})

test('photos go after forty months, and those of a deleted site within the hour', async () => {
  const { owner, companyId, runId, siteId, send } = await markedStop()
  const { body: old } = await send()
  const { body: recent } = await send({}, await aJpeg())
  const age = (months: number, id: string) =>
    inCompany(
      server,
      companyId,
      (tx) => tx.sql`update photos set received_at = now() - make_interval(months => ${months}) where id = ${id}`,
    )
  await age(41, old.id)
  await age(39, recent.id)
  await server.work((work) => purgePhotos(work))
  const reasons = async () =>
    Object.fromEntries((await owner(api.listPhotos, { runId })).map(({ id, deletedReason }) => [id, deletedReason]))
  expect(await reasons()).toEqual({ [old.id]: 'Fin de la conservation', [recent.id]: null })
  await inCompany(server, companyId, (tx) => tx.sql`delete from sites where id = ${siteId}`)
  await server.work((work) => purgePhotos(work))
  expect((await reasons())[recent.id]).toBe('Point de service supprimé')
})

test('without room on the server, nothing of the photo is stored, and the phone is told to wait', async () => {
  const { NoRoom } = await import('../outside/files/files.ts')
  const { owner, companyId, runId, send } = await markedStop()
  const { put } = server.gateways.files
  server.gateways.files.put = async () => {
    throw new NoRoom('full')
  }
  try {
    expect(await send()).toMatchObject({ status: 507, body: { code: 'no-room', message: expect.stringContaining('place') } })
  } finally {
    server.gateways.files.put = put
  }
  expect(await owner(api.listPhotos, { runId })).toEqual([])
  expect(await storedBytes(companyId)).toEqual([])
  expect((await send()).status).toBe(201)
})
