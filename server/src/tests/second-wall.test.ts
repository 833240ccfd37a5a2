// The second wall alone, for every table in the catalogue: a statement without a condition, or with the neighbour's id,
// reaches none of the neighbour's rows (docs/decisions/0005-two-walls.md).
import { expect, test } from 'vitest'
import type { Scope } from '../engine/db/db.ts'
import { sql } from '../engine/db/sql.ts'
import { openTestServer } from '../testing/server.ts'
import { companyResources } from '../testing/world.ts'

const server = await openTestServer()
const ours = await server.newCompany()
const theirs = await server.newCompany()
for (const people of [ours, theirs]) for (const resource of Object.values(companyResources)) await resource(people, server)

const ofCompanies = await server.sql<{ name: string; isWalled: boolean }>(
  `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as "isWalled"
   from pg_class c
   join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
   order by 1`,
)
const withoutWall = ['codes', 'sessions', 'staff_entries']
/** Anyone may note a change in any company: a slice's name, no data. Without that name the insert below fails. */
const takesMarks = ['slice_changes']
const walled = ofCompanies.filter(({ isWalled }) => isWalled).map(({ name }) => name)

/** Runs a statement as the application, in that scope, and rolls it back. */
async function attempt(scope: Scope, text: (table: ReturnType<typeof sql.table>) => ReturnType<typeof sql>, name: string) {
  const undone = new Error('undone')
  let found: { company_id: string }[] = []
  try {
    await server.work(async ({ tx }) => {
      await tx.scope(scope)
      found = (await tx.rows(text(sql.table(name)))) as { company_id: string }[]
      throw undone
    })
  } catch (error) {
    if (error !== undone) return (error as { code?: string }).code ?? String(error)
  }
  return found.map(({ company_id }) => company_id)
}

const asUs = { companies: [ours.companyId] }
const asThem = { companies: [theirs.companyId] }
const all = (table: unknown) => sql`select company_id from ${table}`
const filled: string[] = []
for (const name of walled) if ((await attempt(asThem, all, name)).length > 0) filled.push(name)

test('only these tables name a company without a wall: only identity and the engine read them', () => {
  expect(ofCompanies.filter(({ isWalled }) => !isWalled).map(({ name }) => name)).toEqual(withoutWall)
  expect(filled).toEqual(expect.arrayContaining(['accesses', 'clients', 'contracts', 'devices', 'quote_requests', 'routes', 'sites']))
})

test.each(walled)('%s without a condition shows a company its own rows, and nothing without a scope', async (name) => {
  const seen = await attempt(asUs, all, name)
  expect(seen).toBeInstanceOf(Array)
  expect(new Set(seen)).not.toContain(theirs.companyId)
  expect(await attempt({}, all, name)).toEqual([])
})

test.each(walled)('rows of %s cannot be changed, deleted or added for another company', async (name) => {
  const refused = expect.toSatisfy((outcome: unknown) => outcome === '42501' || (Array.isArray(outcome) && outcome.length === 0))
  for (const scope of [asUs, {}]) {
    const { companyId } = theirs
    expect(
      await attempt(scope, (t) => sql`update ${t} set company_id = company_id where company_id = ${companyId} returning company_id`, name),
    ).toEqual(refused)
    expect(await attempt(scope, (t) => sql`delete from ${t} where company_id = ${companyId} returning company_id`, name)).toEqual(refused)
    // Without `returning`, which would also apply the read policy and hide a hole in the write policy.
    expect(await attempt(scope, (t) => sql`insert into ${t} (company_id) values (${companyId})`, name)).toBe(
      takesMarks.includes(name) ? '23502' : '42501',
    )
  }
  const hasOurs = (await attempt(asUs, all, name)).length > 0
  const given = await attempt(asUs, (t) => sql`update ${t} set company_id = ${theirs.companyId}`, name)
  expect(given).toEqual(hasOurs ? '42501' : refused)
})

test('the companies table is behind the wall too', async () => {
  const companies = (table: unknown) => sql`select id as company_id from ${table}`
  expect(await attempt(asUs, companies, 'companies')).toEqual([ours.companyId])
  expect(await attempt({}, companies, 'companies')).toEqual([])
  expect(
    await attempt(asUs, (t) => sql`update ${t} set name = name where id = ${theirs.companyId} returning id as company_id`, 'companies'),
  ).toEqual([])
  expect(await attempt(asUs, (t) => sql`delete from ${t} where id = ${theirs.companyId} returning id as company_id`, 'companies')).toEqual(
    [],
  )
})

test('the application can neither remove the wall nor bypass it', async () => {
  const [role] = await server.sql<{ rolsuper: boolean; rolbypassrls: boolean }>(
    `select rolsuper, rolbypassrls from pg_roles where rolname = 'bordee_app'`,
  )
  expect(role).toEqual({ rolsuper: false, rolbypassrls: false })
  expect(await attempt(asUs, (t) => sql`alter table ${t} disable row level security`, 'clients')).toBe('42501')
  expect(await attempt(asUs, (t) => sql`create policy hole on ${t} using (true)`, 'clients')).toBe('42501')
})
