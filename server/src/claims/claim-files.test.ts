import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { api } from '@bordee/core/api.ts'
import { mostClaimFiles } from '@bordee/core/claims/claim-file.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { FairQueue } from '../engine/http/fair-queue.ts'
import { leastPace } from '../engine/http/upload-places.ts'
import { aPdf, attachToClaim, type SentClaimFile } from '../testing/claims.ts'
import { countStored } from '../testing/photos.ts'
import { type Caller, inCompany, openTestServer } from '../testing/server.ts'
import { soon } from '../testing/soon.ts'
import { newClaim } from '../testing/world.ts'

const server = await openTestServer()

const attach = (caller: Pick<Caller, 'token'>, claimId: string, file?: SentClaimFile) => attachToClaim(server, caller, claimId, file)

const open = ({ token }: Pick<Caller, 'token'>, claimId: string, fileId: string) =>
  server.app.inject({ url: `/api/claims/${claimId}/files/${fileId}`, headers: { authorization: `Bearer ${token}` } })

test('a file is attached once, listed, and read byte for byte under its name', async () => {
  const { owner } = await server.newCompany()
  const { id } = await newClaim(owner)
  const sent = { fileId: randomUUID(), name: 'Lettre de l’assureur « Boréale ».pdf', bytes: aPdf() }
  const made = await Promise.all([1, 2, 3].map(() => attach(owner, id, sent)))
  for (const { status, body } of made) expect([status, body]).toMatchObject([201, { id: sent.fileId, claimId: id, name: sent.name }])
  expect(await owner(api.listClaimFiles, { id })).toEqual([
    expect.objectContaining({ id: sent.fileId, name: sent.name, size: sent.bytes.length, userName: 'Prénom Nom' }),
  ])
  const { headers, rawPayload, statusCode } = await open(owner, id, sent.fileId)
  expect(statusCode).toBe(200)
  expect(rawPayload.equals(sent.bytes)).toBe(true)
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(sent.name)}`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=3600',
  })
  expect(String(headers.vary)).toContain('authorization')
})

test('what isn’t what its name says, has a folder in its name or is missing is refused, and nothing is stored', async () => {
  const { owner } = await server.newCompany()
  const { id } = await newClaim(owner)
  const stored = await countStored(server)
  for (const wrong of [
    { name: 'facture.pdf', bytes: Buffer.from('<html><script>alert(1)</script>') },
    { name: 'outil.exe', bytes: Buffer.from('MZ') },
    { name: 'page.html', bytes: Buffer.from('<html>') },
    { name: '../../etc/avis.pdf' },
    { name: ' ' },
    { name: 'vide.txt', bytes: Buffer.alloc(0) },
    { bytes: null },
    { fileId: 'pas-un-id' },
  ])
    expect([wrong, (await attach(owner, id, wrong)).status]).toEqual([wrong, 422])
  expect((await attach(owner, id, { bytes: Buffer.concat([aPdf(), Buffer.alloc(20 * 1024 * 1024)]) })).status).toBe(413)
  expect(await owner(api.listClaimFiles, { id })).toEqual([])
  expect(await countStored(server)).toBe(stored)
})

test('another company, a manager, a driver, a dispatcher and a client neither add, list, read nor delete', async () => {
  const people = await server.newCompany()
  const stranger = await server.newCompany()
  const { id } = await newClaim(people.owner)
  const { id: strangeId } = await newClaim(stranger.owner)
  const { body } = await attach(people.owner, id)
  expect((await attach(stranger.owner, id)).status).toBe(404)
  expect((await open(stranger.owner, id, body.id)).statusCode).toBe(404)
  expect((await open(stranger.owner, strangeId, body.id)).statusCode).toBe(404)
  expect((await stranger.owner.raw(api.deleteClaimFile, { id, fileId: body.id })).status).toBe(404)
  // Its own claim may use the same id: ids belong to a company.
  expect((await attach(stranger.owner, strangeId, { fileId: body.id })).status).toBe(201)
  for (const role of ['manager', 'employee', 'dispatcher', 'client'] as const) {
    expect((await attach(people[role], id)).status).toBe(403)
    expect((await open(people[role], id, body.id)).statusCode).toBe(403)
    expect((await people[role].raw(api.listClaimFiles, { id })).status).toBe(403)
    expect((await people[role].raw(api.deleteClaimFile, { id, fileId: body.id })).status).toBe(403)
  }
  const { id: otherId } = await newClaim(people.owner)
  expect((await open(people.owner, otherId, body.id)).statusCode).toBe(404)
  expect(await attach(people.owner, otherId, { fileId: body.id })).toMatchObject({ status: 409, body: { code: 'id-used' } })
  expect((await open(people.owner, id, body.id)).statusCode).toBe(200)
})

test('a file is deleted with its content, but not while its claim is held', async () => {
  const { owner } = await server.newCompany()
  const { id } = await newClaim(owner)
  const { body } = await attach(owner, id)
  await owner(api.holdClaim, { id })
  expect(await owner.raw(api.deleteClaimFile, { id, fileId: body.id })).toMatchObject({ status: 409, body: { code: 'held' } })
  await owner(api.updateClaim, { id, claim: { state: 'closed' } })
  await owner(api.deleteClaimFile, { id, fileId: body.id })
  expect((await owner.raw(api.deleteClaimFile, { id, fileId: body.id })).status).toBe(404)
  expect((await open(owner, id, body.id)).statusCode).toBe(404)
  await soon(async () => expect(await server.gateways.files.has(body.hash)).toBe(false))
})

/** Begins to attach a file, and sends no more of it. */
function attachSlowly({ token }: Pick<Caller, 'token'>, claimId: string) {
  const head = (name: string) => `--x\r\ncontent-disposition: form-data; ${name}\r\n\r\n`
  const slow = new PassThrough()
  slow.write(`${head('name="fileId"')}${randomUUID()}\r\n${head('name="name"')}avis.pdf\r\n${head('name="file"; filename="avis.pdf"')}%PDF`)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' }
  const answer = server.app.inject({ method: 'POST', url: `/api/claims/${claimId}/files`, headers, payload: slow })
  return answer.finally(() => slow.end())
}

test('six slow connections of three companies lose their places to the file of a fourth, as soon as it waits', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const entering = vi.spyOn(FairQueue.prototype, 'enter')
  const entered = (companyId: string) => entering.mock.calls.filter(([key]) => key === companyId).length
  const slow: ReturnType<typeof attachSlowly>[] = []
  for (const { owner, companyId } of [await server.newCompany(), await server.newCompany(), await server.newCompany()]) {
    const { id } = await newClaim(owner)
    slow.push(attachSlowly(owner, id), attachSlowly(owner, id))
    await soon(() => expect(entered(companyId)).toBe(2))
  }
  const { owner, companyId } = await server.newCompany()
  const waiting = attach(owner, (await newClaim(owner)).id)
  await soon(() => expect(entered(companyId)).toBe(1))
  vi.advanceTimersByTime(leastPace.every)
  expect((await waiting).status).toBe(201)
  for (const { statusCode, body } of await Promise.all(slow))
    expect([statusCode, JSON.parse(body)]).toMatchObject([408, { code: 'too-slow', message: expect.stringContaining('trop lente') }])
})

test('a claim has at most fifty files, also of two that are sent at once', async () => {
  const { owner, companyId } = await server.newCompany()
  const { id } = await newClaim(owner)
  const { body } = await attach(owner, id)
  await inCompany(
    server,
    companyId,
    (tx) => tx.sql`
    insert into claim_files (id, company_id, claim_id, name, file_id, size, hash, user_name)
    select uuidv7(), company_id, claim_id, name, file_id, size, hash, user_name
    from claim_files, generate_series(1, ${mostClaimFiles - 2})
    where company_id = ${companyId} and id = ${body.id}`,
  )
  const both = await Promise.all([attach(owner, id), attach(owner, id)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(await attach(owner, id)).toMatchObject({ status: 409, body: { code: 'too-many-files' } })
})

test('an erasure removes the files of a closed claim that can’t be brought any more', async () => {
  const { owner } = await server.newCompany()
  const claim = await newClaim(owner, { happenedAt: '2020-01-15T12:00:00Z' })
  const { body } = await attach(owner, claim.id)
  const kept = await owner(api.eraseClient, { id: claim.customerId ?? '' })
  expect(kept.parts.find(({ kind }) => kind === 'claims')).toMatchObject({
    removed: 0,
    kept: [{ reason: 'open-claim', claimId: claim.id }],
  })
  expect((await open(owner, claim.id, body.id)).statusCode).toBe(200)

  const closed = await newClaim(owner, { happenedAt: '2020-01-15T12:00:00Z' })
  const { body: theirs } = await attach(owner, closed.id)
  await owner(api.updateClaim, { id: closed.id, claim: { state: 'closed' } })
  await owner(api.eraseClient, { id: closed.customerId ?? '' })
  expect((await owner.raw(api.getClaim, { id: closed.id })).status).toBe(404)
  await soon(async () => expect(await server.gateways.files.has(theirs.hash)).toBe(false))
})
