// Fills `{raison}` for each site of a send (core/src/messages/variables.ts), from the marks of an operation.
import { asksReason, longestOf, longestUsual, reasonWords, withReason } from '@bordee/core/messages/variables.ts'
import type { NotDoneReason } from '@bordee/core/runs/run.ts'
import type { Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { recipientDecisions, type Sending } from './recipients.ts'

export interface Filling {
  /** One per site at which someone is alerted and a reason is known; none if the text is the same for all. */
  texts: { siteId: string; text: string }[]
  reasons: { reason: string | null; sitesCount: number }[]
  longestText: string
  unexplained: number
}

export async function fillText({ tx }: Work, sending: Sending, operation: Sql<unknown>): Promise<Filling> {
  const { companyId, text } = sending
  if (!asksReason(text)) return { texts: [], reasons: [], longestText: text, unexplained: 0 }
  const sites = await tx.rows(sql<{ siteId: string; reason: NotDoneReason | null; note: string | null }>`
    with ${recipientDecisions(sending)},
    told_sites as (
      select distinct site_id
      from decisions
      where why is null),
    given as (${lastReasons(companyId, operation)})
    select t.site_id as "siteId", g.reason, g.note
    from told_sites t
    left join given g on g.site_id = t.site_id`)
  const explained = sites.map((site) => ({ siteId: site.siteId, reason: reasonWords(site) }))
  const texts = explained.flatMap(({ siteId, reason }) => (reason === null ? [] : { siteId, text: withReason(text, reason) }))
  return {
    texts,
    reasons: [...Map.groupBy(explained, ({ reason }) => reason)]
      .map(([reason, { length }]) => ({ reason, sitesCount: length }))
      .toSorted((a, b) => b.sitesCount - a.sitesCount),
    longestText: longestOf(texts.map((one) => one.text)) ?? longestUsual(text),
    unexplained: sites.length - texts.length,
  }
}

/** Why each of `told_sites` was last left as it is; a site that was done since then has no reason. */
const lastReasons = (companyId: string, operation: Sql<unknown>) => sql`
  select distinct on (s.site_id) s.site_id, a.reason, a.note
  from told_sites t
  join run_sites s on s.company_id = ${companyId} and s.site_id = t.site_id
  join runs r on r.company_id = s.company_id and r.id = s.run_id and r.operation_id = ${operation}
  join run_areas x on x.company_id = s.company_id and x.run_site_id = s.id
  join run_area_actions a on a.company_id = x.company_id and a.run_area_id = x.id
  where a.type in ('mark_as_not_done', 'mark_as_partial')
    and not exists ( -- even if the office has called the driver back since
      select from run_area_actions b
      where b.company_id = a.company_id and b.run_area_id = a.run_area_id and b.type = 'mark_as_done' and b.at > a.at)
    and not exists (
    select
    from run_sites d
    join runs n on n.company_id = d.company_id and n.id = d.run_id
    where d.company_id = s.company_id and d.site_id = s.site_id and n.operation_id = r.operation_id
      and d.state = 'done' and d.decided_at > a.at)
  order by s.site_id, a.at desc, a.created_at desc`
