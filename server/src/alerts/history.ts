// Alert history: past sends, and what became of each delivery.

import {
  type AlertProgress,
  type DeliveryStatus,
  deliveryStatuses,
  type HistoryRow,
  type LogRow,
  type ReceivedAlert,
} from '@bordee/core/alerts/alert.ts'
import { openStates } from '@bordee/core/alerts/delivery-life.ts'
import { type SendEnding, sendEndings } from '@bordee/core/alerts/ending.ts'
import { periodOf } from '@bordee/core/alerts/period.ts'
import { notFound } from '@bordee/core/problem.ts'
import { runsCompany } from '@bordee/core/roles.ts'
import { homeZone } from '@bordee/core/time.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'
import { visibleClients } from '../folders/visible-folders.ts'
import { requireOperation } from '../operations/operations.queries.ts'
import { addressText } from '../sites/site-address.ts'

/** Accepted by the provider and not refused afterwards: a refused delivery never leaves, and its unit is refunded. */
export const hasLeft = sql`(
  status in ('accepted', 'delivered')
  or (status = 'failed' and accepted_at is not null and paid_from is not null))`

interface HistoryInput {
  from: string
  to: string
  clientId?: string | undefined
  operationId?: string | undefined
}

/** With a client: only the sends that concerned their sites, counting only their share. */
export async function listHistory(ctx: Ctx, { from, to, clientId, operationId }: HistoryInput) {
  const [company] = await ctx.tx.sql<{ zone: string }>`select time_zone as zone from companies where id = ${companyOf(ctx)}`
  if (clientId) await requireClient(ctx, clientId)
  if (operationId) await requireOperation(ctx, operationId)
  const { since, before } = periodOf(from, to, company?.zone ?? homeZone)
  return ctx.tx.jsonList(sql<{ json: HistoryRow }>`
    ${historyRows(ctx, clientId)}
      and s.created_at >= ${since} and s.created_at < ${before}
      and (${clientId === undefined} or d.expected_count > 0)
      ${operationId === undefined ? sql`` : sql`and s.operation_id = ${operationId}`}
    order by s.created_at desc, s.id desc`)
}

export async function readHistoryRow(ctx: Ctx, code: string) {
  const found = await ctx.tx.jsonOne(sql<{ json: HistoryRow }>`${historyRows(ctx)} and s.id = ${code}`)
  if (!found) throw notFound('Alerte')
  return found
}

/** Ends with a `where`. A send cut short isn't done: its detail says why the others weren't alerted. */
const historyRows = (ctx: Ctx, clientId?: string) => sql`
  select json_build_object(
    'code', s.id,
    'purpose', s.purpose,
    'targetName', s.target_name,
    'triggeredByUsername', s.sent_by_name,
    'operationId', s.operation_id,
    'message', s.message,
    'expectedCount', ${clientId === undefined ? sql`s.expected` : sql`d.expected_count`},
    'actualCount', d.left_count,
    'amount', ${runsCompany(ctx.actor.role) ? sql`d.amount` : sql`null::int`},
    'triggeredAt', s.created_at,
    'status', case
      when s.stopped_at is not null then 'stopped'
      when d.open_count > 0 then 'sending'
      when d.detail is not null then 'stopped'
      else 'done'
    end,
    'cancellationDetail', case when s.stopped_at is not null then 'stopped' else d.detail end) as json
  from alert_sends s
  cross join lateral (
    select count(*)::int as expected_count,
           (count(*) filter (where ${hasLeft}))::int as left_count,
           coalesce(sum(price) filter (where paid_from is not null), 0)::int as amount,
           count(*) filter (where status in ${inStates(openStates)}) as open_count,
           max(detail) filter (where detail in ${inStates(sendEndings)}) as detail
    from alert_deliveries x
    where x.company_id = s.company_id and x.send_id = s.id
      ${clientId === undefined ? sql`` : sql`and x.client_id = ${clientId}`}) d
  where s.company_id = ${companyOf(ctx)}`

/** The office sees a delivery held by a worker as still queued. */
const statusAsRead = sql`case when status = 'sending' then 'queued' else status end`

