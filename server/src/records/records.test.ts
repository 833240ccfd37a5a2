import { api } from '@bordee/core/api.ts'
import { addDays, todayIn } from '@bordee/core/time.ts'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { sql } from '../engine/db/sql.ts'
import { compactNow } from '../positions/chunks.ts'
import { purgePositions } from '../positions/positions.jobs.ts'
import { sealedRows, sealRuns } from '../runs/sealing.ts'
import { newSector } from '../testing/folders.ts'
import { clearing, hour, newRun } from '../testing/runs.ts'
import { inCompany, openTestServer, ownerUrlOf, type People } from '../testing/server.ts'
import { chainOf, fingerprintOf, noChain } from './merkle.ts'
import { closeRecord } from './records.jobs.ts'
import { type Finding, verifyRecord } from './verify-records.ts'

const server = await openTestServer()

const today = todayIn('America/Toronto', new Date())
const tomorrow = addDays(today, 1)

const close = ({ companyId }: People, day = tomorrow) => server.work((work) => closeRecord(work, { companyId, today: day }))
const verify = ({ companyId }: People) =>
  server.work(async (work) => {
    await work.tx.scope({ companies: [companyId] })
    return verifyRecord(work, companyId, sealedRows)
  })
const findings = async (people: People): Promise<Pick<Finding, 'what' | 'kind'>[]> =>
  (await verify(people)).findings.map(({ what, kind }) => ({ what, kind }))

/** As someone with the key of the database does it: the table's owner lifts its triggers and policies. */
async function byHand(statement: string, values: unknown[]) {
  const [, table = ''] = /(?:update|delete from|insert into) (\w+)/.exec(statement) ?? []
  const db = new pg.Client(ownerUrlOf(server))
  await db.connect()
  try {
    await db.query(`begin; alter table ${table} disable trigger user, no force row level security`)
    await db.query(statement, values)
    await db.query(`alter table ${table} enable trigger user, force row level security; commit`)
  } finally {
    await db.end()
  }
}

/** A run with positions and one mark, and the record of its day. */
async function aNight() {
  const people = await server.newCompany()
  await close(people, today) // from here on the record is kept
  const { id, began } = await newRun(people)
  await people.employee(api.addLocations, { id, locations: clearing(0, began + 60_000) })
  const { runSites } = await people.employee(api.getRunDetails, { id })
  await people.employee(api.markSiteNotDone, { runId: id, runSiteId: runSites[1]?.id ?? '', reason: 'gate', note: 'Barrière' })
  await people.employee(api.actOnRun, { id, type: 'quit' })
  return { people, id }
}

test('what a phone sends is recorded at once, sealed the next morning, and verifies', async () => {
  const { people } = await aNight()
  const before = await verify(people)
  expect(before).toMatchObject({ days: 0, findings: [] })
  expect(before.entries).toBeGreaterThan(1)
  await close(people)
  expect(await verify(people)).toEqual({ entries: before.entries, days: 1, findings: [] })
  const [sealed] = await people.owner(api.listEvidenceDays, {})
  expect(sealed).toMatchObject({ day: today, entriesCount: before.entries })
  expect(sealed?.chain).toBe(chainOf(noChain, today, Buffer.from(sealed?.root ?? '', 'hex')).toString('hex'))
  const published = await server.anyone(api.listPublishedDays, { day: today })
  expect(published).toContainEqual({
    company: fingerprintOf(people.companyId),
    day: today,
    entriesCount: sealed?.entriesCount,
    chain: sealed?.chain,
  })
  expect(JSON.stringify(published)).not.toContain(people.companyId)
})

