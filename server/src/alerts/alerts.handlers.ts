import type { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { deliveryLife, openStates } from '@bordee/core/alerts/delivery-life.ts'
import { notFound } from '@bordee/core/problem.ts'
import { dispatches } from '@bordee/core/roles.ts'
import { audit } from '../engine/audit.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'

import { publishProgress } from './alerts.jobs.ts'
import { cancelQueued } from './deliveries.ts'
import { listHistory, listLog, readHistoryRow, readProgress, receivedAlerts } from './history.ts'
import { lockAndFind, outcomeOf } from './presses.ts'
import { preview, send } from './sending.ts'

/** Activation costs money, so billing answers it. */
export const alertHandlers: Omit<Handlers<typeof alertCalls>, 'activateAlerts'> = {
  sendAlert: send,

  async findAlert(ctx, { requestKey }) {
    const sent = await lockAndFind(ctx, requestKey) // waits for a press still being processed
    if (!sent) throw notFound('Alerte')
    return outcomeOf(sent)
  },

  previewAlert: preview,

  async stopAlert(ctx, { code }) {
    const companyId = companyOf(ctx)
    await requireOwnSend(ctx, code, sql`for no key update of s`) // locked until the request ends
    // Deliveries that are sending or unknown may return to the queue, and a run may add to its automatic send: record
    // the stop, or they would leave after it.
    const [open] = await ctx.tx.sql`
      select
      from alert_sends s
      where s.company_id = ${companyId} and s.id = ${code} and (s.is_automatic or exists (
        select
        from alert_deliveries d
        where d.company_id = s.company_id and d.send_id = s.id and d.status in ${inStates([...openStates, deliveryLife.to('forget')])}))`
    const stoppedCount = await cancelQueued(ctx, { companyId, sendId: code }, 'stopped')
    if (open) {
      await ctx.tx.sql`
        update alert_sends
        set stopped_at = coalesce(stopped_at, ${ctx.now})
        where company_id = ${companyId} and id = ${code}`
      await audit(ctx, 'alert-stopped', { code, stoppedCount })
    }
    await publishProgress(ctx, companyId, code)
    return { stoppedCount }
  },

  async getAlertProgress(ctx, { code }) {
    await requireOwnSend(ctx, code, sql``)
    return readProgress(ctx, code)
  },

  listAlertHistory: listHistory,

  getAlert: (ctx, { code }) => readHistoryRow(ctx, code),

  listAlertLog: (ctx, { code }) => listLog(ctx, code),

  listReceivedAlerts: (ctx) => ctx.tx.jsonList(receivedAlerts(ctx)),
}

/** With limited access, an employee may follow and stop only the sends they made. */
async function requireOwnSend(ctx: Ctx, code: string, lock: Sql<unknown>) {
  const { accountId, role } = ctx.actor
  const isUnlimited = dispatches(role)
  const [found] = await ctx.tx.sql`
    select
    from alert_sends s
    join companies c on c.id = s.company_id
    where s.company_id = ${companyOf(ctx)} and s.id = ${code}
      and (${isUnlimited} or not c.alert_is_accesses_limited or s.sent_by = ${accountId})
    ${lock}`
  if (!found) throw notFound('Alerte')
}
