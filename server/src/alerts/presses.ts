// A press of « Envoyer » is known by its key: one that arrives again gets the answer of the first.
import type { Target } from '@bordee/core/alerts/alert.ts'
import { hourDetails } from '@bordee/core/alerts/ending.ts'
import { count } from '@bordee/core/text.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { inStates } from '../engine/db/states.ts'
import { keyOf } from './targets.ts'

/** The same press may arrive twice at once: the second waits here, then finds the first one's send. */
export async function lockAndFind(ctx: Ctx, requestKey: string) {
  await ctx.tx.sql`select from companies where id = ${companyOf(ctx)} for no key update`
  return findSend(ctx, requestKey)
}

/** The send of this actor's own press; undefined if there is none. */
async function findSend(ctx: Ctx, requestKey: string) {
  const [sent] = await ctx.tx.sql<Sent>`
    select s.id as code,
           s.target,
           s.message_id as "messageId",
           s.expected,
           (s.expected - count(d.id) filter (
             where d.status = 'cancelled' and (d.detail is null or d.detail in ${inStates(hourDetails)})
               and d.sending_at is null and d.held_until is null))::int as "alertedCount"
    from alert_sends s
    left join alert_deliveries d on d.company_id = s.company_id and d.send_id = s.id
    where s.company_id = ${companyOf(ctx)} and s.sent_by = ${ctx.actor.accountId} and s.request_key = ${requestKey}
    group by s.id`
  return sent
}

interface Sent {
  code: string
  target: string
  /** Null once the message is deleted. */
  messageId: string | null
  expected: number
  alertedCount: number
}

/** The same answer as the first time. */
export const outcomeOf = ({ code, expected, alertedCount }: Sent) => sentOutcome(code, expected, alertedCount)

export const isOrder = ({ target, messageId }: Sent, order: Target & { messageId: string }) =>
  target === keyOf(order) && (messageId === null || messageId === order.messageId)

export const sentOutcome = (code: string, expected: number, alertedCount: number) => ({
  message: success(alertedCount, expected - alertedCount),
  type: 'success' as const,
  code,
  expectedCount: expected,
  cancelledCount: expected - alertedCount,
})

function success(alertedCount: number, cancelled: number): string {
  const left = cancelled > 0 ? ` ${count(cancelled, 'occupant')} ${cancelled > 1 ? 'ne seront pas avisés' : 'ne sera pas avisé'}.` : ''
  if (alertedCount === 0) return `Personne n’est avisé.${left}`
  return `L’alerte est en route vers ${count(alertedCount, 'occupant')}.${left}`
}
