// The embedded provider of alerts: it accepts everything and writes it into the outbox.
import { type AlertProvider, spokenText } from './sms.ts'

/**
 * Exactly once, whatever dies: the outbox is written in the transaction that marks the delivery accepted, under the delivery's own id. Two workers
 * that hold the same delivery write one line, and what is not in the outbox certainly never left.
 */
export const journal: AlertProvider = {
  name: 'journal',
  pool: null,
  patience: 0,
  chunk: () => 500,

  async deliver({ tx }, batch) {
    await tx.sql`
      insert into outbox (id, channel, "to", text)
      select * from unnest(${batch.map(({ id }) => id)}::uuid[], ${batch.map(({ method }) => method)}::text[],
                           ${batch.map(({ phone }) => phone)}::text[], ${batch.map((one) => (one.method === 'call' ? spokenText(one) : one.text))}::text[])
      on conflict (id) do nothing`
    return batch.map(({ id }) => ({ is: 'accepted', providerId: id }))
  },

  async trace({ tx }, lost) {
    const kept = await tx.sql<{ id: string }>`select id from outbox where id = any(${lost.map(({ id }) => id)}::uuid[])`
    const ids = new Set(kept.map(({ id }) => id))
    return lost.map(({ id }) => ({ is: 'known', providerIds: ids.has(id) ? [id] : [] }))
  },

  isGenuine: async () => false,
}