test.each([
  ['a note', 'update run_area_actions set note = $2 where company_id = $1', ['Tout était dégagé'], 'changed', 'mark'],
  [
    'one byte of a position',
    'update position_chunks set positions = set_byte(positions, 9, get_byte(positions, 9) # 1) where company_id = $1',
    [],
    'changed',
    'positions',
  ],
  ['a mark that is gone', 'delete from run_area_actions where company_id = $1', [], 'missing', 'mark'],
  [
    'a mark that nobody made',
    `insert into run_area_actions (company_id, run_id, run_area_id, user_name, request_id, type, at)
     select company_id, run_id, run_area_id, user_name, gen_random_uuid(), 'mark_as_done', at
     from run_area_actions where company_id = $1`,
    [],
    'added',
    'mark',
  ],
  [
    'the line of an entry',
    `update record_entries set line = replace(line, 'Barrière', 'Rien') where company_id = $1`,
    [],
    'changed',
    'mark',
  ],
  ['an erased line', `update record_entries set line = null, salt = null where company_id = $1 and kind = 'mark'`, [], 'changed', 'mark'],
  ['an entry that is gone', `delete from record_entries where company_id = $1 and kind = 'mark'`, [], 'missing', null],
  ['a root', `update record_trees set root = sha256('') where company_id = $1`, [], 'tree', null],
  ['a chain', `update record_trees set chain = sha256('') where company_id = $1`, [], 'chain', null],
  [
    'the order of leaves',
    'update record_trees set leaves = substr(leaves, 33) || substr(leaves, 1, 32) where company_id = $1',
    [],
    'tree',
    null,
  ],
])('a change by hand is found and named: %s', async (_name, statement, values, what, kind) => {
  const { people } = await aNight()
  await close(people)
  await byHand(statement, [people.companyId, ...values])
  expect(await findings(people)).toContainEqual({ what, kind })
})

test('an entry that is slipped into a sealed day is found once the day can take nothing late any more', async () => {
  const { people } = await aNight()
  await close(people)
  await byHand(
    `insert into record_entries (company_id, day, kind, source_id, event, line, salt, hash)
     select company_id, day - 5, kind, source_id, event, line, salt, hash from record_entries where company_id = $1 and kind = 'mark'`,
    [people.companyId],
  )
  expect((await findings(people))[0]).toEqual({ what: 'added', kind: 'mark' })
})

test.each([
  ['a hash', 'update record_entries set hash = hash'],
  ['an entry', 'delete from record_entries'],
  ['a root', 'update record_trees set root = root'],
  ['a tree', 'delete from record_trees'],
])('the server itself can’t rewrite %s', async (_what, write) => {
  const { people } = await aNight()
  await expect(inCompany(server, people.companyId, (tx) => tx.rows(sql.raw(write)))).rejects.toThrow('permission denied')
})

test('putting positions together and three years’ retention are explained; a deletion by hand is not', async () => {
  const { people } = await aNight()
  const { companyId } = people
  const [track] = await inCompany(
    server,
    companyId,
    (tx) => tx.sql<{ id: string }>`select id from run_tracks where company_id = ${companyId}`,
  )
  await server.work((work) => compactNow(work, { companyId, trackId: track?.id ?? '' }))
  await close(people)
  expect(await findings(people)).toEqual([])
  await inCompany(
    server,
    companyId,
    (tx) => tx.sql`update runs set started_at = now() - interval '2000 days' where company_id = ${companyId}`,
  )
  await server.work((work) => purgePositions(work))
  expect(await findings(people)).toEqual([])
  const [erased] = await inCompany(
    server,
    companyId,
    (tx) => tx.sql<{ n: number }>`
      select count(*)::int as n
      from record_entries
      where company_id = ${companyId} and kind = 'positions' and line is null and hash is not null`,
  )
  expect(erased?.n).toBeGreaterThan(0)
  await inCompany(server, companyId, (tx) => tx.sql`delete from run_area_actions where company_id = ${companyId}`)
  expect((await findings(people)).every(({ what, kind }) => what === 'unexplained' && kind === 'mark')).toBe(true)
  expect(await findings(people)).not.toEqual([])
})

