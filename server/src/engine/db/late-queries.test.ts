// A handler that runs two things in parallel may fail in one while the other goes on. Its late queries must not reach
// the next transaction on that connection.
import { call, slice } from '@bordee/core/call.ts'
import { conflict } from '@bordee/core/problem.ts'
import { alertSenders } from '@bordee/core/roles.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { mounted } from '../../testing/mounted.ts'
import { openTestServer } from '../../testing/server.ts'
import type { Ctx, Handlers } from '../ctx.ts'

const things = slice('services', {
  failMeanwhile: call('POST /things/fail', { who: alertSenders, touches: [], summary: '' }),
  failOutside: call('POST /things/fail-outside', { who: alertSenders, outside: true, touches: [], summary: '' }),
})

const answered = Promise.withResolvers<void>()
let late: Promise<unknown> = Promise.resolve()

async function writeLate({ tx }: Ctx) {
  await answered.promise
  await tx.sql`insert into audit_log (action) values ('written late')`
}

const handlers: Handlers<typeof things> = {
  async failMeanwhile(ctx) {
    late = writeLate(ctx)
    await Promise.all([late, Promise.reject(conflict('Non.'))])
    return null
  },
  async failOutside({ tx }) {
    await Promise.all([tx.sql`select 1`, Promise.reject(conflict('Non.'))])
    return null
  },
}

const server = await openTestServer()
const app = await mounted(server, things, handlers)
afterAll(() => app.close())

const { owner } = await server.newCompany()
const post = async (url: string) =>
  (await app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${owner.token}` } })).statusCode

test("late writes of a refused request do not end up in the next request's transaction", async () => {
  expect(await post('/things/fail')).toBe(409)

  const outcome = await server.work(async ({ tx }) => {
    await tx.sql`select 1` // on the connection that was just released
    answered.resolve()
    return late.then(
      () => 'written',
      () => 'refused',
    )
  })

  expect(outcome).toBe('refused')
  const written = await server.work(async ({ tx }) => {
    await tx.scope({ platform: true })
    return tx.sql`select from audit_log where action = 'written late'`
  })
  expect(written).toEqual([])
})

test('a connection obtained after its request has failed is given back, and so is its place in the queue', async () => {
  for (let times = 0; times < 5; times++) expect(await post('/things/fail-outside')).toBe(409) // more times than one person has places

  await vi.waitFor(() => expect(server.pool.idleCount).toBe(server.pool.totalCount), { timeout: 20_000 })
  expect(await post('/things/fail')).toBe(409)
})
