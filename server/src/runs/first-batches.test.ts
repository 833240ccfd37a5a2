// Races on a track that doesn't exist yet: when first batches arrive at the same time, one creates the track and the
// others find it; deleting the run happens before or after, never in between.
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { expect, test, vi } from 'vitest'
import { type Runner, Tx } from '../engine/db/db.ts'
import { at, newRun, second } from '../testing/runs.ts'
import { openTestServer, type People } from '../testing/server.ts'
import { takeOwnPositions } from './batches.ts'

const { actOnRun, addLocations, deleteRun, getRunDetails } = runCalls
const server = await openTestServer()

/** Runs queries in order; after the first one that contains `words`, runs `happens` before going on. */
function interrupted(runner: Runner, meanwhile: { words: string; happens: () => Promise<unknown> }[]): Runner {
  let last: Promise<unknown> = Promise.resolve()
  return {
    query(query) {
      const answer = last.then(async () => {
        const rows = await runner.query(query)
        const next = meanwhile[0]
        if (next && query.text.includes(next.words)) await meanwhile.shift()?.happens()
        return rows
      })
      last = answer
      return answer
    },
  }
}

type Meanwhile = Parameters<typeof interrupted>[1]

/** Takes one position from the employee's phone, in a transaction that other work interrupts. */
async function takeInterrupted({ companyId, employee }: People, runId: string, when: number, meanwhile: Meanwhile) {
  const connection = await server.pool.connect()
  await connection.query('begin read write')
  const tx = new Tx(interrupted(connection, meanwhile), { companies: [companyId] })
  const { timestamp, ...point } = at(when)
  const batch = { companyId, runId, accountId: employee.accountId, source: 'phone', positions: [{ ...point, at: timestamp }] }
  try {
    return await server.work((work) => takeOwnPositions({ ...work, tx }, batch))
  } finally {
    await connection.query('commit')
    connection.release()
  }
}

const waiting = (count: number) =>
  vi.waitFor(
    async () =>
      expect(
        await server.sql(
          'select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()',
        ),
      ).toHaveLength(count),
    { timeout: 20_000 },
  )

test('a batch locks the track that another batch has just created', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people)
  const another = (seconds: number) => () => people.employee(addLocations, { id, locations: [at(began + seconds * second)] })

  const taken = await takeInterrupted(people, id, began + 2 * second, [
    { words: 'for no key update of t', happens: another(0) },
    { words: '"operatorId"', happens: another(1) },
  ])

  expect(taken).toEqual({ acceptedCount: 1, ignoredCount: 0 })
  expect((await people.owner(getRunDetails, { id })).locations).toHaveLength(3)
})

test('a first batch for a run that is being deleted waits, then gets a 404', async () => {
  const people = await server.newCompany()
  const { id, began } = await newRun(people)
  await people.employee(actOnRun, { id, type: 'quit', at: new Date(began + 10 * second).toISOString() })
  await server.sql('begin')
  await server.sql('lock table audit_log in share row exclusive mode') // the last thing a deletion writes
  const deleting = people.admin.raw(deleteRun, { id })
  await waiting(1)
  const taking = people.employee.raw(addLocations, { id, locations: [at(began)] })
  await waiting(2)

  await server.sql('commit')

  expect((await deleting).status).toBe(200)
  expect((await taking).status).toBe(404)
})
