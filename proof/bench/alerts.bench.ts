import { setTimeout as sleep } from 'node:timers/promises'
import { startWork } from '../../server/src/server.ts'
import { assertRight, type Bench, ms, percentile, timed } from './bench.ts'
import { type BenchServer, openBenchServer } from './bench-server.ts'
import { fillTown, yesterday } from './town.ts'

const occupants = 20_000
const rounds = 7

export const bench: Bench = {
  title: `an alert to ${occupants.toLocaleString('en')} occupants`,
  async run() {
    await using server = await openBenchServer()
    const { company, headers, sectorId, messageId } = await fillTown(server, occupants)
    const send = async () => {
      const { status, text } = await server.ask('POST', '/notifications/send', { messageId, sectorId }, headers)
      const sent = JSON.parse(text) as { type: string; code: string; expectedCount: number; cancelledCount: number }
      assertRight(status === 200 && sent.type === 'success', text)
      assertRight(sent.expectedCount === occupants && sent.cancelledCount === 0, 'everyone is told')
      return sent.code
    }

    let code = await send()
    const accepted: number[] = []
    const bare: number[] = []
    for (let i = 0; i < rounds; i++) {
      await yesterday(server, company)
      bare.push(await timed(() => copyRows(server, company, code)))
      await yesterday(server, company)
      accepted.push(
        await timed(async () => {
          code = await send()
        }),
      )
    }
    const drained = await drain(server, company, code)
    const [mine, theirs] = [percentile(accepted, 0.5), percentile(bare, 0.5)]
    return [
      {
        what: 'POST /notifications/send against the bare insert-select of the same rows',
        ratio: mine / theirs,
        most: 3,
        figures: `medians ${ms(mine)} over HTTP against ${ms(theirs)} in PostgreSQL`,
      },
      {
        what: 'one delivery, by a provider that answers at once, against a millisecond',
        ratio: drained.each,
        most: 1,
        figures: `${drained.count} deliveries in ${ms(drained.took)}: ${Math.round(1000 / drained.each)} a second`,
      },
    ]
  },
}

/** The same rows into the same table in the most direct way. */
const copyRows = (server: BenchServer, company: string, code: string) =>
  server.inCompany(company, async (tx) => {
    const [copy] = await tx.sql<{ id: string }>`
      insert into alert_sends (company_id, target, target_name, message, sent_by_name, expected)
      values (${company}, 'copy', 'Tout', 'copy', 'Banc', ${occupants}) returning id`
    await tx.sql`
      insert into alert_deliveries (
        company_id, send_id, occupant_id, site_id, client_id, method, phone, first_name, last_name, site_name, client_name,
        status, paid_from, price, lot_id)
      select company_id, ${copy?.id}, occupant_id, site_id, client_id, method, phone, first_name, last_name, site_name, client_name,
             status, paid_from, price, lot_id
      from alert_deliveries
      where send_id = ${code}`
  })

/** Drains the last send: from the moment the server starts working until all of it is accepted. */
async function drain(server: BenchServer, company: string, code: string) {
  const left = () =>
    server.inCompany(company, async (tx) => {
      const [row] = await tx.sql<{ n: number }>`
        select count(*)::int as n from alert_deliveries where status in ('queued', 'sending')`
      return row?.n ?? 0
    })
  await server.inCompany(company, async (tx) => {
    await tx.sql`delete from alert_sends where id <> ${code}`
  })
  const count = await left()
  const took = await timed(async () => {
    await startWork(server)
    while ((await left()) > 0) await sleep(200)
  })
  const [outbox] = await server.asOwner((tx) => tx.sql<{ n: number }>`select count(*)::int as n from outbox where channel <> 'email'`)
  assertRight(outbox?.n === count, `${outbox?.n} of ${count} are in the outbox`)
  return { count, took, each: took / count }
}
