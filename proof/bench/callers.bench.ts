import type { CallSheet } from '../../core/src/callers/call-sheet.ts'
import { callerCalls } from '../../core/src/callers/callers.calls.ts'
import { deviceCalls } from '../../core/src/devices/devices.calls.ts'
import { assertRight, type Bench, type Measure, ms, percentile, timed } from './bench.ts'
import { newTracker, openBenchServer } from './bench-server.ts'
import { fillNight } from './night-company.ts'

const clients = 20_000
const routes = 60
const rounds = 400

/** How a user looks for the n-th client. */
const questions = {
  'a phone': (n: number) => `(418) ${String(n).padStart(7, '5').slice(0, 3)}-${String(n).padStart(7, '5').slice(3)}`,
  'an address': (n: number) => `${n} st-jean`,
  'a name': (n: number) => `client${n}@exemple.ca`,
}

export const bench: Bench = {
  title: `The call sheet with ${clients.toLocaleString('en')} clients and 100,000 passes`,
  async run() {
    await using server = await openBenchServer()
    const { company, headers } = await fillNight(server, { sites: clients, routes, former: 1 })
    await server.vacuum('folder_words')
    const [passes] = await server.inCompany(
      company,
      (tx) => tx.sql<{ n: number }>`select count(*)::int as n from run_sites where company_id = ${company} and state = 'done'`,
    )
    assertRight((passes?.n ?? 0) >= 100_000, `${passes?.n} passes`)
    await newTracker(server, company)
    const [tracker] = await server.inCompany(company, (tx) => tx.sql<{ id: string }>`select id from devices where company_id = ${company}`)
    const path = deviceCalls.getDevice.path.replace(':id', tracker?.id ?? '')

    assertRight((await server.ask('GET', path, undefined, headers)).status === 200, 'the row is there')
    const sheetOf = (q: string) => server.ask('GET', `${callerCalls.getCallSheet.path}?q=${encodeURIComponent(q)}`, undefined, headers)
    const oneRow = () => server.ask('GET', path, undefined, headers)
    const measures: Measure[] = []
    for (const [what, question] of Object.entries(questions)) {
      for (const n of [10_001, 10_002, 10_003]) {
        const sheet = JSON.parse((await sheetOf(question(n))).text) as CallSheet
        assertRight(sheet.callers.length === 1 && sheet.sheet?.passes.length !== 0, `${what} finds its site: ${sheet.callers.length}`)
      }
      const [ours, bare]: [number[], number[]] = [[], []]
      for (let i = 0; i < rounds; i++) {
        ours.push(await timed(() => sheetOf(question(10_000 + i))))
        bare.push(await timed(oneRow))
      }
      const [mine, theirs] = [percentile(ours, 0.95), percentile(bare, 0.95)]
      measures.push({
        what: `found by ${what}, 95th percentile against a primary-key lookup over HTTP`,
        ratio: mine / theirs,
        most: 3,
        figures: `${ms(mine)} against ${ms(theirs)}; medians ${ms(percentile(ours, 0.5))} and ${ms(percentile(bare, 0.5))}`,
      })
    }
    return measures
  },
}
