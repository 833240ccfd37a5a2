import { api } from '@bordee/core/api.ts'
import type { CallRow } from '@bordee/core/call.ts'
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { contractCalls } from '@bordee/core/contracts/contracts.calls.ts'
import { identityCalls } from '@bordee/core/identity/identity.calls.ts'
import { occupantCalls } from '@bordee/core/occupants/occupants.calls.ts'
import { routeCalls } from '@bordee/core/routes/routes.calls.ts'
import { sectorCalls } from '@bordee/core/sectors/sectors.calls.ts'
import { siteCalls } from '@bordee/core/sites/sites.calls.ts'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { handlers } from '../../slices.ts'
import { newContract } from '../../testing/contracts.ts'
import { around, newClient, newSector, newSite, square } from '../../testing/folders.ts'
import { appUrlOf, type Caller, openTestServer, type People, type TestServer } from '../../testing/server.ts'
import type { Actor, Ctx } from '../ctx.ts'
import type { Tx } from './db.ts'
import { sweepSliceChanges, versionOf } from './versions.ts'

const server = await openTestServer()
const versioned = (Object.values(api) as CallRow[]).filter(({ reads, staleAfter }) => reads.length > 0 && staleAfter === undefined)
const lists = [clientCalls.listClients, siteCalls.listSites, occupantCalls.listOccupants]

const versionFor = async (caller: Caller, row: CallRow) => String((await caller.raw(row, { limit: 100 })).headers.etag)
const askedAgain = async (caller: Caller, row: CallRow, version: string) =>
  (await caller.raw(row, { limit: 100 }, { headers: { 'if-none-match': version } })).status

const inCompany = <T>(companyId: string, run: (tx: Tx) => Promise<T>) =>
  server.work(async ({ tx }) => {
    await tx.scope({ companies: [companyId] })
    return run(tx)
  })

async function filled() {
  const people = await server.newCompany()
  const client = await newClient(people.owner)
  const site = await newSite(people.owner, client.id)
  const occupant = await people.owner(occupantCalls.createOccupant, { contact: { site: site.id, phone: '4185550142' } })
  const sector = await newSector(people.owner)
  return { people, client, site, occupant, sector }
}
type Filled = Awaited<ReturnType<typeof filled>>

test.each(lists)('$name is not sent again, whole or in pieces, while nothing has changed', async (row) => {
  const { people } = await filled()
  for (const input of [{}, { limit: 1 }]) {
    const first = await people.owner.raw(row, input)
    expect(first).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-cache' } })
    const again = await people.owner.raw(row, input, { headers: { 'if-none-match': `"other", ${String(first.headers.etag)}` } })
    expect(again).toMatchObject({ status: 304, body: null, headers: { etag: first.headers.etag } })
  }
})

const { listClients, updateClient, deleteClient } = clientCalls
const { listSites, updateSite } = siteCalls
const { listOccupants, createOccupant, updateOccupant, deleteOccupant } = occupantCalls

