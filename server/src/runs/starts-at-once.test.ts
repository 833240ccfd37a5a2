// Starting, joining, leaving and taking back a run at the same moment. Over HTTP.
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { expect, test, vi } from 'vitest'
import { type Sql, sql } from '../engine/db/sql.ts'
import { newRoute, newRun } from '../testing/runs.ts'
import { inCompany, openTestServer, type People, type Reply } from '../testing/server.ts'

const server = await openTestServer()
const { startRun, takeRunBack, actOnRun, listCurrentRuns } = runCalls

/** Makes the calls in this order while `lock` is held, so that the second runs as soon as the first has committed. */
async function inThisOrder({ companyId }: People, lock: Sql<unknown>, calls: readonly (() => Promise<Reply>)[]): Promise<Reply[]> {
  const answers: Promise<Reply>[] = []
  await inCompany(server, companyId, async (tx) => {
    await tx.rows(lock)
    for (const [i, call] of calls.entries()) {
      answers.push(call())
      await vi.waitFor(async () => expect(await waiting()).toBe(i + 1), { timeout: 10_000, interval: 20 })
    }
  })
  return Promise.all(answers)
}

/** How many connections to this database wait for a lock. */
async function waiting(): Promise<number> {
  const [found] = await server.sql<{ n: number }>(`
    select count(distinct l.pid)::int as n
    from pg_locks l
    join pg_stat_activity a on a.pid = l.pid
    where not l.granted and a.datname = current_database()`)
  return found?.n ?? 0
}

test('a run that a colleague joins just before it is taken back stays', async () => {
  const people = await server.newCompany()
  const { id } = await newRun(people, { ago: 0 })
  const [join, takeBack] = await inThisOrder(people, sql`select from runs where id = ${id} for update`, [
    () => people.owner.raw(actOnRun, { id, type: 'start' }),
    () => people.employee.raw(takeRunBack, { id }),
  ])
  expect(join).toMatchObject({ status: 200 })
  expect(takeBack).toMatchObject({ status: 409, body: { code: 'run-joined' } })
  expect(await people.owner(listCurrentRuns)).toMatchObject([{ id }])
})

test('taking back a start that is still being written removes it', async () => {
  const people = await server.newCompany()
  const { id: routeId } = await newRoute(people.owner)
  const id = crypto.randomUUID()
  const answers = await inThisOrder(people, sql`select from companies where id = ${people.companyId} for update`, [
    () => people.employee.raw(startRun, { routeId, id }),
    () => people.employee.raw(takeRunBack, { id }),
  ])
  expect(answers).toMatchObject([{ status: 201 }, { status: 200 }])
  expect(await people.owner(listCurrentRuns)).toEqual([])
})

test('two drivers trade runs at the same moment', async () => {
  const people = await server.newCompany()
  const [first, second] = [await newRun(people), await newRun(people, { by: people.owner })]
  await people.admin(actOnRun, { id: first.id, type: 'start' }) // neither run ends when its driver leaves
  await people.super_admin(actOnRun, { id: second.id, type: 'start' })
  const answers = await inThisOrder(people, sql`select from runs where id = ${first.id} for update`, [
    () => people.employee.raw(actOnRun, { id: second.id, type: 'start', leaves: first.id }),
    () => people.owner.raw(actOnRun, { id: first.id, type: 'start', leaves: second.id }),
  ])
  expect(answers).toMatchObject([{ status: 200 }, { status: 200 }])
})
