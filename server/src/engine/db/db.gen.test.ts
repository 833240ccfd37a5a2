import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { tablesOf, typedTables } from '../../../../house/tables.ts'
import { inDatabase, templateDatabase } from '../../testing/cluster.ts'
import { databaseTypes } from '../../testing/types.ts'

const url = await copyOfTemplate('types')

test('db.gen.ts matches the migrations (if not: npm run types)', async () => {
  const made = await databaseTypes(url, typedTables())

  expect(readFileSync(new URL('db.gen.ts', import.meta.url), 'utf8')).toBe(made)
})

test('every table of the database has one owner', async () => {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(`
    select relname as name
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not in ('migrations', 'rules')`)
  await client.end()

  expect(Object.values(tablesOf).flat().toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

/** A copy, because the template must stay free of connections while other files copy it. */
async function copyOfTemplate(name: string): Promise<string> {
  const ownerUrl = inject('ownerUrl')
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  await owner.query(`create database ${name} template ${templateDatabase}`)
  await owner.end()
  return inDatabase(ownerUrl, name)
}