test('seven days after its end a run is sealed: nothing computes or deletes it any more, and its visits verify', async () => {
  const { people, id } = await aNight()
  const { companyId, owner } = people
  const endedHoursAgo = (hours: number) =>
    inCompany(
      server,
      companyId,
      (tx) => tx.sql`update runs set finished_at = now() - make_interval(hours => ${hours}) where company_id = ${companyId}`,
    )
  await endedHoursAgo(7 * 24)
  await server.work(sealRuns)
  expect((await owner.raw(api.regenerateRun, { id })).status).toBe(200)
  await vi.waitFor(
    async () => expect(await inCompany(server, companyId, (tx) => tx.sql`select from run_tracks where is_stale`)).toEqual([]),
    { timeout: 20_000 },
  )
  await endedHoursAgo(8 * 24)
  await server.work(sealRuns)
  const refused = [
    await owner.raw(api.regenerateRun, { id }),
    await owner.raw(api.updateRun, { id, kind: 'windrow' }),
    await people.super_admin.raw(api.deleteRun, { id }),
  ]
  for (const { status, body } of refused) expect([status, body]).toMatchObject([409, { code: 'sealed' }])
  await close(people)
  expect(await findings(people)).toEqual([])
  await byHand(`update run_visits set finished_at = finished_at + interval '1 minute' where company_id = $1`, [companyId])
  expect(await findings(people)).toContainEqual({ what: 'changed', kind: 'visit' })
})

test('a company from before the record has everything in its first tree', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people)
  await people.employee(api.addLocations, { id, locations: clearing(0, began + hour / 60) })
  await byHand('delete from record_entries where company_id = $1', [people.companyId])
  await close(people, today)
  await close(people)
  expect(await verify(people)).toMatchObject({ days: 1, findings: [] })
  const [day] = await people.owner(api.listEvidenceDays, {})
  expect(day?.entriesCount).toBeGreaterThan(0)
})

test('a second server closes no day twice, and owners get one letter', async () => {
  const { people } = await aNight()
  await Promise.all([close(people), close(people)])
  await close(people)
  expect(await people.owner(api.listEvidenceDays, {})).toHaveLength(1)
})

test('what committed after its day was closed enters the next tree, also after days without any line', async () => {
  const { people, id } = await aNight()
  await close(people)
  const { runSites } = await people.owner(api.getRunDetails, { id })
  await people.owner(api.reportDamage, { runId: id, runSiteId: runSites[0]?.id ?? '', note: 'Clôture' })
  await byHand(
    `insert into record_entries (company_id, day, kind, source_id, event, line, salt, hash)
    select company_id, day + 5, kind, source_id, event, line, salt, hash from record_entries
    where company_id = $1 and kind = 'mark' limit 1`,
    [people.companyId],
  )
  await close(people, addDays(today, 6))
  expect(await people.owner(api.listEvidenceDays, {})).toHaveLength(2)
  expect(await findings(people)).toEqual([])
})

test('a reading stays when its sector is deleted', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const { id } = await owner(api.openOperation, { kind: 'snow' })
  const sector = await newSector(owner)
  await owner(api.addOperationReading, { id, reading: { kind: 'depth', sectorId: sector.id, amount: 33 } })
  await owner(api.deleteSector, { id: sector.id })
  expect((await owner(api.getOperation, { id })).readings).toMatchObject([{ amount: 33 }])
  expect(await findings(people)).toEqual([])
})

test('one bit that turns anywhere is found, and once it has turned back nothing is', async () => {
  const { people } = await aNight()
  await close(people)
  const { companyId } = people
  const turnable = [
    ['record_entries', 'hash'],
    ['record_entries', 'salt'],
    ['record_trees', 'leaves'],
    ['record_trees', 'root'],
    ['record_trees', 'chain'],
    ['position_chunks', 'positions'],
  ]
  for (const [table, column] of turnable) {
    const [{ bits } = { bits: 0 }] = await inCompany(server, companyId, (tx) =>
      tx.rows(sql<{ bits: number }>`select min(8 * length(${sql.raw(`${column}`)}))::int as bits from ${sql.raw(`${table}`)}`),
    )
    const turn = `update ${table} set ${column} = set_bit(${column}, $2, 1 - get_bit(${column}, $2)) where company_id = $1`
    for (let round = 0; round < 3; round++) {
      const bit = Math.floor(Math.random() * bits)
      await byHand(turn, [companyId, bit])
      expect(await findings(people), `bit ${bit} of ${column}`).not.toEqual([])
      await byHand(turn, [companyId, bit])
      expect(await findings(people)).toEqual([])
    }
  }
})
