// Whoever holds a tracking link: the occupant and the site it was given for, and what they may change there.
import type { QuietHours } from '@bordee/core/alerts/hours.ts'
import type { ServiceColor } from '@bordee/core/colors.ts'
import { isTrackingToken } from '@bordee/core/tracking/tracking-link.ts'
import { changeSubscription } from '../alerts/subscriptions.ts'
import { seasonAt, tokenOf } from '../alerts/tracking-links.ts'
import type { Work } from '../engine/ctx.ts'
import { hashOf } from '../engine/secrets.ts'
import { addressText } from '../sites/site-address.ts'

export interface Resident {
  companyId: string
  occupantId: string
  siteId: string
  phone: string
  siteAddress: string
  companyName: string
  companyPhone: string
  zone: string
  /** Null where the company publishes no bulletin. */
  bulletinAddress: string | null
  color: ServiceColor | null
  quietHours: QuietHours
  isUnsubscribed: boolean
}

interface Row extends Resident {
  season: number
  generations: string
}

/**
 * The resident whose link this is, and scopes the transaction to the company. Undefined for a link that was never given, of another
 * season, revoked, or given to another phone or for another site than the occupant has now: nothing tells one from the other.
 */
export async function findResident(work: Work, token: string): Promise<Resident | undefined> {
  if (!isTrackingToken(token)) return undefined
  await work.tx.scope({ platform: true })
  const [row] = await work.tx.sql<Row>`
    select l.company_id as "companyId",
           l.occupant_id as "occupantId",
           l.season,
           o.site_id as "siteId",
           o.phone,
           o.quiet_hours as "quietHours",
           ${addressText('s')} as "siteAddress",
           c.name as "companyName",
           c.phone as "companyPhone",
           c.time_zone as zone,
           c.tracking_generation || '.' || o.tracking_generation as generations,
           b.address as "bulletinAddress",
           b.color,
           u.phone is not null as "isUnsubscribed"
    from tracking_links l
    join occupants o on o.company_id = l.company_id and o.id = l.occupant_id
    join sites s on s.company_id = o.company_id and s.id = o.site_id
    join companies c on c.id = l.company_id and c.is_active and c.archived_at is null and c.alert_is_active
    left join bulletin_configs b on b.company_id = c.id and b.is_on
    left join unsubscribed_phones u on u.company_id = l.company_id and u.phone = o.phone
    where l.token_hash = ${hashOf(token)}`
  if (!row || row.season !== seasonAt(work.now, row.zone) || tokenOf(work, row) !== token) return undefined
  const { season: _, generations: __, ...resident } = row
  await work.tx.scope({ companies: [resident.companyId] })
  return resident
}

/** Repeating it changes nothing. */
export const unsubscribe = (work: Work, { companyId, phone }: Resident) =>
  changeSubscription(work, { companyId, phone, unsubscribed: true, how: 'link' })
