// Two servers on one database, one of them stopped in the middle of its work for longer than its jobs may stay silent.
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { second } from '../../server/src/testing/runs.ts'
import { databaseUrlOf, openRunningServer } from '../running-server.ts'
import type { Company } from './company.ts'
import type { Scenario } from './scenario.ts'

/** Seconds. A job that is silent for 30 s goes to another server, which checks every minute. */
const stoppedFor = 75

export const twoServers: Scenario = {
  tried: `two servers on one database; one stopped (SIGSTOP) for ${stoppedFor} s in the middle of what it did, then continued`,
  async run({ server, companies, balancer, note }) {
    const databaseUrl = await databaseUrlOf(server)
    const other = await openRunningServer({ databaseUrl, dataDir: server.dataDir, environment: server.environment, isGuest: true })
    try {
      balancer.add(other.url)
      await sleep(10 * second)
      const streams = companies.map((company) => follow(server.url, company))
      other.child.kill('SIGSTOP')
      await sleep(stoppedFor * second)
      const heard = streams.map(({ count }) => count())
      other.child.kill('SIGCONT')
      await sleep(10 * second)
      for (const { close } of streams) close()
      note(`${heard.reduce((all, count) => all + count, 0)} events on the streams of the other meanwhile`)
      return [
        ...heard.filter((count) => count === 0).map(() => 'a live stream of the other server fell silent'),
        ...(other.isUp() ? [] : ['the stopped server did not go on']),
      ]
    } finally {
      await other.close()
    }
  },
}

/** The company's live channel, as a screen that stays open hears it. */
function follow(url: string, { people: { owner } }: Company) {
  let events = 0
  const question = get(`${url}/api${platformCalls.listen.path}`, { headers: { authorization: `Bearer ${owner.token}` } }, (answer) => {
    answer.on('data', (chunk: Buffer) => {
      events += chunk.toString().split('data: ').length - 1
    })
    answer.on('error', () => undefined) // left open until the scenario ends
  })
  question.on('error', () => undefined)
  return { count: () => events, close: () => question.destroy() }
}
