import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { header, row, shouted } from '../testing/address-files.ts'
import { openTestServer, ownerUrlOf } from '../testing/server.ts'
import { asOwner } from '../upkeep/database.ts'
import { loadAddresses } from './load-addresses.ts'

const folder = mkdtempSync(join(tmpdir(), 'bordee-oda-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a load that was killed resumes where it stopped, without duplicates', async () => {
  const server = await openTestServer()
  const total = 40_000
  const rows = Array.from({ length: total }, (_, i) =>
    row({ ...shouted, street_no: String(1 + (i % 4000)), str_name: `RUE ${Math.floor(i / 4000)}` }),
  )
  const file = join(folder, 'killed.csv')
  writeFileSync(file, [header, ...rows].join('\n'))
  const child = spawn(process.execPath, [new URL('../testing/loader.ts', import.meta.url).pathname, ownerUrlOf(server), file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const [noted] = await server.sql<{ read_rows: string; finished_at: Date | null }>('select read_rows, finished_at from address_loads')
  expect(Number(noted?.read_rows)).toBeGreaterThan(0)
  expect(noted?.finished_at).toBeNull()

  const loaded = await asOwner(ownerUrlOf(server), (transact) => loadAddresses(transact, file))

  expect(loaded.resumedAfter).toBeGreaterThanOrEqual(Number(noted?.read_rows)) // its last batch may still have committed
  expect(loaded.rows).toBe(total)
  expect(
    await server.sql('select count(*)::int as count, count(distinct (street_id, civic_number))::int as houses from addresses'),
  ).toEqual([{ count: total, houses: total }])
})
