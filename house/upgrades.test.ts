import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { filesUnder } from './files.ts'
import { blind, breaking, lastFree, tenantTablesOf } from './upgrades.ts'

const migrations = filesUnder('server/migrations').filter((file) => file.endsWith('.sql'))

test('a migration keeps what servers of the previous release need, or names the release that stopped needing it', () => {
  const bound = migrations.filter((file) => posix.basename(file).slice(0, 4) > lastFree)
  const offences = bound.flatMap((file) => breaking(readFileSync(file, 'utf8')).map((statement) => `${file}: ${statement}`))
  expect(offences).toEqual([])
})

const repaired = ['0046-vouched-companies.sql', '0054-quote-admission.sql'] // by 0055

test('a migration that changes rows of companies sees them', () => {
  const texts = migrations.map((file) => ({ name: posix.basename(file), text: readFileSync(file, 'utf8') }))
  const tables = tenantTablesOf(texts.map(({ text }) => text))
  expect(texts.filter(({ text }) => blind(text, tables).length > 0).map(({ name }) => name)).toEqual(repaired)
})

test.each([
  'drop table clients',
  'alter table clients drop column phone',
  'alter table clients rename column phone to telephone',
  'alter table clients rename to customers',
  'alter table clients alter column phone set not null',
  'alter table clients alter column phone type int',
  'alter table clients add column language text not null',
  'alter table clients add column language text, drop column phone',
  "alter table clients add constraint short check (name <> '')",
  'create unique index on clients (company_id, phone)',
  'alter table codes drop constraint codes_kind_check',
  'alter table codes drop constraint codes_kind_check, add constraint codes_hash_check check (length(hash) > 9)',
  'alter table clients add foreign key (company_id, route_id) references routes (company_id, id)',
  'drop view site_states',
  'truncate clients',
  'revoke update, delete on clients from bordee_app',
  'delete from clients',
  'revoke update on clients from bordee_app',
])('an older server would notice: %s', (statement) => {
  expect(breaking(`-- Why.\n${statement};\n`)).toHaveLength(1)
  expect(breaking(`-- needs 0050-languages.sql\n${statement};\n`)).toEqual([])
})

test.each([
  'create table languages (id uuid primary key, name text not null); create unique index on languages (name); ' +
    'alter table languages add check (true); revoke delete on languages from bordee_app',
  "alter table clients add column language text check (language in ('fr', 'en')), add column spoken text not null default 'fr'",
  'alter table clients add column route_id uuid, add foreign key (company_id, route_id) references routes (company_id, id)',
  `alter table clients add column hours jsonb not null default '["7 h", "8 h"]', add column spoken text`,
  'create table hours (id uuid primary key); revoke update, delete on hours from bordee_app',
  'create index on clients (company_id, name)',
  "create function snow() returns void language plpgsql as $$ begin drop table clients; end $$; select tenant_table('languages')",
  'alter table clients alter column phone drop not null',
  "alter table codes drop constraint codes_kind_check, add constraint codes_kind_check check (kind in ('link', 'reset', 'step'))",
])('an older server does not notice: %s', (text) => {
  expect(breaking(text)).toEqual([])
})