const changes: Record<string, { shows: CallRow[]; change: (made: Filled) => Promise<unknown> }> = {
  'a client takes another name': {
    shows: lists,
    change: ({ people, client }) => people.owner(updateClient, { id: client.id, client: { name: 'Autre nom' } }),
  },
  'a client comes': { shows: [listClients], change: ({ people }) => newClient(people.owner) },
  'a client goes, with all they have': { shows: lists, change: ({ people, client }) => people.owner(deleteClient, { id: client.id }) },
  'a site is written elsewhere': {
    shows: lists,
    change: ({ people, site }) => people.owner(updateSite, { id: site.id, site: { address: { street: 'rue Cartier' } } }),
  },
  'a site is switched off': {
    shows: [listClients, listSites],
    change: ({ people, site }) => people.owner(updateSite, { id: site.id, site: { status: 'inactive' } }),
  },
  'an area is drawn': {
    shows: [listSites],
    change: ({ people, site }) => people.owner(updateSite, { id: site.id, site: { areas: [{ name: 'Zone A', polygon: square() }] } }),
  },
  'a site joins a route': {
    shows: [listSites],
    change: ({ people, site }) =>
      people.owner(routeCalls.createRoute, { route: { name: 'Nord', sites: [{ site: site.id, sortOrder: 0 }] } }),
  },
  'an occupant comes': {
    shows: [listClients, listOccupants],
    change: ({ people, site }) => people.owner(createOccupant, { contact: { site: site.id, phone: '4185550143' } }),
  },
  'an occupant changes': {
    shows: [listOccupants],
    change: ({ people, occupant }) => people.owner(updateOccupant, { id: occupant.id, contact: { firstName: 'Ana' } }),
  },
  'an occupant goes': {
    shows: [listClients, listOccupants],
    change: ({ people, occupant }) => people.owner(deleteOccupant, { id: occupant.id }),
  },
  'a phone wants no alerts any more': {
    shows: [listOccupants],
    change: ({ people }) =>
      inCompany(
        people.companyId,
        (tx) => tx.sql`insert into unsubscribed_phones (company_id, phone) values (${people.companyId}, '4185550142')`,
      ),
  },
  'a sector is drawn': { shows: [listClients], change: ({ people }) => newSector(people.owner, { polygon: around }) },
  'a sector takes another name': {
    shows: [listClients],
    change: ({ people, sector }) =>
      people.owner(sectorCalls.updateSector, { id: sector.id, sector: { name: 'Autre secteur', polygon: around } }),
  },
  'a contract is signed': {
    shows: [listClients, listSites, contractCalls.listContracts],
    change: ({ people }) => newContract(people.owner, { status: 'accepted' }),
  },
  'the company wants signed contracts': {
    shows: [listClients, listSites],
    change: ({ people: { companyId } }) =>
      inCompany(
        companyId,
        (tx) =>
          tx.sql`update companies set contract_is_active = true, contract_is_contract_affect_site_status = true where id = ${companyId}`,
      ),
  },
}

describe.each(Object.entries(changes))('when %s', (_, { shows, change }) => {
  test('the lists that show it are sent again', async () => {
    const made = await filled()
    const before = await Promise.all(shows.map((row) => versionFor(made.people.owner, row)))
    await change(made)
    for (const [i, row] of shows.entries()) expect(await askedAgain(made.people.owner, row, before[i] ?? ''), row.name).toBe(200)
  })
})

test("a manager's list is sent again when their access changes", async () => {
  const { people, client } = await filled()
  const before = await Promise.all(lists.map((row) => versionFor(people.manager, row)))
  await give(people, people.manager, client.id)
  for (const [i, row] of lists.entries()) expect(await askedAgain(people.manager, row, before[i] ?? '')).toBe(200)
})

const give = (people: People, manager: Caller, clientId: string) =>
  inCompany(
    people.companyId,
    (tx) => tx.sql`
      insert into access_customers (company_id, access_id, client_id)
      select company_id, id, ${clientId} from accesses where company_id = ${people.companyId} and account_id = ${manager.accountId}`,
  )

test('no two people, companies or days share a version', async () => {
  const [{ people }, { people: neighbours }] = [await filled(), await filled()]
  const versions = await Promise.all(
    [people.owner, people.manager, people.admin, neighbours.owner, neighbours.manager].map((caller) => versionFor(caller, listClients)),
  )
  expect(new Set(versions).size).toBe(versions.length)
  const [mine = ''] = versions
  for (const other of [people.manager, neighbours.owner]) expect(await askedAgain(other, listClients, mine)).toBe(200)

  const actor = { accountId: people.owner.accountId, role: 'owner', companyId: people.companyId } as Actor
  const on = (day: string) =>
    server.work(async (work) => {
      await work.tx.scope({ companies: [people.companyId] })
      return versionOf({ ...work, now: new Date(day) }, listClients, actor)
    })
  // Québec is five hours behind UTC.
  expect(await on('2026-01-05T04:59:00Z')).toBe(await on('2026-01-04T05:00:00Z'))
  expect(await on('2026-01-05T04:59:00Z')).not.toBe(await on('2026-01-05T05:00:00Z'))
})

