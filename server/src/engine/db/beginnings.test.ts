// A transaction's BEGIN is pipelined with its first query: if it fails, that query runs outside any transaction and
// without a scope. It must then write nothing.
import { clientCalls } from '@bordee/core/clients/clients.calls.ts'
import { notFound } from '@bordee/core/problem.ts'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { closeAfterwards } from '../../testing/closing.ts'
import { newClient } from '../../testing/folders.ts'
import { appUrlOf, openTestServer } from '../../testing/server.ts'
import { openPool, readOnly, type Tx, transaction } from './db.ts'

const server = await openTestServer()
const { owner } = await server.newCompany()

/** Makes the pool's next BEGIN fail, as if it had been cancelled. */
const refuseToBegin = (pool = server.pool) =>
  pool.once('acquire', (client: pg.PoolClient) => {
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

const pooled = openPool(appUrlOf(server), 1, { isPooled: true, hasNames: true })
closeAfterwards(() => pooled.end())

test.each([
  ['directly', server.pool],
  ['behind a pooler', pooled],
])('a first query that writes is not written after a failed BEGIN, with or without row-level security (%s)', async (_, pool) => {
  const writes: ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => tx.sql`insert into throttles (key, hits, expires_at) values ('first', 1, now())`,
    (tx) =>
      tx.sql`with kept as (insert into throttles (key, hits, expires_at) values ('first', 1, now()) returning key) select * from kept`,
    (tx) => tx.sql`select nextval('sandbox_invoice_numbers')`,
    (tx) => tx.sql`insert into companies (name, email) values ('Première', 'premiere@exemple.ca')`,
  ]
  await server.sql('alter table companies disable row level security')
  const before = await server.sql(`select last_value from sandbox_invoice_numbers`)
  for (const write of writes) {
    refuseToBegin(pool)
    await expect(transaction(pool, {}, write)).rejects.toMatchObject(refusal)
  }
  expect(await server.sql(`select from throttles where key = 'first'`)).toEqual([])
  expect(await server.sql(`select from companies where name = 'Première'`)).toEqual([])
  expect(await server.sql(`select last_value from sandbox_invoice_numbers`)).toEqual(before)
  await server.sql('alter table companies enable row level security')
})

test('a request whose BEGIN failed gets a 500, not a refusal, and the next one is answered', async () => {
  for (let times = 0; times < 5; times++) {
    refuseToBegin()
    expect((await owner.raw(clientCalls.listClients)).status).toBe(500)
  }
  expect((await owner.raw(clientCalls.listClients)).status).toBe(200)
  expect(await newClient(owner)).toMatchObject({ id: expect.any(String) })
})
