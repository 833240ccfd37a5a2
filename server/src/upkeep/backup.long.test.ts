import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { fillDemo } from '../demo/demo.ts'
import { boreal } from '../demo/payments.ts'
import { mailLater } from '../engine/jobs/mail.jobs.ts'
import { storeFiles } from '../files/storing.ts'
import { openTestServer, ownerUrlOf } from '../testing/server.ts'
import { backUp, restore } from './backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'bordee-backup-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'bordee.backup')
/** Runs no jobs. */
const idle = { ROLE: 'web', DATABASE_URL: 'postgres://nobody@127.0.0.1/asks', SECRET: 'x'.repeat(32) }

const from = await openTestServer(idle)
await fillDemo(from, ownerUrlOf(from))
await from.work((work) => mailLater(work, { to: 'attend@exemple.ca', subject: 'En attente', paragraphs: [] }))
const to = await openTestServer(idle)

/** A file that the company of the first server has, and one that nothing names. */
const kept = await from.work(async (work) => {
  await work.tx.scope({ companies: [boreal] })
  await storeFiles(work, boreal, [Buffer.from('gardé')])
  return work.gateways.files.put(Buffer.from('gardé'))
})
const unnamed = await from.gateways.files.put(Buffer.from('sans nom'))

interface Sum {
  table: string
  company: string | null
  rows: number
  checksum: string
}

/** A checksum of each table's rows, per company. */
async function sums(server: { database: string }): Promise<Sum[]> {
  const db = new pg.Client(ownerUrlOf(server))
  await db.connect()
  await db.query(`set app.platform = 'on'`)
  const { rows: tables } = await db.query<{ table: string; hasCompany: boolean }>(`
    select c.oid::regclass::text as table,
           exists (select from pg_attribute where attrelid = c.oid and attname = 'company_id') as "hasCompany"
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in ('migrations', 'rules')
    order by 1`)
  const all: Sum[] = []
  for (const { table, hasCompany } of tables) {
    const company = hasCompany ? 't.company_id' : table === 'companies' ? 't.id' : 'null::uuid'
    const { rows } = await db.query<Sum>(`
      select '${table}' as table, ${company} as company, count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) as checksum
      from ${table} t group by 2 order by 2`)
    all.push(...rows)
  }
  await db.end()
  return all
}

test('a restored backup of the demo is identical, company by company, and sequences continue', async () => {
  await from.sql(`select nextval('sandbox_invoice_numbers')`)
  await backUp(ownerUrlOf(from), file, 'a', from.gateways.files)
  await restore(ownerUrlOf(to), file, 'a', ['mail.send'], to.gateways.files)

  const [before, after] = [await sums(from), await sums(to)]
  expect(before.filter(({ company }) => company).length).toBeGreaterThan(30)
  expect(after).toEqual(before)
  const number = async (server: typeof from) => (await server.sql(`select nextval('sandbox_invoice_numbers')`))[0]
  expect(await number(to)).toEqual(await number(from))
})

test('a restored backup has the contents of the files that its rows name, and no others', async () => {
  const content = await to.gateways.files.get(kept)
  expect(content && (await text(content))).toBe('gardé')
  expect(await to.gateways.files.has(unnamed)).toBe(false)
})

test("no policy hides rows from a backup, which reads them in the platform's scope", async () => {
  const hidden = await from.sql(`
    select c.relname::text as table from pg_class c
    where c.relrowsecurity and c.relnamespace = 'public'::regnamespace and not exists (
      select from pg_policy p
      where p.polrelid = c.oid and p.polcmd in ('r', '*') and pg_get_expr(p.polqual, p.polrelid) like '%app_platform()%')`)
  expect(hidden).toEqual([])
})

test('restored jobs that call the outside world are cancelled, and the others go on', async () => {
  const states = (server: typeof from, condition: string) =>
    server.sql<{ state: string }>(`select distinct state from pgboss.job where ${condition} and state in ('created', 'retry', 'cancelled')`)
  expect(await states(from, `name = 'mail.send'`)).toEqual([{ state: 'created' }])
  expect(await states(to, `name = 'mail.send'`)).toEqual([{ state: 'cancelled' }])
})

test('references, triggers and policies are restored', async () => {
  const schema = async (server: typeof from) =>
    server.sql(`
      select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as what, convalidated::text as more
      from pg_constraint where connamespace = 'public'::regnamespace
      union all
      select tgrelid::regclass::text, tgname::text, pg_get_triggerdef(oid), tgenabled::text from pg_trigger where not tgisinternal
      union all
      select oid::regclass::text, 'policies', relrowsecurity::text, relforcerowsecurity::text
      from pg_class where relnamespace = 'public'::regnamespace
      order by 1, 2`)
  expect(await schema(to)).toEqual(await schema(from))
})

test('a database in use, a damaged file and another schema are refused, and nothing changes', async () => {
  await expect(restore(ownerUrlOf(from), file, 'a', [], from.gateways.files)).rejects.toThrow('n’est pas vide')
  const empty = await openTestServer(idle)
  const untouched = await sums(empty)
  const whole = gunzipSync(readFileSync(file)).toString()
  const changed = async (name: string, content: Buffer | string) => {
    writeFileSync(join(folder, name), content)
    return restore(ownerUrlOf(empty), join(folder, name), 'a', [], empty.gateways.files)
  }
  await expect(changed('cut', gzipSync(whole.slice(0, whole.length / 2)))).rejects.toThrow(/abîmée|incomplète/)
  await expect(changed('torn', readFileSync(file).subarray(0, 5000))).rejects.toThrow(/abîmée|incomplète/)
  await expect(changed('altered', gzipSync(whole.replace('Boréal', 'Austral')))).rejects.toThrow('abîmée')
  const [content, other] = ['gardé', 'perdu'].map((one) => Buffer.from(one).toString('base64')) as [string, string]
  await expect(changed('swapped', gzipSync(whole.replace(content, other)))).rejects.toThrow('abîmé')
  await expect(changed('endless', gzipSync('0'.repeat(2 * 1024 * 1024)))).rejects.toThrow('n’est pas une sauvegarde')
  await expect(changed('stranger', 'bonjour')).rejects.toThrow('n’est pas une sauvegarde')
  await expect(restore(ownerUrlOf(empty), folder, 'a', [], empty.gateways.files)).rejects.toThrow('n’est pas une sauvegarde')
  await expect(changed('older', gzipSync(whole.replace('"0042-quotes.sql"', '"0042-autre.sql"')))).rejects.toThrow('0042-quotes.sql')
  await expect(backUp(ownerUrlOf(from), file, 'a', from.gateways.files)).rejects.toThrow('existe déjà')
  expect(await sums(empty)).toEqual(untouched)
})
