import type { configCalls } from '@bordee/core/platform/config.calls.ts'
import type { OutboxMessage, platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { forbidden, notFound } from '@bordee/core/problem.ts'
import { readsOutbox } from '@bordee/core/roles.ts'
import { isLimited } from '../accounts/scopes.ts'
import { audit } from '../engine/audit.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { openApiText } from '../engine/http/openapi.ts'
import { release } from '../engine/version.ts'
import { mapArchive } from './map-archive.ts'
import { readStatistics } from './statistics.ts'

export const platformHandlers: Handlers<typeof configCalls & typeof platformCalls> = {
  async getConfig({ env }) {
    const archive = await mapArchive(env.dataDir)
    return {
      version: release,
      provider: {
        maps: env.maps.styleUrl ? 'style' : archive ? 'archive' : 'embedded',
        captcha: env.captcha.provider,
        payment: env.payments.provider,
      },
      maps: { ...env.maps, archive },
      captchaSiteKey: env.captcha.siteKey,
      paymentPublishableKey: env.payments.publishableKey,
      ...env.links,
      demo: env.demoAccounts,
      sends: { mail: env.mail.smtpUrl !== undefined, alerts: env.alerts.provider !== 'journal' },
    }
  },

  getCaptchaChallenge: ({ gateways }) => gateways.captcha.challenge(),

  getOpenApi: async () => openApiText(),

  async listOutbox(ctx, { channel, to, limit }) {
    requireOutboxReader(ctx)
    return ctx.tx.sql<OutboxMessage>`
      select id, channel, "to", subject, text, html, to_json(created_at)#>>'{}' as "createdAt", coalesce((
        select json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', length(f.bytes), 'cid', f.cid) order by f.id)
        from outbox_attachments f
        where f.outbox_id = o.id), '[]') as attachments
      from outbox o
      where channel = coalesce(${channel ?? null}, channel) and "to" = coalesce(${to ?? null}, "to")
      order by created_at desc, id desc limit ${limit}`
  },

  async getAttachment(ctx, { id }) {
    requireOutboxReader(ctx)
    const [file] = await ctx.tx.sql<{ name: string; bytes: Buffer }>`select name, bytes from outbox_attachments where id = ${id}`
    if (!file) throw notFound('Fichier')
    return file
  },

  listDeadLetters: ({ jobs }) => jobs.dead(),

  async getSchedule({ jobs }) {
    const { lastPassAt, isLate } = await jobs.schedule()
    return { lastPassAt, isLate }
  },

  async retryDeadLetter(ctx, { id }) {
    if (!(await ctx.jobs.redrive(ctx.tx, id))) throw notFound('Travail')
    await audit(ctx, 'job-retried', { id })
    return null
  },

  async getStatistics(ctx) {
    const counted = await readStatistics(ctx)
    if (!counted) throw new Error('no statistics')
    return counted
  },

  async listen(ctx) {
    const companyId = companyOf(ctx)
    const { accountId } = ctx.actor
    const limited = await ctx.tx.row(sql<{ yes: boolean }>`select ${isLimited(ctx)} as yes`)
    return { companyId, ...(limited?.yes && { filter: ({ by }) => by === accountId }) }
  },
}

/** Outside the demo these are real letters: for the super administrator alone, their links masked when written. */
function requireOutboxReader({ env, actor }: Ctx) {
  if (!readsOutbox(actor.role, env.demoAccounts)) throw forbidden()
}
