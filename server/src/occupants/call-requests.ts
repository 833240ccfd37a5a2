// « Je demande à être avisé par appel automatisé, même la nuit et la fin de semaine »: who asked for it, when and how.
import type { CallRequest } from '@bordee/core/alerts/hours.ts'
import type { Ctx } from '../engine/ctx.ts'

interface Asked {
  phone?: string | undefined
  callsAnytime?: boolean | undefined
}

interface Held {
  phone: string
  callsAnytime: CallRequest | null
}

/** What is written of an occupant as sent. A request holds for the phone that it was made for; one that is repeated keeps its date. */
export function withCallRequest<O extends Asked>(
  sent: O,
  by: CallRequest,
  held?: Held,
): Omit<O, 'callsAnytime'> & { callsAnytime?: CallRequest | null } {
  const { callsAnytime: isAsked, ...occupant } = sent
  const isSamePhone = held !== undefined && (sent.phone === undefined || sent.phone === held.phone)
  if (isAsked === undefined) return isSamePhone || !held ? occupant : { ...occupant, callsAnytime: null }
  return { ...occupant, callsAnytime: isAsked ? (isSamePhone && held.callsAnytime) || by : null }
}

/** A request that this actor records now. */
export async function callRequestBy({ tx, actor, now }: Ctx): Promise<CallRequest> {
  const [account] = await tx.sql<{ name: string }>`
    select coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name from accounts where id = ${actor.accountId}`
  return { at: now.toISOString(), byName: account?.name ?? actor.email, how: actor.role === 'client' ? 'portal' : 'office' }
}
