// Of the first batches of a track that come at once, one makes it, and the others find it.
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { expect, test } from 'vitest'
import { type Runner, Tx } from '../engine/db.ts'
import { openTestServer } from '../testing/server.ts'
import { takeOwnPositions } from './positions.ts'
import { at, newRun, second } from './testing.runs.ts'

const { addLocations, getRunDetails } = runCalls
const server = await openTestServer()

/** Does what it is asked in order; after the first statement that says `words`, what happens meanwhile. */
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

test('a track that another batch makes just then is held before it goes on', async () => {
  const people = await server.newCompany()
  const { companyId, employee } = people
  const { id, began } = await newRun(people)
  const another = (seconds: number) => () => employee(addLocations, { id, locations: [at(began + seconds * second)] })
  const connection = await server.pool.connect()
  await connection.query('begin')
  const runner = interrupted(connection, [
    { words: 'for no key update of t', happens: another(0) },
    { words: '"operatorId"', happens: another(1) },
  ])
  const [{ timestamp, ...point }, { accountId }] = [at(began + 2 * second), employee]

  const taken = await server.work((work) =>
    takeOwnPositions(
      { ...work, tx: new Tx(runner, { companies: [companyId] }) },
      { companyId, runId: id, accountId, source: 'phone', positions: [{ ...point, at: timestamp }] },
    ).finally(() => connection.query('commit').then(() => connection.release())),
  )

  expect(taken).toEqual({ acceptedCount: 1, ignoredCount: 0 })
  expect((await people.owner(getRunDetails, { id })).locations).toHaveLength(3)
})
