import { Agent } from 'node:http'
import { deviceCalls } from '../../core/src/devices/devices.calls.ts'
import { trackingPath } from '../../core/src/tracking/tracking-link.ts'
import { giveTokens } from '../../server/src/alerts/tracking-links.ts'
import { ask } from '../ask.ts'
import { assertRight, type Bench, type Measure, ms, percentile, timed } from './bench.ts'
import { type BenchServer, newTracker, openBenchServer } from './bench-server.ts'
import { fillNight } from './night-company.ts'

const sites = 20_000
const routes = 60
const rounds = 600
const mostBytes = 40_000

export const bench: Bench = {
  title: `Residents' own pages with ${routes} runs and ${sites.toLocaleString('en')} sites`,
  async run() {
    await using server = await openBenchServer()
    const { company, headers } = await fillNight(server, { sites, routes, former: 1 })
    const tokens = await tokensOf(server, company, rounds)
    await newTracker(server, company)
    const [tracker] = await server.inCompany(company, (tx) => tx.sql<{ id: string }>`select id from devices where company_id = ${company}`)
    const path = deviceCalls.getDevice.path.replace(':id', tracker?.id ?? '')
    const agent = new Agent({ keepAlive: true, maxSockets: 4 })
    let visitor = 0
    const read = (token: string, more: Record<string, string> = {}) =>
      ask(server.url, agent, {
        method: 'GET',
        path: trackingPath(token),
        headers: { 'x-forwarded-for': `10.9.${++visitor >> 8}.${visitor & 255}`, ...more },
      })
    const oneRow = () => server.ask('GET', path, undefined, headers)
    assertRight((await oneRow()).status === 200, 'the row is there')
    for (const token of tokens.slice(0, 20)) {
      const { status, text } = await read(token)
      assertRight(status === 200 && /Passage prévu|Fait à|Pas fait|Votre tour/.test(text), `a page answers ${status}: ${text.slice(-900)}`)
    }
    const [ours, bare]: [number[], number[]] = [[], []]
    let heaviest = 0
    for (const token of tokens) {
      let bytes = 0
      ours.push(await timed(async () => (bytes = (await read(token)).text.length)))
      heaviest = Math.max(heaviest, bytes)
      bare.push(await timed(oneRow))
    }
    agent.destroy()
    const [mine, theirs] = [percentile(ours, 0.95), percentile(bare, 0.95)]
    return [
      {
        what: 'a page, 95th percentile against a primary-key lookup over HTTP',
        ratio: mine / theirs,
        most: 3,
        figures: `${ms(mine)} against ${ms(theirs)}; medians ${ms(percentile(ours, 0.5))} and ${ms(percentile(bare, 0.5))}`,
      },
      {
        what: `a page whole, uncompressed, against ${mostBytes / 1000} kB`,
        ratio: heaviest / mostBytes,
        most: 1,
        figures: `${heaviest} bytes in one request`,
      },
    ] satisfies Measure[]
  },
}

/** Of as many residents, spread over all routes. */
async function tokensOf(server: BenchServer, company: string, count: number): Promise<string[]> {
  await server.inCompany(company, (tx) => tx.sql`update companies set alert_is_active = true where id = ${company}`)
  return server.work(async (work) => {
    await work.tx.scope({ companies: [company] })
    const occupants = await work.tx.sql<{ occupantId: string; phone: string }>`
      select o.id as "occupantId", o.phone
      from occupants o
      where o.company_id = ${company}
      order by md5(o.id::text)
      limit ${count}`
    const tokens = await giveTokens(
      work,
      company,
      occupants.map((occupant) => ({ ...occupant, id: occupant.occupantId })),
    )
    return [...tokens.values()]
  })
}
