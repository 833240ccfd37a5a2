import { expect, test } from 'vitest'
import { openTestServer } from '../../testing/server.ts'
import { columnsOf, jsonOf } from './columns.ts'
import { sql, written } from './sql.ts'

const server = await openTestServer()

test.each([1, 50, 51, 300])('a JSON object has each of %i keys, in order, as its column or as it is said', async (count) => {
  const keys = Array.from({ length: count }, (_, n) => `someKey${n}`)
  const shape = Object.fromEntries(keys.map((key) => [key, true]))
  const row = sql`(select ${sql.join(keys.map((_, n) => sql`${sql.lit(n)} as ${sql.ref(`some_key${n}`)}`))})`
  const [found] = await server.work(({ tx }) =>
    tx.rows(sql<{ json: object }>`select ${jsonOf(shape, 'x', { someKey0: sql`now() is not null` })} as json from ${row} x`),
  )
  expect(Object.entries(found?.json ?? {})).toEqual(keys.map((key, n) => [key, n || true]))
})

test('the columns of a shape stand side by side', () => {
  expect(written(columnsOf({ civicNumber: 1, QEN: 1 })).text).toBe('"civic_number", "qen"')
  expect(written(columnsOf({ name: 1 }, 'c')).text).toBe('"c"."name"')
})
