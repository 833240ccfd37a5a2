// A transaction's BEGIN is pipelined with its first query: if it fails, the queries after it run outside any
// transaction and without a scope.
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { notFound } from '@bordee/core/problem.ts'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { newClient } from '../../testing/folders.ts'
import { openTestServer } from '../../testing/server.ts'
import { readOnly, type Tx, transaction } from './db.ts'

const server = await openTestServer()
const { owner } = await server.newCompany()

/** Makes the pool's next BEGIN fail, as if it had been cancelled. */
const refuseToBegin = () =>
  server.pool.once('acquire', (client: pg.PoolClient) => {
    const ask = client.query.bind(client) as (query: unknown) => unknown
    const first = () => {
      Object.assign(client, { query: ask })
      return ask('begin nothing at all')
    }
    Object.assign(client, { query: first })
  })

const refusal = { code: '42601' }

test.each([readOnly, transaction])('a failed BEGIN is reported as such, not as « not found » (%o)', async (inTransaction) => {
  const lookForNothing = async (tx: Tx) => {
    await tx.sql`select from clients`
    throw notFound('Client')
  }
  refuseToBegin()
  await expect(inTransaction(server.pool, {}, lookForNothing)).rejects.toMatchObject(refusal)
})

test('queries after a failed BEGIN are not written', async () => {
  refuseToBegin()
  const written = transaction(server.pool, {}, async (tx) => {
    await tx.sql`select 1`
    await tx.sql`insert into throttles (key, hits, expires_at) values ('outside', 1, now())`
  })
  await expect(written).rejects.toMatchObject(refusal)
  expect(await server.sql(`select from throttles where key = 'outside'`)).toEqual([])
})

test('a request whose BEGIN failed gets a 500, not a refusal, and the next one is answered', async () => {
  for (let times = 0; times < 5; times++) {
    refuseToBegin()
    expect((await owner.raw(clientCalls.listClients)).status).toBe(500)
  }
  expect((await owner.raw(clientCalls.listClients)).status).toBe(200)
  expect(await newClient(owner)).toMatchObject({ id: expect.any(String) })
})
