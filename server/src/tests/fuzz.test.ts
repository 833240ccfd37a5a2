// A hundred of the calls that `npm run fuzz` makes by the hundred thousand, so that it keeps working.
import { Agent } from 'node:http'
import { expect, test } from 'vitest'
import { fuzz } from '../../../proof/fuzz/fuzz.ts'
import { openListeningServer } from '../testing/listening.ts'

test('a hundred calls of every kind find no failure', async () => {
  const server = await openListeningServer({ DEMO: '0' }) // what was paid is posted to it
  const agent = new Agent({ keepAlive: true })
  const url = `http://127.0.0.1:${server.env.port}`
  const at = { url, agent, secrets: server.secrets, work: server.work }
  const { failures, tally } = await fuzz(at, {
    seed: 7,
    from: 0,
    calls: 100,
    companies: 1,
    generated: 0,
    withinMs: Number.POSITIVE_INFINITY,
  })
  agent.destroy()
  expect(failures).toEqual([])
  expect(tally.done).toBe(100)
  expect(tally.answered.size).toBeGreaterThan(20)
})
