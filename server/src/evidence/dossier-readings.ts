// What people read on a stick or a thermometer during the operations of a period, as the dossier says it.
import { formatNumber } from '@bordee/core/text.ts'
import type { Work } from '../engine/ctx.ts'
import type { SiteKey } from './site-facts.ts'

export interface ReadingFacts {
  id: string
  at: Date
  kind: 'depth' | 'temperature'
  amount: number
  userName: string
}

/** Those of whole operations, and of the sectors that the site is in. */
export const readReadings = ({ tx }: Work, { companyId, siteId, since, before }: SiteKey): Promise<ReadingFacts[]> =>
  tx.sql<ReadingFacts>`
    select d.id, d.at, d.kind, d.amount::float8, d.user_name as "userName"
    from operation_readings d
    where d.company_id = ${companyId} and d.at >= ${since} and d.at < ${before}
      and (d.sector_id is null or exists (
        select from sector_members m where m.company_id = d.company_id and m.sector_id = d.sector_id and m.site_id = ${siteId}))
    order by d.at, d.id`

export const readingText = ({ kind, amount, userName }: ReadingFacts): string =>
  kind === 'depth'
    ? `${formatNumber(amount)}\u00a0cm de neige depuis le début, mesurés par ${userName}`
    : `${formatNumber(amount)}\u00a0°C, lus par ${userName}`
