import { homeCalls } from '../../core/src/home/home.calls.ts'
import type { Home } from '../../core/src/home/home.ts'
import { assertRight, type Bench, type Measure, ms, percentile, timed } from './bench.ts'
import { type BenchServer, openBenchServer } from './bench-server.ts'
import { fillContracts } from './contracts-company.ts'
import { fillNight, type Night } from './night-company.ts'

const sizes = [300, 20_000]
const turns = 21

export const bench: Bench = {
  title: 'The first page of a big company',
  async run() {
    await using server = await openBenchServer()
    const nights: Night[] = []
    for (const clients of sizes) nights.push(await aWinter(server, clients))
    const took = nights.map(() => [] as number[])
    for (const [i, night] of nights.entries()) assertRight(isWhole(await read(server, night), sizes[i] ?? 0), 'a part is missing')
    for (let turn = 0; turn < turns; turn++)
      for (const [i, night] of nights.entries()) took[i]?.push(await timed(() => read(server, night)))
    const [small = 1, big = 1] = took.map((all) => percentile(all, 0.5))
    const measure: Measure = {
      what: 'in the middle of a night, with a contract per client: 20,000 clients against 300',
      ratio: big / small,
      most: 3,
      figures: `medians of ${turns}: ${ms(big)}, ${ms(small)}; with the board read anew ${ms(Math.max(...(took[1] ?? [])))}`,
    }
    return [measure]
  },
}

async function read(server: BenchServer, { headers }: Night): Promise<Home> {
  const { status, text } = await server.ask('GET', homeCalls.getHome.path, undefined, headers)
  assertRight(status === 200, text.slice(0, 200))
  return JSON.parse(text) as Home
}

const isWhole = ({ operations, money, season, failed }: Home, clients: number) =>
  failed.length === 0 && operations?.[0]?.sitesCount === clients && (money?.overdue.count ?? 0) > 0 && (season?.length ?? 0) > 5

/** One client in twenty is late, one in ten hasn't signed, and one in ten pays this week. */
async function aWinter(server: BenchServer, clients: number): Promise<Night> {
  const made = await fillContracts(server, clients)
  await server.inCompany(made.company, async (tx) => {
    await tx.sql`
      update contracts
      set status = case when client_number::int % 20 = 1 then 'unpaid' when client_number::int % 10 = 2 then 'sent' else 'accepted' end,
          signed_at = now() - interval '60 days'
      where company_id = ${made.company}`
    await tx.sql`
      update contract_instalments i
      set payment_date = current_date + case k.status when 'unpaid' then -5 else 3 end
      from contracts k
      where i.company_id = ${made.company} and k.company_id = i.company_id and k.id = i.contract_id and i.position = 0
        and (k.status = 'unpaid' or k.client_number::int % 10 = 3)`
  })
  return fillNight(server, { sites: clients, routes: Math.ceil(clients / 300), former: 6, made })
}
