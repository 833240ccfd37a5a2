import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { inDatabase, templateDatabase } from '../../testing/cluster.ts'
import { writeDatabaseTypes } from '../../testing/types.ts'

test('db.gen.ts matches the migrations (if not: npm run types)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bordee-types-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const made = join(folder, 'db.gen.ts')

  await writeDatabaseTypes(await copyOfTemplate('types'), made)

  expect(readFileSync(new URL('db.gen.ts', import.meta.url), 'utf8')).toBe(readFileSync(made, 'utf8'))
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
