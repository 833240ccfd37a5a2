// An upgrade without downtime: runs the server from before the newest migration, from git, on today's schema.
import { api } from '@bordee/core/api.ts'
import type { CallRow } from '@bordee/core/call.ts'
import { expect, test } from 'vitest'
import { newClient } from '../testing/folders.ts'
import { commitBeforeNewestMigration, startOlder } from '../testing/older.ts'
import { openTestServer } from '../testing/server.ts'

const before = commitBeforeNewestMigration()

test.runIf(before)(
  "the server from before the newest migration works on today's schema",
  async () => {
    const server = await openTestServer()
    const { owner, super_admin: staff } = await server.newCompany()
    await newClient(owner)
    const older = await startOlder(before ?? '', server)
    const ask = async (token: string | undefined, method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
      const answer = await fetch(`${older.url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      return { status: answer.status, text: await answer.text() }
    }

    const created = await ask(owner.token, 'POST', '/services', { service: { name: 'Trottoirs' } })
    const rows: CallRow[] = Object.values(api)
    const lists = rows.filter(({ verbs, path, stream, raw }) => verbs.includes('GET') && !path.includes(':') && !stream && !raw)
    const statuses: Record<string, number[]> = {}
    for (const { name, path } of lists)
      statuses[name] = [(await ask(owner.token, 'GET', path)).status, (await ask(staff.token, 'GET', path)).status]

    expect(created).toMatchObject({ status: 201 })
    expect(Object.keys(statuses).length).toBeGreaterThan(20)
    expect(Object.entries(statuses).filter(([, [first = 500, second = 500]]) => first >= 500 || second >= 500)).toEqual([])
    expect(statuses).toMatchObject({ listClients: [200, expect.any(Number)], listServices: [200, expect.any(Number)] })
  },
  120_000,
)