export async function listLog(ctx: Ctx, code: string) {
  await requireSend(ctx, code)
  return ctx.tx.jsonList(sql<{ json: LogRow }>`
    select json_build_object(
      'id', d.id,
      'alertMethod', method,
      'phone', phone,
      'factured', paid_from is not null,
      'cancellationReason', reason,
      'cancellationDetail', detail,
      'firstName', first_name,
      'lastName', last_name,
      'siteName', site_name,
      'customerName', client_name,
      'message', coalesce(d.message, s.message),
      'status', ${statusAsRead},
      'paidFrom', paid_from,
      'sentAt', accepted_at,
      'callOutcome', call_outcome,
      'pressedKeys', pressed_keys,
      'heldUntil', held_until) as json
    from alert_deliveries d
    join alert_sends s on s.company_id = d.company_id and s.id = d.send_id
    where d.company_id = ${companyOf(ctx)} and d.send_id = ${code}
    order by client_name, site_name, last_name, first_name, d.id`)
}

/** The most a client reads at once. */
const longestReceived = 500

/** A send alerts everyone at a site; its client sees one alert, without phones. A deleted site keeps its name. What someone heard by
 * calling the line was sent to nobody. */
export const receivedAlerts = (ctx: Ctx) => sql<{ json: ReceivedAlert }>`
  select json_build_object(
    'text', coalesce(d.message, a.message),
    'sentAt', min(d.accepted_at),
    'siteAddress', coalesce(max(${addressText('s')}) filter (where s.id is not null), max(d.site_name)),
    'companyName', m.name) as json
  from alert_deliveries d
  join alert_sends a on a.company_id = d.company_id and a.id = d.send_id and a.purpose <> 'line'
  join companies m on m.id = d.company_id
  join clients c on c.company_id = d.company_id and c.id = d.client_id
  left join sites s on s.company_id = d.company_id and s.id = d.site_id
  where ${visibleClients(ctx, 'c')} and d.status in ${inStates(['accepted', 'delivered'])}
  group by m.name, a.id, coalesce(d.message, a.message), coalesce(d.site_id::text, d.site_name)
  order by min(d.accepted_at) desc, a.id desc
  limit ${longestReceived}`

export async function readProgress(ctx: Ctx, code: string): Promise<AlertProgress> {
  const companyId = companyOf(ctx)
  const [send] = await ctx.tx.sql<{ isPaused: boolean; isStopped: boolean }>`
    select paused_at is not null as "isPaused", stopped_at is not null as "isStopped"
    from alert_sends
    where company_id = ${companyId} and id = ${code}`
  const rows = await ctx.tx.sql<{ status: DeliveryStatus; n: number; held: number; detail: SendEnding | null }>`
    select ${statusAsRead} as status,
           count(*)::int as n,
           (count(*) filter (where status = 'queued' and held_until > now()))::int as held,
           max(detail) filter (where detail in ${inStates(sendEndings)}) as detail
    from alert_deliveries
    where company_id = ${companyId} and send_id = ${code}
    group by 1`
  const counts = Object.fromEntries(deliveryStatuses.map((status) => [status, rows.find((row) => row.status === status)?.n ?? 0]))
  const detail = send?.isStopped ? 'stopped' : (rows.find((row) => row.detail !== null)?.detail ?? null)
  const isUnderWay = (counts.queued ?? 0) > 0
  const held = rows.find(({ status }) => status === 'queued')?.held ?? 0
  return { ...(counts as Record<DeliveryStatus, number>), held, isPaused: isUnderWay && (send?.isPaused ?? false), detail }
}

async function requireSend({ tx, ...ctx }: Ctx, code: string) {
  const [send] = await tx.sql`select from alert_sends where company_id = ${ctx.actor.companyId} and id = ${code}`
  if (!send) throw notFound('Alerte')
}

async function requireClient({ tx, actor }: Ctx, id: string) {
  const [client] = await tx.sql`select from clients where company_id = ${actor.companyId} and id = ${id}`
  if (!client) throw notFound('Client')
}
