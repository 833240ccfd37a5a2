// The last word on a text, as it leaves: a resident's own link is never stored.
import { asksTracking, withoutLinks, withTracking } from '@bordee/core/messages/variables.ts'
import type { Work } from '../engine/ctx.ts'
import type { Outgoing } from '../outside/sms/sms.ts'
import { giveTokens, maskedLink, trackingLink } from './tracking-links.ts'

export type Unfilled = Pick<Outgoing, 'id' | 'method' | 'phone' | 'from' | 'mark'> & { occupantId: string | null }

/** A call leaves links out, and so does a text to an occupant who is gone. The outbox of a demo shows links whole. */
export async function withOwnLinks<O extends Unfilled & { text: string }>(
  work: Pick<Work, 'tx' | 'now' | 'secrets' | 'env'>,
  companyId: string,
  leaving: readonly O[],
): Promise<(Omit<O, 'occupantId'> & { keptText: string })[]> {
  const asking = leaving.filter(({ method, text }) => method === 'sms' && asksTracking(text))
  const tokens = asking.length > 0 ? await giveTokens(work, companyId, asking) : new Map<string, string>()
  return leaving.map(({ occupantId: _, ...one }) => {
    if (one.method === 'call') return { ...one, text: withoutLinks(one.text), keptText: withoutLinks(one.text) }
    const token = tokens.get(one.id)
    const text = token ? withTracking(one.text, trackingLink(work, token)) : asksTracking(one.text) ? withoutLinks(one.text) : one.text
    return { ...one, text, keptText: work.env.demo ? text : withTracking(one.text, maskedLink(work)) }
  })
}
