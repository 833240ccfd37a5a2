import { expect, test } from 'vitest'
import { sql } from '../../engine/db/sql.ts'
import { openTestServer } from '../../testing/server.ts'
import { isDueForLook } from './looks.ts'

const server = await openTestServer()
const minute = 60_000
const day = 1440

/** Minutes after its creation at which something is looked at, if the clock ticks every minute. */
async function looksIn(minutes: number): Promise<number[]> {
  const looks: number[] = []
  const now = new Date()
  const createdAt = new Date(now.getTime() - minutes * minute)
  let last: Date | null = null
  for (let age = 1; age <= minutes; age++) {
    const at = new Date(createdAt.getTime() + age * minute)
    const lookedAt: Date | null = last
    const [row] = await server.work(({ tx }) =>
      tx.rows(sql<{ isDue: boolean }>`
        select ${isDueForLook('r', at)} as "isDue"
        from (select ${createdAt}::timestamptz as created_at, ${lookedAt}::timestamptz as looked_at) r`),
    )
    if (!row?.isDue) continue
    looks.push(age)
    last = at
  }
  return looks
}

test('what is open is looked at soon, then less often', async () => {
  expect(await looksIn(70)).toEqual([1, 2, 4, 8, 16, 32, 64])
})

test('however old it is, it is looked at every day', async () => {
  const at = new Date()
  const ago = (minutes: number) => new Date(at.getTime() - minutes * minute)
  const isDue = async (lookedAt: Date) => {
    const [row] = await server.work(({ tx }) =>
      tx.rows(sql<{ isDue: boolean }>`
        select ${isDueForLook('r', at)} as "isDue"
        from (select ${ago(90 * day)}::timestamptz as created_at, ${lookedAt}::timestamptz as looked_at) r`),
    )
    return row?.isDue
  }
  expect(await isDue(ago(day))).toBe(true)
  expect(await isDue(ago(day - 1))).toBe(false)
})
