// The embedded alert provider: accepts everything and writes it into the outbox.
import { type AlertProvider, spokenText } from './sms.ts'

/**
 * Exactly once, whatever crashes: the outbox row is written under the delivery's id, in the transaction that marks
 * the delivery accepted. Two workers with the same delivery write one row, and what isn't in the outbox never left. A
 * delivery no longer `sending` is left alone: after a stop it shows « annulé », and nothing leaves.
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
        ${lines.map((one) => (one.method === 'call' ? spokenText(one) : one.keptText))}::text[])
      on conflict (id) do nothing`
    return deliveries.map(({ id }) => (ids.has(id) ? { is: 'accepted', providerId: id } : { is: 'later', wasTried: false }))
  },

  async trace({ tx }, lost) {
    const kept = await tx.sql<{ id: string }>`select id from outbox where id = any(${lost.map(({ id }) => id)}::uuid[])`
    const ids = new Set(kept.map(({ id }) => id))
    return lost.map(({ id }) => ({ is: 'known', providerIds: ids.has(id) ? [id] : [] }))
  },

  isUp: async () => true,

  // Nothing calls back.
  hear: async () => null,
  reply: () => new Uint8Array(),
  hearCall: async () => null,
  answerCall: () => new Uint8Array(),
}
