import { seasonCalls } from '../../core/src/season/season.calls.ts'
import type { SeasonReport } from '../../core/src/season/season-check.ts'
import { readSeasonCheck } from '../../server/src/season/season.queries.ts'
import { assertRight, type Bench, ms, percentile, timed } from './bench.ts'
import { openBenchServer } from './bench-server.ts'
import { fillNight } from './night-company.ts'

const clients = 5000
const rounds = 15

export const bench: Bench = {
  title: `The season check of ${clients.toLocaleString('en')} clients`,
  async run() {
    await using server = await openBenchServer()
    const { company, headers } = await fillNight(server, { sites: clients, routes: 20 })
    const call = () => server.ask('GET', seasonCalls.getSeasonCheck.path, undefined, headers)
    const statement = () => server.inCompany(company, (tx) => readSeasonCheck({ tx, now: new Date() }, company))
    const { checks } = JSON.parse((await call()).text) as SeasonReport
    assertRight(checks.find(({ check }) => check === 'site-without-area')?.open === clients, 'no site has an area')
    const [ours, bare]: [number[], number[]] = [[], []]
    for (let i = 0; i < rounds; i++) {
      ours.push(await timed(call))
      bare.push(await timed(statement))
    }
    const [mine, theirs] = [percentile(ours, 0.5), percentile(bare, 0.5)]
    return [
      {
        what: 'the call against its statement alone',
        ratio: mine / theirs,
        most: 1.5,
        figures: `medians ${ms(mine)} over HTTP against ${ms(theirs)}`,
      },
    ]
  },
}
