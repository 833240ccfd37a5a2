import { text } from 'node:stream/consumers'
import { Problem } from '@bordee/core/problem.ts'
import { expect, test } from 'vitest'
import { newClient, newSite } from '../testing/folders.ts'
import { aJpeg, countStored, sendPhoto } from '../testing/photos.ts'
import { inCompany, openTestServer } from '../testing/server.ts'
import { soon } from '../testing/soon.ts'
import { sweepFiles } from './files.jobs.ts'
import { dropFiles, storeFiles } from './storing.ts'

const server = await openTestServer({ FILES_QUOTA_GB: '0.000001' }) // 1073 bytes
const { files } = server.gateways
const store = (companyId: string, ...contents: string[]) =>
  server.work(async (work) => {
    await work.tx.scope({ companies: [companyId] })
    return storeFiles(
      work,
      companyId,
      contents.map((content) => Buffer.from(content)),
    )
  })
const drop = (companyId: string, ids: string[]) =>
  server.work(async (work) => {
    await work.tx.scope({ companies: [companyId] })
    await dropFiles(work, companyId, ids)
  })
const hashOf = async (companyId: string, id: string | undefined) =>
  (await inCompany(server, companyId, (tx) => tx.sql<{ hash: string }>`select hash from stored_files where id = ${id}`))[0]?.hash ?? ''

test('a content stays while any company names it, and goes with the last', async () => {
  const [one, other] = await Promise.all([server.newCompany(), server.newCompany()])
  const [own] = await store(one.companyId, 'partagé')
  const [theirs] = await store(other.companyId, 'partagé')
  const hash = await hashOf(one.companyId, own)

  await drop(one.companyId, [own ?? ''])
  const [gone] = await store(one.companyId, 'seul')
  const alone = await hashOf(one.companyId, gone)
  await drop(one.companyId, [gone ?? ''])
  await soon(async () => expect(await files.has(alone)).toBe(false)) // its job ran after the first one's
  expect(await files.has(hash)).toBe(true)

  await drop(other.companyId, [theirs ?? ''])
  await soon(async () => expect(await files.has(hash)).toBe(false))
})

test('a company over its quota stores nothing more, and another one does', async () => {
  const [full, other] = await Promise.all([server.newCompany(), server.newCompany()])
  await store(full.companyId, 'a'.repeat(1000))
  const refused = await store(full.companyId, 'b'.repeat(100)).catch((error) => error)
  expect(refused).toBeInstanceOf(Problem)
  expect(refused).toMatchObject({ status: 409, body: { code: 'quota', message: expect.stringContaining('fichiers') } })
  expect(await store(other.companyId, 'b'.repeat(100))).toHaveLength(1)
})

test('a photo beyond the quota leaves nothing on the disk', async () => {
  const { owner } = await server.newCompany()
  const { id: siteId } = await newSite(owner, (await newClient(owner)).id)
  const stored = await countStored(server)
  const refused = await sendPhoto(server, owner, { kind: 'condition', siteId }, await aJpeg())
  expect(refused).toMatchObject({ status: 409, body: { code: 'quota' } })
  expect(await countStored(server)).toBe(stored)
})

test('the sweep removes what no row names after a day, and leaves what was stored since', async () => {
  const { companyId } = await server.newCompany()
  const [named] = await store(companyId, 'nommé')
  const orphan = await files.put(Buffer.from('orphelin'))
  await server.work((work) => sweepFiles(work))
  expect(await files.has(orphan)).toBe(true)
  const tomorrow = (work: Parameters<typeof sweepFiles>[0]) => sweepFiles({ ...work, now: new Date(work.now.getTime() + 25 * 3600_000) })
  await server.work(tomorrow)
  expect(await files.has(orphan)).toBe(false)
  const stream = await files.get(await hashOf(companyId, named))
  expect(stream && (await text(stream))).toBe('nommé')
})
