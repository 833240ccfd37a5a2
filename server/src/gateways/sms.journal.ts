// The embedded provider of alerts: it accepts everything and writes it into the outbox.
import { type AlertProvider, spokenText } from '../engine/outside/sms.ts'

/**
 * Exactly once, whatever dies: the outbox is written in the transaction that marks the delivery accepted, under the delivery's own id. Two workers
 * that hold the same delivery write one line, and what is not in the outbox certainly never left. A delivery that someone has moved meanwhile stays where it
 * is: whoever stopped it reads « annulée », and nothing leaves.
 */
export const journal: AlertProvider = {
  name: 'journal',
  pool: null,
  patience: 0,
  traces: 1000,
  chunk: () => 500,

  async deliver({ tx }, batch, { companyId }) {
    await tx.scope({ companies: [companyId] })
    const held = await tx.sql<{ id: string }>`
      select id from alert_deliveries
      where company_id = ${companyId} and id = any(${batch.map(({ id }) => id)}::uuid[]) and status = 'sending' order by id for update`
    const ids = new Set(held.map(({ id }) => id))
    const leaving = batch.filter(({ id }) => ids.has(id))
    await tx.sql`
      insert into outbox (id, channel, "to", text)
      select * from unnest(
        ${leaving.map(({ id }) => id)}::uuid[],
        ${leaving.map(({ method }) => method)}::text[],
        ${leaving.map(({ phone }) => phone)}::text[],
        ${leaving.map((one) => (one.method === 'call' ? spokenText(one) : one.text))}::text[])
      on conflict (id) do nothing`
    return batch.map(({ id }) => (ids.has(id) ? { is: 'accepted', providerId: id } : { is: 'later', wasTried: false }))
  },

  async trace({ tx }, lost) {
    const kept = await tx.sql<{ id: string }>`select id from outbox where id = any(${lost.map(({ id }) => id)}::uuid[])`
    const ids = new Set(kept.map(({ id }) => id))
    return lost.map(({ id }) => ({ is: 'known', providerIds: ids.has(id) ? [id] : [] }))
  },

  // Nobody calls it back.
  hear: async () => null,
  reply: () => new Uint8Array(),
}