test('a client’s lists, and calls without a version, are not cached', async () => {
  const { people } = await filled()
  for (const { headers } of [await people.client.raw(listOccupants), await people.owner.raw(routeCalls.listRoutes)]) {
    expect(headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(headers.etag).toBeUndefined()
  }
})

test("signing out clears the browser's cache", async () => {
  expect((await server.anyone.raw(identityCalls.signOut)).headers['clear-site-data']).toBe('"cache"')
})

test('a change that commits after a later one is still noticed', async () => {
  const { people, client } = await filled()
  const slow = new pg.Client(appUrlOf(server))
  await slow.connect()
  try {
    await slow.query('begin')
    await slow.query(`select set_config('app.companies', $1, true)`, [`{${people.companyId}}`])
    await slow.query(`update clients set notes = 'lentement' where id = $1`, [client.id])
    await newClient(people.owner)
    const between = await versionFor(people.owner, listClients)
    await slow.query('commit')
    expect(await askedAgain(people.owner, listClients, between)).toBe(200)
  } finally {
    await slow.end()
  }
})

test('a rolled-back change is not a change', async () => {
  const { people, client } = await filled()
  const before = await versionFor(people.owner, listClients)
  await inCompany(people.companyId, async (tx) => {
    await tx.sql`update clients set notes = 'jamais' where id = ${client.id}`
    throw new Error('undone')
  }).catch(() => undefined)
  expect(await askedAgain(people.owner, listClients, before)).toBe(304)
})

test('many statements in one transaction are one change', async () => {
  const { people } = await filled()
  const changed = () =>
    inCompany(people.companyId, (tx) => tx.sql<{ n: number }>`select count(*)::int as n from slice_changes where slice = 'clients'`)
  const [before] = await changed()
  await inCompany(people.companyId, async (tx) => {
    for (let i = 0; i < 10; i++) await tx.sql`update clients set notes = ${String(i)} where company_id = ${people.companyId}`
  })
  expect(await changed()).toEqual([{ n: (before?.n ?? 0) + 1 }])
})

test('at night the changes of a slice are merged into one, and no version is reused', async () => {
  const { people } = await filled()
  const gone = await server.newCompany()
  await newClient(gone.owner)
  await inCompany(gone.companyId, (tx) => tx.sql`delete from companies where id = ${gone.companyId}`)
  const before = await versionFor(people.owner, listClients)

  await server.work(sweepSliceChanges)

  const left = await server.work(async ({ tx }) => {
    await tx.scope({ platform: true })
    return tx.sql<{ companyId: string; slice: string; n: number }>`
      select company_id as "companyId", slice, count(*)::int as n from slice_changes group by company_id, slice`
  })
  expect(left.filter(({ companyId }) => companyId === gone.companyId)).toEqual([])
  expect(left.filter(({ companyId }) => companyId === people.companyId).length).toBeGreaterThan(3)
  expect(left.every(({ n }) => n === 1)).toBe(true)
  const after = await versionFor(people.owner, listClients)
  expect(after).not.toBe(before)
  expect(await askedAgain(people.owner, listClients, after)).toBe(304)
})

// If a list read a table whose changes are not noted, screens would keep an outdated list. PostgreSQL's locks show
// which tables a call reads. A version that lasts some seconds may miss a change for as long.
describe.each(versioned)('$name', (row) => {
  test.each(['owner', 'manager'] as const)('for a %s, only reads tables whose changes are noted under its slices', async (role) => {
    const { people } = await filled()
    const noted = await notedTables(server)
    for (const input of [{}, { limit: 10 }]) {
      const read = await tablesRead(people, role, row, input)
      expect(read.length).toBeGreaterThan(1)
      for (const table of read) expect(row.reads as readonly string[], `${table} is read by ${row.name}`).toContain(noted.get(table))
    }
  })
})

async function tablesRead(people: People, role: 'owner' | 'manager', row: CallRow, input: object): Promise<string[]> {
  const { companyId } = people
  return inCompany(companyId, async (tx) => {
    const actor = { accountId: people[role].accountId, role, companyId, companies: [companyId] } as Actor
    const handler = handlers[row.name as keyof typeof handlers] as unknown as (ctx: Ctx, input: object) => Promise<unknown>
    await handler({ tx, actor } as Ctx, input)
    const locked = await tx.sql<{ table: string }>`
      select distinct c.relname as "table" from pg_locks l join pg_class c on c.oid = l.relation
      where l.pid = pg_backend_pid() and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and c.relname <> 'trial_companies' -- read by the policies of staff, whose ids change nothing that a company sees`
    return locked.map(({ table }) => table)
  })
}

/** The slice of each table whose inserts, updates and deletes are all noted under it. */
async function notedTables({ sql }: TestServer): Promise<Map<string, string>> {
  const rows = await sql<{ table: string; slice: string }>(`
    select c.relname as "table", encode(min(t.tgargs), 'escape') as slice
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname in ('noted_insert', 'noted_update', 'noted_delete')
    group by c.relname having count(*) = 3 and min(t.tgargs) = max(t.tgargs)`)
  return new Map(rows.map(({ table, slice }) => [table, slice.replace('\\000', '')]))
}
