import { setTimeout as sleep } from 'node:timers/promises'
import { startWork } from '../server/src/server.ts'
import { type Bench, ms, must, percentile, timed } from './bench.ts'
import { type BenchServer, openBenchServer } from './bench-server.ts'
import { company, email, fillClients, password } from './clients-company.ts'

const occupants = 20_000
const rounds = 7

export const bench: Bench = {
  title: `an alert to ${occupants.toLocaleString('en')} occupants`,
  async run() {
    const server = await openBenchServer()
    try {
      const { sectorId, messageId } = await fillTown(server)
      const signedIn = await server.ask('POST', '/identity/sign-in', { email, password, persistence: 'none' })
      const headers = { authorization: `Bearer ${(JSON.parse(signedIn.text) as { token: string }).token}` }
      const send = async () => {
        const { status, text } = await server.ask('POST', '/notifications/send', { messageId, sectorId }, headers)
        const sent = JSON.parse(text) as { type: string; code: string; expectedCount: number; cancelledCount: number }
        must(status === 200 && sent.type === 'success', text)
        must(sent.expectedCount === occupants && sent.cancelledCount === 0, 'everyone is told')
        return sent.code
      }

      let code = await send()
      const accepted: number[] = []
      const bare: number[] = []
      for (let i = 0; i < rounds; i++) {
        await yesterday(server)
        bare.push(await timed(() => copyRows(server, code)))
        await yesterday(server)
        accepted.push(
          await timed(async () => {
            code = await send()
          }),
        )
      }
      const drained = await drain(server, code)
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
    } finally {
      await server.close()
    }
  },
}

/** One sector around everyone, a phone each, and alerts enough. */
async function fillTown(server: BenchServer): Promise<{ sectorId: string; messageId: string }> {
  await fillClients(server, occupants / 2)
  return server.asOwner(async (tx) => {
    await tx.scope({ companies: [company] })
    await tx.sql`
      update occupants o
      set phone = '581' || (2000000 + n)
      from (select id, row_number() over (order by id) as n from occupants) x
      where x.id = o.id`
    await tx.sql`update companies set alert_is_active = true where id = ${company}`
    await tx.sql`insert into alert_lots (company_id, amount, remaining) values (${company}, 10000000, 10000000)`
    const around = JSON.stringify([
      { lat: 46, lng: -72 },
      { lat: 46, lng: -70 },
      { lat: 48, lng: -70 },
      { lat: 48, lng: -72 },
    ])
    const [made] = await tx.sql<{ sectorId: string; messageId: string }>`
      with s as (insert into sectors (company_id, name, polygon) values (${company}, 'Tout', ${around}) returning id),
           m as (insert into messages (company_id, short, long) values (${company}, 'Passage', 'Nous passons bientot.') returning id)
      select s.id as "sectorId", m.id as "messageId" from s, m`
    must(made !== undefined, 'the town is there')
    return made ?? { sectorId: '', messageId: '' }
  })
}

/** So that neither the delay nor the rule against doubles is in the way. */
const yesterday = (server: BenchServer) =>
  server.asOwner(async (tx) => {
    await tx.scope({ companies: [company] })
    await tx.sql`update alert_sends set created_at = created_at - interval '1 day'`
  })

/** The same rows into the same table by the shortest way there is. */
const copyRows = (server: BenchServer, code: string) =>
  server.asOwner(async (tx) => {
    await tx.scope({ companies: [company] })
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

/** The last send, from the moment the server begins to work until all of it is accepted. */
async function drain(server: BenchServer, code: string) {
  const left = () =>
    server.asOwner(async (tx) => {
      await tx.scope({ companies: [company] })
      const [row] = await tx.sql<{ n: number }>`
        select count(*)::int as n from alert_deliveries where status in ('queued', 'sending')`
      return row?.n ?? 0
    })
  await server.asOwner(async (tx) => {
    await tx.scope({ companies: [company] })
    await tx.sql`delete from alert_sends where id <> ${code}`
  })
  const count = await left()
  const took = await timed(async () => {
    await startWork(server)
    while ((await left()) > 0) await sleep(200)
  })
  const [outbox] = await server.asOwner((tx) => tx.sql<{ n: number }>`select count(*)::int as n from outbox`)
  must(outbox?.n === count, `${outbox?.n} of ${count} are in the outbox`)
  return { count, took, each: took / count }
}
