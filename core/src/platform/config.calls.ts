// What the web app needs first, apart from the other calls of the platform, because every page loads it.
import * as z from 'zod'
import { call, slice } from '../call.ts'
import { named } from '../wire.ts'

const config = named(
  'Config',
  z.object({
    version: z.string(),
    provider: z.object({
      maps: z.enum(['embedded', 'archive', 'style']),
      captcha: z.enum(['altcha', 'recaptcha']),
      payment: z.enum(['embedded', 'stripe']),
    }),
    maps: z.object({
      styleUrl: z.string().nullable(),
      satelliteStyleUrl: z.string().nullable(),
      key: z.string().nullable(),
      /** Where this server serves its own vector map. */
      archive: z.string().nullable(),
    }),
    captchaSiteKey: z.string().nullable(),
    paymentPublishableKey: z.string().nullable(),
    helpUrl: z.string().nullable(),
    documentationUrl: z.string().nullable(),
    demoUrl: z.string().nullable(),
    contactUrl: z.string().nullable(),
    analyticsUrl: z.string().nullable(),
    errorsUrl: z.string().nullable(),
    demo: z.boolean(),
    /** What this server really sends, rather than keeping it in the outbox. */
    sends: z.object({ mail: z.boolean(), alerts: z.boolean() }),
  }),
)
export type Config = z.infer<typeof config>

export const configCalls = slice('platform', {
  getConfig: call('GET /config', { who: 'anyone', returns: config, summary: 'Runtime settings of the web app' }),
})
