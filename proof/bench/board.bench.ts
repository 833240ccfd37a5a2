import type { Board } from '../../core/src/operations/board.ts'
import { siteStates } from '../../server/src/board/site-states.ts'
import { assertRight, type Bench, type Measure, ms, percentile, timed } from './bench.ts'
import { type BenchServer, openBenchServer } from './bench-server.ts'
import { fillNight, type Night } from './night-company.ts'

const turns = 11
const seasons = [1, 30]

export const bench: Bench = {
  title: 'The board’s summary',
  async run() {
    await using server = await openBenchServer()
    return [await againstCounting(server), await overASeason(server)]
  },
}

async function read(server: BenchServer, { operationId, headers }: Night): Promise<Board> {
  const { status, text } = await server.ask('GET', `/operations/${operationId}/board`, undefined, headers)
  assertRight(status === 200, text.slice(0, 200))
  return JSON.parse(text) as Board
}

/** What PostgreSQL alone takes to count the same sites by state. */
const count = (server: BenchServer, { company, operationId }: Night) =>
  server.inCompany(
    company,
    (tx) => tx.sql<{ state: keyof Board['counts']; n: number }>`
      with ${siteStates({ companyId: company, operationId })}
      select state, count(*)::int as n from board_sites group by state`,
  )

async function againstCounting(server: BenchServer): Promise<Measure> {
  const night = await fillNight(server, { sites: 20_000, routes: 60 })
  const { counts, rounds } = await read(server, night)
  for (const { state, n } of await count(server, night)) assertRight(counts[state] === n, `${n} are ${state}`)
  assertRight(counts.total === night.sites && counts.redo > 0 && rounds.length === 60, JSON.stringify(counts))
  const took = { board: [] as number[], count: [] as number[] }
  for (let turn = 0; turn < turns; turn++) {
    took.board.push(await timed(() => read(server, night)))
    took.count.push(await timed(() => count(server, night)))
  }
  const [board, counting] = [percentile(took.board, 0.5), percentile(took.count, 0.5)]
  return {
    what: '20,000 sites, 60 runs under way, three rounds, against the statement that counts the same',
    ratio: board / counting,
    most: 1.5,
    figures: `medians of ${turns}: ${ms(board)}, ${ms(counting)}; with a new forecast, every ten seconds, ${ms(Math.max(...took.board))}`,
  }
}

async function overASeason(server: BenchServer): Promise<Measure> {
  const nights: Night[] = []
  for (const former of seasons) nights.push(await fillNight(server, { sites: 1000, routes: 20, former }))
  const took = nights.map(() => [] as number[])
  for (let turn = 0; turn <= turns; turn++)
    for (const [i, night] of nights.entries()) {
      const one = await timed(() => read(server, night))
      if (turn > 0) took[i]?.push(one) // the first turn warms up
    }
  const [early = 1, late = 1] = took.map((all) => percentile(all, 0.5))
  return {
    what: `1,000 sites, after ${seasons[1]} nights of the season against after ${seasons[0]}`,
    ratio: late / early,
    most: 1.3,
    figures: `medians of ${turns}: ${ms(late)}, ${ms(early)}`,
  }
}
