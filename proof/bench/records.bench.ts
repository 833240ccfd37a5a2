import type { Work } from '../../server/src/engine/ctx.ts'
import { closeDays } from '../../server/src/records/days.ts'
import { verifyRecord } from '../../server/src/records/verify-records.ts'
import { sealedRows } from '../../server/src/runs/sealing.ts'
import { assertRight, type Bench, ms, timed } from './bench.ts'
import { openBenchServer } from './bench-server.ts'
import { fillNight } from './night-company.ts'

const readings = 100_000
const atOnce = 10_000
const promised = 500_000

export const bench: Bench = {
  title: `A record of ${readings.toLocaleString('en')} lines`,
  async run() {
    await using server = await openBenchServer()
    const { company } = await fillNight(server, { sites: 10, routes: 1 })
    for (let from = 0; from < readings; from += atOnce)
      await server.inCompany(
        company,
        (tx) => tx.sql`
          insert into operation_readings (company_id, operation_id, kind, at, amount, user_name)
          select o.company_id, o.id, 'depth', now() - make_interval(secs => n), n % 40, 'Camille Roy'
          from (select company_id, id from operations where company_id = ${company} limit 1) o,
               generate_series(${from}::int + 1, ${from}::int + ${atOnce}::int) n`,
      )
    const inWork = <T>(run: (work: Work) => Promise<T>) =>
      server.work(async (work) => {
        await work.tx.scope({ companies: [company] })
        return run(work)
      })
    const closing = await timed(async () => {
      const [day] = await inWork((work) => closeDays(work, company, '2100-01-01'))
      assertRight((day?.entriesCount ?? 0) >= readings, 'every reading is a leaf')
    })
    const verifying = await timed(async () => {
      const { entries, findings } = await inWork((work) => verifyRecord(work, company, sealedRows))
      assertRight(entries >= readings && findings.length === 0, 'the record is intact')
    })
    const each = (took: number) => ({
      ratio: (took / readings) * (promised / 60_000),
      most: 1,
      figures: `${ms(took)}: ${Math.round((readings / took) * 60_000).toLocaleString('en')} lines a minute`,
    })
    return [
      { what: `hashing a day, against ${promised.toLocaleString('en')} lines a minute`, ...each(closing) },
      { what: `verifying, rows included, against ${promised.toLocaleString('en')} lines a minute`, ...each(verifying) },
    ]
  },
}
