import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { inDatabase, templateDatabase } from '../../testing/cluster.ts'
import { databaseTypes } from '../../testing/types.ts'

test('db.gen.ts matches the migrations (if not: npm run types)', async () => {
  const made = await databaseTypes(await copyOfTemplate('types'))

  expect(readFileSync(new URL('db.gen.ts', import.meta.url), 'utf8')).toBe(made)
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
