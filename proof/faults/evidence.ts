// kill -9 while photos arrive, while a day of the record is hashed and while a dossier is printed. What was asked for is
// asked for again once the server is back, as a phone or a browser does; the morning's work begins again by itself.
import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@bordee/core/api.ts'
import type { EvidenceFile } from '@bordee/core/evidence/evidence-file.ts'
import type { Photo } from '@bordee/core/photos/photo.ts'
import { addDays, todayIn } from '@bordee/core/time.ts'
import pg from 'pg'
import { inCompany } from '../../server/src/testing/people.ts'
import { aJpeg } from '../../server/src/testing/photos.ts'
import { newRoute, second } from '../../server/src/testing/runs.ts'
import type { Caller, People } from '../../server/src/testing/server.ts'
import { databaseUrlOf, type RunningServer } from '../running-server.ts'
import type { Scenario } from './scenario.ts'
import { insist } from './storm.ts'

const photosAtOnce = 6
/** Lines of a day, so that hashing them takes seconds. */
const lines = 20_000
/** Milliseconds from what is asked to the end of the server. */
const moments = { upload: [30, 150, 400], hashing: [0, 400, 1500], printing: [100, 700, 2000] }
const longestWait = 240 * second

interface Winter {
  server: RunningServer
  people: People
  siteId: string
  hold(isTrue: boolean, what: string): void
}

export const evidence: Scenario = {
  tried: 'kill -9 while photos are uploaded, a day of the record is hashed and a dossier is printed; three times each',
  async run({ server, companies: [company], note }) {
    if (!company) return []
    const { people } = company
    const { siteIds } = await newRoute(people.owner, 1)
    const broken: string[] = []
    const winter = { server, people, siteId: siteIds[0] ?? '', hold: (isTrue: boolean, what: string) => void (isTrue || broken.push(what)) }
    await uploadPhotos(winter)
    await hashDays(winter)
    await printDossiers(winter)
    note(`${Object.values(moments).flat().length} kills`)
    return broken
  },
}

async function uploadPhotos({ server, people: { owner, companyId }, siteId, hold }: Winter) {
  const ids: string[] = []
  for (const moment of moments.upload) {
    const photos = await Promise.all(
      Array.from({ length: photosAtOnce }, async () => ({
        id: randomUUID(),
        kind: 'condition',
        siteId,
        takenAt: new Date().toISOString(),
        file: await aJpeg(1600, 1200),
      })),
    )
    ids.push(...photos.map(({ id }) => id))
    const asked = photos.map((photo) => insist(owner, api.addPhoto, photo))
    await killAfter(server, moment)
    for (const { status } of await Promise.all(asked)) hold(status === 201, `a photo was answered ${status}`)
  }
  const kept = (await owner(api.listPhotos, { siteId })) as Photo[]
  hold(kept.length === ids.length && ids.every((id) => kept.some((photo) => photo.id === id)), `${kept.length} photos of ${ids.length}`)
  for (const { id, hash } of kept)
    hold((await hashOf(server, owner, `/api/photos/${id}`)) === hash, `the photo ${id} isn't what was stored`)
  const [named] = await inCompany(
    server,
    companyId,
    (tx) => tx.sql<{ count: number }>`select count(*)::int as count from stored_files where company_id = ${companyId}`,
  )
  hold(named?.count === 3 * ids.length, `${named?.count} files are named, instead of three per photo`)
}

async function hashDays(winter: Winter) {
  const db = new pg.Client(await databaseUrlOf(winter.server))
  await db.connect()
  await db.query(`select set_config('app.companies', $1, false), set_config('app.because', 'essai', false)`, [
    `{${winter.people.companyId}}`,
  ])
  try {
    await hashDaysOf(winter, db)
  } finally {
    await db.end()
  }
}

/** Each time, everything recorded so far becomes a day that is over, and the morning begins with the server. */
async function hashDaysOf({ server, people: { companyId }, hold }: Winter, db: pg.Client) {
  const today = todayIn('America/Toronto', new Date())
  const days: string[] = []
  for (const [i, moment] of moments.hashing.entries()) {
    const day = addDays(today, i - moments.hashing.length)
    days.push(day)
    await db.query(`select enter_record($1, 'reading', gen_random_uuid()::text, 'removed', '{}') from generate_series(1, ${lines})`, [
      companyId,
    ])
    await db.query(
      `update record_entries set day = $2
       where company_id = $1 and seq not in (select unnest(seqs) from record_trees where company_id = $1)`,
      [companyId, day],
    )
    await db.query('update companies set recorded_on = null where id = $1', [companyId])
    await server.kill()
    await server.start()
    await killAfter(server, moment)
    await until(`the day ${day} is sealed`, async () => {
      const { rows } = await db.query('select from record_trees where company_id = $1 and day = $2', [companyId, day])
      return rows.length > 0
    })
  }
  const { rows } = await db.query<{ day: string }>('select day::text from record_trees where company_id = $1 order by day', [companyId])
  hold(JSON.stringify(rows.map(({ day }) => day)) === JSON.stringify(days), `sealed: ${rows.map(({ day }) => day).join(', ')}`)
  await until('the owner has a letter for each day', async () => {
    const letters = await db.query(`select from outbox where subject like 'Registre de %'`)
    return letters.rows.length >= days.length
  })
}

async function printDossiers({ server, people: { owner }, siteId, hold }: Winter) {
  const today = todayIn('America/Toronto', new Date())
  for (const moment of moments.printing) {
    const id = randomUUID()
    const order = { id, evidence: { siteId, from: addDays(today, -200), to: today, momentAt: new Date().toISOString(), withDrivers: true } }
    const asked = [1, 2, 3].map(() => insist(owner, api.orderEvidence, order))
    await killAfter(server, moment)
    for (const { status } of await Promise.all(asked)) hold(status === 202, `a dossier was answered ${status}`)
    let file: EvidenceFile | undefined
    await until('the dossier is finished', async () => {
      file = (await insist(owner, api.getEvidence, { id })).body as EvidenceFile
      return file.finishedAt !== null
    })
    hold(file?.state === 'ready', `a dossier is ${file?.state}: ${file?.problem}`)
    hold((await hashOf(server, owner, `/api/evidence-files/${id}/file`)) === file?.sha256, 'a dossier is not what was stored')
  }
  const files = (await owner(api.listEvidence, { siteId })) as EvidenceFile[]
  hold(files.length === moments.printing.length, `${files.length} dossiers`)
}

async function killAfter(server: RunningServer, moment: number) {
  await sleep(moment)
  await server.kill()
  await server.start()
}

/** Of a file, as the caller gets it. */
export async function hashOf(server: RunningServer, { token }: Pick<Caller, 'token'>, path: string): Promise<string> {
  const answer = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  return answer.ok
    ? createHash('sha256')
        .update(Buffer.from(await answer.arrayBuffer()))
        .digest('hex')
    : `answered ${answer.status}`
}

async function until(what: string, isSo: () => Promise<boolean>) {
  for (const end = Date.now() + longestWait; Date.now() < end; await sleep(500)) if (await isSo()) return
  throw new Error(`waited in vain until ${what}`)
}
