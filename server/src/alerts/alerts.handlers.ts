import type { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import { notFound } from '@bordee/core/problem.ts'
import { among, companyAdmins } from '@bordee/core/roles.ts'
import { type Ctx, companyOf, type Handlers } from '../ctx.ts'
import { audit } from '../platform/audit.ts'
import { activate } from './activation.ts'
import { tellProgress } from './alerts.jobs.ts'
import { cancelQueued } from './deliveries.ts'
import { listHistory, listLog } from './history.ts'
import { preview, send } from './sending.ts'

export const alertHandlers: Handlers<typeof alertCalls> = {
  sendAlert: send,

  previewAlert: preview,

  async stopAlert(ctx, { code }) {
    const companyId = companyOf(ctx)
    await lockSend(ctx, code)
    // What is on its way to the provider may still come back into the queue: then it must not leave again.
    const [open] = await ctx.tx.sql`
      select from alert_deliveries where company_id = ${companyId} and send_id = ${code} and status in ('queued', 'sending') limit 1`
    const stoppedCount = await cancelQueued(ctx, { companyId, sendId: code })
    if (open) {
      await ctx.tx
        .sql`update alert_sends set stopped_at = coalesce(stopped_at, ${ctx.now}) where company_id = ${companyId} and id = ${code}`
      await audit(ctx, 'alert-stopped', { code, stoppedCount })
    }
    tellProgress(ctx, companyId, code)
    return { stoppedCount }
  },

  activateAlerts: (ctx, { paymentMethodId }) => activate(ctx, paymentMethodId ?? null),

  listAlertHistory: listHistory,

  listAlertLog: (ctx, { code }) => listLog(ctx, code),
}

/** Held until the request ends. Where accesses are limited an employee stops what he sent himself. */
async function lockSend(ctx: Ctx, code: string) {
  const { accountId, role } = ctx.actor
  const isAdmin = role !== null && among(companyAdmins, role)
  const [found] = await ctx.tx.sql`
    select from alert_sends s join companies c on c.id = s.company_id
    where s.company_id = ${companyOf(ctx)} and s.id = ${code} and (${isAdmin} or not c.alert_is_accesses_limited or s.sent_by = ${accountId}) for update of s`
  if (!found) throw notFound('Alerte')
}
