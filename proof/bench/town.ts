// A town whose residents receive alerts.
import { assertRight } from './bench.ts'
import type { BenchCompany, BenchServer } from './bench-server.ts'
import { fillClients } from './clients-company.ts'

export interface Town extends BenchCompany {
  sectorId: string
  messageId: string
}

/** One sector around everyone, a phone each, and enough alerts. */
export async function fillTown(server: BenchServer, occupants: number): Promise<Town> {
  const made = await fillClients(server, occupants / 2)
  const { company } = made
  return server.inCompany(company, async (tx) => {
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
    const [ids] = await tx.sql<{ sectorId: string; messageId: string }>`
      with s as (insert into sectors (company_id, name, polygon) values (${company}, 'Tout', ${around}) returning id),
           m as (insert into messages (company_id, short, long) values (${company}, 'Passage', 'Nous passons bientot.') returning id)
      select s.id as "sectorId", m.id as "messageId" from s, m`
    assertRight(ids !== undefined, 'the town is there')
    return { ...made, sectorId: '', messageId: '', ...ids }
  })
}

/** Keeps the delay between sends and the rule against duplicates from blocking the next send. */
export const yesterday = (server: BenchServer, company: string) =>
  server.inCompany(company, (tx) => tx.sql`update alert_sends set created_at = created_at - interval '1 day'`)
