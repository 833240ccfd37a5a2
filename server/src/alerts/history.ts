// What was sent, and what became of each delivery.

import { type DeliveryStatus, deliveryStatuses, type HistoryRow, type LogRow } from '@bordee/core/alerts/alert.ts'
import { openStates } from '@bordee/core/alerts/delivery-life.ts'
import { periodOf } from '@bordee/core/alerts/period.ts'
import { notFound } from '@bordee/core/problem.ts'
import { homeZone } from '@bordee/core/time.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/sql.ts'
import { inStates } from '../engine/states.ts'

/** Taken in by the provider and not refused afterwards: what it refuses never leaves, and gives its unit back. */
export const hasLeft = sql`(
  status in ('accepted', 'delivered')
  or (status = 'failed' and accepted_at is not null and paid_from is not null))`

/** With a client: the sends that concerned one of his sites. */
export async function listHistory(ctx: Ctx, { from, to, clientId }: { from: string; to: string; clientId?: string | undefined }) {
  const companyId = companyOf(ctx)
  const [company] = await ctx.tx.sql<{ zone: string }>`select time_zone as zone from companies where id = ${companyId}`
  if (clientId) await requireClient(ctx, clientId)
  const { since, before } = periodOf(from, to, company?.zone ?? homeZone)
  return ctx.tx.jsonList(sql<{ json: HistoryRow }>`
    select json_build_object(
      'code', s.id,
      'targetName', s.target_name,
      'triggeredByUsername', s.sent_by_name,
      'message', s.message,
      'expectedCount', s.expected,
      'actualCount', d.left_count,
      'amount', d.amount,
      'triggeredAt', s.created_at,
      'status', case when s.stopped_at is not null then 'stopped' when d.open_count > 0 then 'sending' else 'done' end) as json
    from alert_sends s
    cross join lateral (
      select (count(*) filter (where ${hasLeft}))::int as left_count,
             coalesce(sum(price) filter (where paid_from is not null), 0)::int as amount,
             count(*) filter (where status in ${inStates(openStates)}) as open_count
      from alert_deliveries x
      where x.company_id = s.company_id and x.send_id = s.id) d
    where s.company_id = ${companyId} and s.created_at >= ${since} and s.created_at < ${before}
      and (${clientId ?? null}::uuid is null or exists (
        select
        from alert_deliveries x
        where x.company_id = s.company_id and x.send_id = s.id and x.client_id = ${clientId ?? null}))
    order by s.created_at desc, s.id desc`)
}

/** To the office what is in a worker's hands still waits. */
const statusAsRead = sql`case when status = 'sending' then 'queued' else status end`

export async function listLog(ctx: Ctx, code: string) {
  await requireSend(ctx, code)
  return ctx.tx.jsonList(sql<{ json: LogRow }>`
    select json_build_object(
      'id', id,
      'alertMethod', method,
      'phone', phone,
      'factured', paid_from is not null,
      'cancellationReason', case when reason = 'stopped' then 'other' else reason end,
      'firstName', first_name,
      'lastName', last_name,
      'siteName', site_name,
      'customerName', client_name,
      'status', ${statusAsRead},
      'paidFrom', paid_from,
      'sentAt', accepted_at) as json
    from alert_deliveries
    where company_id = ${companyOf(ctx)} and send_id = ${code}
    order by client_name, site_name, last_name, first_name, id`)
}

export async function countDeliveries(ctx: Ctx, code: string): Promise<Record<DeliveryStatus, number>> {
  const rows = await ctx.tx.sql<{ status: DeliveryStatus; n: number }>`
    select ${statusAsRead} as status, count(*)::int as n
    from alert_deliveries
    where company_id = ${companyOf(ctx)} and send_id = ${code}
    group by 1`
  const none = Object.fromEntries(deliveryStatuses.map((status) => [status, 0])) as Record<DeliveryStatus, number>
  return { ...none, ...Object.fromEntries(rows.map(({ status, n }) => [status, n])) }
}

async function requireSend({ tx, ...ctx }: Ctx, code: string) {
  const [send] = await tx.sql`select from alert_sends where company_id = ${ctx.actor.companyId} and id = ${code}`
  if (!send) throw notFound('Alerte')
}

async function requireClient({ tx, actor }: Ctx, id: string) {
  const [client] = await tx.sql`select from clients where company_id = ${actor.companyId} and id = ${id}`
  if (!client) throw notFound('Client')
}
