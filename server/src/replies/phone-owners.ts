// Whose phone it is, and what was last sent to it.
import type { ReplyCandidate } from '@bordee/core/replies/reply.ts'
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { addressText } from '../sites/site-address.ts'

const fullName = sql`nullif(trim(concat_ws(' ', o.first_name, o.last_name)), '')`

/** The occupants who have this phone, each at a site. */
export const occupantsWith = ({ tx }: Pick<Work, 'tx'>, companyId: string, phone: string) =>
  tx.sql<ReplyCandidate>`
    select o.id as "occupantId",
           ${fullName} as "occupantName",
           s.id as "siteId",
           ${addressText('s')} as "siteAddress",
           c.name as "customerName"
    from occupants o
    join sites s on s.company_id = o.company_id and s.id = o.site_id
    join clients c on c.company_id = s.company_id and c.id = s.client_id
    where o.company_id = ${companyId} and o.phone = ${phone}
    order by c.name, s.name, o.id
    limit 50`

export interface LastSent {
  deliveryId: string
  sendId: string
  purpose: 'alert' | 'answer' | 'crew'
  occupantId: string | null
  siteId: string | null
  operationId: string | null
  at: Date
}

/** Of the delivery `d`: the phone may have it. */
export const hasLeft = sql`d.status not in ('queued', 'cancelled') and (d.status <> 'failed' or d.accepted_at is not null)`

/** What the company last sent to the phone, from the number it wrote to, if a provider has numbers. */
export async function lastSentTo(
  { tx }: Pick<Work, 'tx'>,
  { companyId, phone, to, purposes }: { companyId: string; phone: string; to: string | null; purposes: readonly LastSent['purpose'][] },
): Promise<LastSent | undefined> {
  const [last] = await tx.sql<LastSent>`
    select d.id as "deliveryId",
           d.send_id as "sendId",
           s.purpose,
           d.occupant_id as "occupantId",
           d.site_id as "siteId",
           s.operation_id as "operationId",
           d.created_at as at
    from alert_deliveries d
    join alert_sends s on s.company_id = d.company_id and s.id = d.send_id
    where d.company_id = ${companyId} and d.phone = ${phone} and s.purpose = any(${purposes}::text[])
      and (${to}::text is null or d.sender = ${to})
      and ${hasLeft}
    order by d.created_at desc, d.id desc
    limit 1`
  return last
}
