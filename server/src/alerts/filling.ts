// Fills `{raison}` for each site of a send (core/src/messages/variables.ts), from the marks of an operation.
import { asksReason, isLinked, longestOf, longestUsual, reasonWords, unknownReason, withReason } from '@bordee/core/messages/variables.ts'
import type { NotDoneReason } from '@bordee/core/runs/run.ts'
import type { Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { lastReasons } from '../operations/reasons.ts'
import { recipientDecisions, type Sending } from './recipients.ts'

export interface Filling {
  /** One per site, except where someone would be alerted and no reason is known; none if the text is the same for all. */
  texts: { siteId: string; text: string }[]
  /** These and the following concern only sites at which someone is alerted. */
  reasons: { reason: string | null; sitesCount: number }[]
  longestText: string
  unexplained: number
  linked: number
}

export async function fillText({ tx }: Work, sending: Sending, operation: Sql<unknown>): Promise<Filling> {
  const { companyId, text } = sending
  if (!asksReason(text)) return { texts: [], reasons: [], longestText: text, unexplained: 0, linked: 0 }
  const sites = await tx.rows(sql<{ siteId: string; isTold: boolean; reason: NotDoneReason | null; note: string | null }>`
    with ${recipientDecisions(sending)},
    sites_of_send as (
      select site_id, bool_or(why is null) as is_told
      from decisions
      group by site_id),
    given as materialized (${lastReasons(companyId, operation)})
    select t.site_id as "siteId", t.is_told as "isTold", g.reason, g.note
    from sites_of_send t
    left join given g on g.site_id = t.site_id`)
  const filled = sites.map((site) => ({ ...site, words: reasonWords(site) }))
  const told = filled.filter(({ isTold }) => isTold)
  // Where nobody is alerted, the text is only read in the log.
  const texts = filled.flatMap(({ siteId, isTold, words }) =>
    words === null && isTold ? [] : { siteId, isTold, text: withReason(text, words ?? unknownReason) },
  )
  const longest = longestOf(texts.filter(({ isTold }) => isTold).map((one) => one.text))
  return {
    texts,
    reasons: [...Map.groupBy(told, ({ words }) => words)]
      .map(([reason, { length }]) => ({ reason, sitesCount: length }))
      .toSorted((a, b) => b.sitesCount - a.sitesCount),
    longestText: longest ?? longestUsual(text),
    unexplained: told.filter(({ words }) => words === null).length,
    linked: told.filter(isLinked).length,
  }
}
