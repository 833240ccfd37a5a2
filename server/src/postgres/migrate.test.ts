import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { inDatabase, testAppPassword } from '../testing/cluster.ts'
import { migrate } from './migrate.ts'

const name = `migrate_${randomUUID().replaceAll('-', '')}`
const url = inDatabase(inject('ownerUrl'), name)
const server = new pg.Client(inject('ownerUrl'))
await server.connect()
await server.query(`create database ${name}`)
const db = new pg.Client(url)
await db.connect()
afterAll(async () => {
  await db.end()
  await server.end()
})

test('two servers that start at once migrate once', async () => {
  await Promise.all([migrate(url, testAppPassword), migrate(url, testAppPassword), migrate(url, testAppPassword)])
  const { rows } = await db.query('select name from migrations')
  expect(rows).toContainEqual({ name: '0001-house.sql' })
})

test('a changed rule is applied again, and an older server leaves the newer one in place', async () => {
  const older = [{ name: 'snow.sql', text: "create or replace function snow() returns text language sql as $$ select '5 cm' $$" }]
  const newer = [{ name: 'snow.sql', text: "create or replace function snow() returns text language sql as $$ select '30 cm' $$" }]
  const snow = async () => (await db.query<{ snow: string }>('select snow()')).rows[0]?.snow
  await migrate(url, testAppPassword, older)
  expect(await snow()).toBe('5 cm')

  await migrate(url, testAppPassword, newer)
  expect(await snow()).toBe('30 cm')
  await migrate(url, testAppPassword, older)

  expect(await snow()).toBe('30 cm')
})

test('rules are applied together or not at all', async () => {
  const good = { name: 'ice.sql', text: 'create function ice() returns int language sql as $$ select 1 $$' }
  const bad = { name: 'mud.sql', text: 'create view mud as select * from nowhere' }

  await expect(migrate(url, testAppPassword, [good, bad])).rejects.toThrow('Une règle de la base de données')

  const { rows } = await db.query(`select from rules where name = 'ice.sql' union all select from pg_proc where proname = 'ice'`)
  expect(rows).toEqual([])
})

test('a view that a migration dropped is restored', async () => {
  await db.query(`drop view site_states; delete from migrations where name = '0015-fresh-statistics.sql'`)
  await migrate(url, testAppPassword)
  expect((await db.query('select from site_states')).rows).toEqual([])
})

test('the companies of before are vouched for, admitted, and their e-mails proven; those that came since are not', async () => {
  await db.query(`
    delete from migrations where name in ('0055-module-requests.sql', '0056-mailboxes.sql');
    drop table module_requests, mailbox_letters;
    alter table companies drop column proven_email;
    alter table accesses drop column letter_refusal;
    alter table companies no force row level security;
    insert into companies (name, qen, email, phone, street, city, zip, quote_is_active, created_at)
    select name, '1174829305', 'info@exemple.ca', '4185550142', 'rue Saint-Jean', 'Québec', 'G1R 1P8', true, now() + at::interval
    from (values ('Avant', '-1 day'), ('Depuis', '1 day')) as one (name, at);
    alter table companies force row level security`)

  await migrate(url, testAppPassword)

  await db.query('alter table companies no force row level security')
  const { rows } = await db.query('select name, is_vouched, quote_admission, proven_email from companies order by name')
  await db.query('delete from companies; alter table companies force row level security')
  expect(rows).toEqual([
    { name: 'Avant', is_vouched: true, quote_admission: 'admitted', proven_email: 'info@exemple.ca' },
    { name: 'Depuis', is_vouched: false, quote_admission: 'pending', proven_email: 'info@exemple.ca' },
  ])
})

test('a server changes nothing in a newer database, and is refused by one that dropped what it needs', async () => {
  await db.query(`insert into migrations (name, checksum) values ('9998-future.sql', 'x')`)
  const rule = { name: 'hail.sql', text: 'create function hail() returns int language sql as $$ select 1 $$' }
  expect(await migrate(url, testAppPassword, [rule])).toEqual({ isNewer: true })
  expect((await db.query(`select from pg_proc where proname = 'hail'`)).rows).toEqual([])

  await db.query(`update migrations set needs = '0042-quotes.sql' where name = '9998-future.sql'`)
  expect(await migrate(url, testAppPassword, [])).toEqual({ isNewer: true })
  await db.query(`update migrations set needs = '9997-between.sql' where name = '9998-future.sql'`)
  await expect(migrate(url, testAppPassword, [])).rejects.toThrow('9998-future.sql, qui a retiré')
  await db.query(`delete from migrations where name = '9998-future.sql'`)
})

test('a migration that changed after it ran is refused, and so is a database of other code', async () => {
  await db.query(`update migrations set checksum = 'another' where name = '0001-house.sql'`)
  await expect(migrate(url, testAppPassword)).rejects.toThrow('0001-house.sql a changé')
  await db.query(`update migrations set name = '9999-elsewhere.sql' where name = '0001-house.sql'`)
  await expect(migrate(url, testAppPassword)).rejects.toThrow('ce code vient d’ailleurs')
})

test("neither the owner of the tables nor the application's role bypasses the policies", async () => {
  const { rows } = await db.query(
    `select rolname, rolsuper, rolbypassrls from pg_roles where rolname in ('bordee_owner', 'bordee_app') order by rolname`,
  )
  expect(rows).toEqual([
    { rolname: 'bordee_app', rolsuper: false, rolbypassrls: false },
    { rolname: 'bordee_owner', rolsuper: false, rolbypassrls: false },
  ])
})

test('every table of a company has a forced policy', async () => {
  const { rows: open } = await db.query(`
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and a.attnotnull
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not c.relforcerowsecurity and c.relname <> 'staff_entries'`)
  expect(open).toEqual([])
})

test("a reference between tables of companies includes the company, so that it can't leave it", async () => {
  const { rows: references } = await db.query<{ reference: string; isHeld: boolean }>(`
    with tenant as (
      select a.attrelid as id, a.attnum as company
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.attname = 'company_id' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace)
    select format('%s.%s', f.conrelid::regclass, f.conname) as reference,
           exists (
             select from unnest(f.conkey, f.confkey) as pair (own, other)
             where pair.own = one.company and pair.other = another.company) as "isHeld"
    from pg_constraint f
    join tenant one on one.id = f.conrelid
    join tenant another on another.id = f.confrelid
    where f.contype = 'f'
    order by reference`)
  expect(references.length).toBeGreaterThan(10)
  expect(references.filter(({ isHeld }) => !isHeld)).toEqual([])
})
