// Many companies send at once, each from one number: together they must be that many times as fast.
import { setTimeout as sleep } from 'node:timers/promises'
import { startWork } from '../../server/src/server.ts'
import { openLocalTwilio } from '../../server/src/testing/local-twilio.ts'
import { insertCompany } from '../../server/src/testing/people.ts'
import { assertRight, type Bench, ms, timed } from './bench.ts'
import { type BenchServer, openBenchServer } from './bench-server.ts'

const companies = 64
const messages = 40
/** Per second and number. */
const rate = 2

export const bench: Bench = {
  title: `${companies} companies that send ${messages} alerts each, at ${rate} a second`,
  async run() {
    const provider = await openLocalTwilio()
    const numbers = Array.from({ length: companies }, (_, i) => `+1581555${1000 + i}`)
    await using server = await openBenchServer({ ...provider.environment(numbers.join()), TWILIO_RATE: String(rate) })
    try {
      const ids = await fillQueues(server, numbers)
      const took = await timed(async () => {
        await startWork(server)
        while ((await open(server, ids)) > 0) await sleep(100)
      })
      const phones = provider.kept.map(({ to }) => to)
      assertRight(phones.length === companies * messages, `${phones.length} messages were sent`)
      assertRight(new Set(phones).size === companies * messages, 'nobody was told twice')
      const ideal = (1000 * messages) / rate
      return [
        {
          what: 'until everyone is told, against messages ÷ rate',
          ratio: took / ideal,
          most: 1.25,
          figures: `${companies * messages} in ${ms(took)}, ideally ${ms(ideal)}`,
        },
      ]
    } finally {
      provider.close()
    }
  },
}

/** As if each company had just pressed « Envoyer ». */
const fillQueues = (server: BenchServer, numbers: readonly string[]) =>
  server.asOwner(async (tx) => {
    const ids: string[] = []
    for (const [i, number] of numbers.entries()) {
      const id = await insertCompany(server, 'Banc d’essai')
      ids.push(id)
      await tx.scope({ companies: [id] })
      await tx.sql`update companies set alert_is_active = true where id = ${id}`
      await tx.sql`insert into sender_numbers (phone, company_id) values (${number}, ${id})`
      await tx.sql`
        with send as (
          insert into alert_sends (company_id, target, target_name, message, sent_by_name, expected)
          values (${id}, 'sector:none', 'Tout', 'Nous passons bientot.', 'Banc', ${messages})
          returning id)
        insert into alert_deliveries (company_id, send_id, method, phone, site_name, client_name, status, paid_from)
        select ${id}, send.id, 'sms', '418' || (2000000 + ${i * messages}::int + n), '', '', 'queued', 'bank'
        from send
        cross join generate_series(1, ${messages}::int) n`
    }
    await tx.scope({ companies: ids })
    return ids
  })

const open = (server: BenchServer, ids: readonly string[]) =>
  server.asOwner(async (tx) => {
    await tx.scope({ companies: ids })
    const [row] = await tx.sql<{ n: number }>`
      select count(*)::int as n
      from alert_deliveries
      where status in ('queued', 'sending')`
    return row?.n ?? 0
  })
