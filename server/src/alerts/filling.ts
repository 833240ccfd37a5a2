// Fills the variables of a send that are known when it is pressed (core/src/messages/variables.ts): `{bulletin}`, and `{raison}`
// for each site, from the marks of an operation. A resident's own link is filled when a text leaves (leaving-texts.ts).

import { shortBulletinPath } from '@bordee/core/bulletins/bulletin.ts'
import {
  asksBulletin,
  asksReason,
  isLinked,
  longestOf,
  longestUsual,
  reasonWords,
  unknownReason,
  withBulletin,
  withReason,
  withTracking,
} from '@bordee/core/messages/variables.ts'
import type { NotDoneReason } from '@bordee/core/runs/run.ts'
import { tokenLength } from '@bordee/core/tracking/tracking-link.ts'
import type { Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { lastReasons } from '../operations/reasons.ts'
import { recipientDecisions, type Sending } from './recipients.ts'
import { trackingLink } from './tracking-links.ts'

export interface Filling {
  /** One per site, except where someone would be alerted and no reason is known; none if the text is the same for all. */
  texts: { siteId: string; text: string }[]
  /** These and the following concern only sites at which someone is alerted. */
  reasons: { reason: string | null; sitesCount: number }[]
  longestText: string
  unexplained: number
  linked: number
  /** What everyone else is told, if that isn't the message as it is written. */
  commonText: string | null
  /** The text gives the address of a bulletin that isn't published. */
  lacksBulletin: boolean
}

export async function fillText(work: Work, sending: Sending, operation: Sql<unknown>): Promise<Filling> {
  const { tx } = work
  const { companyId } = sending
  const address = asksBulletin(sending.text) ? await bulletinLink(work, companyId) : null
  const text = address ? withBulletin(sending.text, address) : sending.text
  const common = { commonText: text === sending.text ? null : text, lacksBulletin: asksBulletin(text) }
  const withOwnLink = (said: string) => withTracking(said, trackingLink(work, 'x'.repeat(tokenLength)))
  if (!asksReason(text)) return { ...common, texts: [], reasons: [], longestText: withOwnLink(text), unexplained: 0, linked: 0 }
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
    ...common,
    texts,
    reasons: [...Map.groupBy(told, ({ words }) => words)]
      .map(([reason, { length }]) => ({ reason, sitesCount: length }))
      .toSorted((a, b) => b.sitesCount - a.sitesCount),
    longestText: withOwnLink(longest ?? longestUsual(text)),
    unexplained: told.filter(({ words }) => words === null).length,
    linked: told.filter(isLinked).length,
  }
}

/** Null if the company publishes none. */
async function bulletinLink({ tx, env }: Work, companyId: string): Promise<string | null> {
  const [bulletin] = await tx.sql<{ address: string }>`
    select address from bulletin_configs where company_id = ${companyId} and is_on`
  return bulletin ? `${env.publicUrl}${shortBulletinPath(bulletin.address)}` : null
}
