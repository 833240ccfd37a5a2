// The embedded provider of alerts: it accepts everything and writes it into the outbox.
import { type AlertProvider, spokenText } from './sms.ts'

/**
 * Exactly once, whatever dies: the outbox is written in the transaction that marks the delivery accepted, under the delivery's own id. Two
 * workers with the same delivery write one line, and what is not in the outbox certainly never left. A delivery that is not `sending` any
 * more stays where it is: whoever stopped it reads « annulé », and nothing leaves.
 */
export const journal: AlertProvider = {
  name: 'journal',
  pool: null,
  rate: null,
  isInside: true,
  patience: 0,
  certainty: 0,
  traces: 1000,
  chunk: () => 500,

  async deliver({ tx }, { companyId, deliveries }) {
    await tx.scope({ companies: [companyId] })
    const leaving = await tx.sql<{ id: string }>`
      select id
      from alert_deliveries
      where company_id = ${companyId} and id = any(${deliveries.map(({ id }) => id)}::uuid[]) and status = 'sending'
      order by id
      for update`
    const ids = new Set(leaving.map(({ id }) => id))
    const lines = deliveries.filter(({ id }) => ids.has(id))
    await tx.sql`
      insert into outbox (id, channel, "to", text)
      select *
      from unnest(
        ${lines.map(({ id }) => id)}::uuid[],
        ${lines.map(({ method }) => method)}::text[],
        ${lines.map(({ phone }) => phone)}::text[],
        ${lines.map((one) => (one.method === 'call' ? spokenText(one) : one.text))}::text[])
      on conflict (id) do nothing`
    return deliveries.map(({ id }) => (ids.has(id) ? { is: 'accepted', providerId: id } : { is: 'later', wasTried: false }))
  },

  async trace({ tx }, lost) {
    const kept = await tx.sql<{ id: string }>`select id from outbox where id = any(${lost.map(({ id }) => id)}::uuid[])`
    const ids = new Set(kept.map(({ id }) => id))
    return lost.map(({ id }) => ({ is: 'known', providerIds: ids.has(id) ? [id] : [] }))
  },

  isUp: async () => true,

  // Nobody calls it back.
  hear: async () => null,
  reply: () => new Uint8Array(),
}
