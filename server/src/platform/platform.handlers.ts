import type { OutboxMessage, platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { forbidden, notFound } from '@bordee/core/problem.ts'
import type { Handlers } from '../ctx.ts'
import { openApi } from '../openapi.ts'
import { audit } from './audit.ts'

export const platformHandlers: Handlers<typeof platformCalls> = {
  async getConfig({ env }) {
    return {
      provider: { maps: env.maps.styleUrl ? 'style' : 'embedded', captcha: env.captcha.provider, payment: 'embedded' },
      maps: env.maps,
      captchaSiteKey: env.captcha.siteKey,
      paymentPublishableKey: null,
      ...env.links,
      demo: env.demoAccounts,
    }
  },

  getCaptchaChallenge: ({ gateways }) => gateways.captcha.challenge(),

  getOpenApi: async () => openApi(),

  /** Without the demo these are real people's letters: for the super administrator alone, and their links were masked when written. */
  async listOutbox({ tx, env, actor }, { channel, to, limit }) {
    if (!env.demoAccounts && actor.role !== 'super_admin') throw forbidden()
    return tx.sql<OutboxMessage>`
      select id, channel, "to", subject, text, html, to_json(created_at)#>>'{}' as "createdAt" from outbox
      where channel = coalesce(${channel ?? null}, channel) and "to" = coalesce(${to ?? null}, "to")
      order by created_at desc, id desc limit ${limit}`
  },

  listDeadLetters: ({ jobs }) => jobs.dead(),

  async retryDeadLetter(ctx, { id }) {
    if (!(await ctx.jobs.redrive(ctx.tx, id))) throw notFound('Travail')
    await audit(ctx, 'job-retried', { id })
    return null
  },

  async listen({ actor }) {
    if (!actor.companyId) throw notFound('Compagnie')
    return { companyId: actor.companyId }
  },
}
