// What platform staff see of the server, and the live channel.
import * as z from 'zod'
import { call, slice } from '../call.ts'
import { alertSenders, platformStaff, superAdmins } from '../roles.ts'
import { id, instant, named } from '../wire.ts'

const channels = ['email', 'sms', 'call'] as const
const outboxMessage = named(
  'OutboxMessage',
  z.object({
    id,
    channel: z.enum(channels),
    to: z.string(),
    subject: z.string().nullable(),
    text: z.string(),
    html: z.string().nullable(),
    createdAt: instant,
    /** An attachment with a `cid` is a picture shown in the text. */
    attachments: z.array(z.object({ id, name: z.string(), type: z.string(), size: z.int(), cid: z.string().nullable() })),
  }),
)
export type OutboxMessage = z.infer<typeof outboxMessage>

/** A job that failed for good, kept until someone looks. Its data is not shown because it may hold secrets. */
const deadLetter = named(
  'DeadLetter',
  z.object({ id, kind: z.string(), companyId: id.nullable(), error: z.string().nullable(), failedAt: instant }),
)
export type DeadLetter = z.infer<typeof deadLetter>

/** When due jobs of the schedule were last enqueued, by any server; late if that is minutes ago, or dated in the future. */
const schedule = named('Schedule', z.object({ lastPassAt: instant.nullable(), isLate: z.boolean() }))

/** How much the platform is used. Days are in Québec's time zone; a day without alerts is absent. */
const statistics = named(
  'Statistics',
  z.object({
    companies: z.int(),
    clients: z.int(),
    activeRuns: z.int(),
    operations: z.int(),
    openOperations: z.int(),
    alertsPerDay: z.array(z.object({ date: z.iso.date(), count: z.int() })),
    contractsPerStatus: z.record(z.string(), z.int()),
  }),
)
export type Statistics = z.infer<typeof statistics>

export const platformCalls = slice('platform', {
  getCaptchaChallenge: call('GET /captcha/challenge', {
    who: 'anyone',
    limits: [{ by: 'address', max: 600, seconds: 600 }],
    returns: z.unknown(),
    summary: 'An ALTCHA challenge, in its library’s format',
  }),

  getOpenApi: call('GET /openapi.json', { who: 'anyone', returns: z.unknown(), summary: 'This API as an OpenAPI 3.1 document' }),

  listOutbox: call('GET /outbox', {
    who: platformStaff,
    across: true,
    input: {
      channel: z.enum(channels).optional(),
      to: z.string().max(255).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
    },
    returns: z.array(outboxMessage),
    summary: 'What the embedded providers accepted, newest first',
  }),

  getAttachment: call('GET /outbox/attachments/:id', {
    who: platformStaff,
    across: true,
    input: { id },
    file: 'application/octet-stream',
    summary: 'A file attached to a letter in the outbox',
  }),

  listDeadLetters: call('GET /jobs/dead', {
    who: platformStaff,
    across: true,
    returns: z.array(deadLetter),
    summary: 'Jobs that failed for good',
  }),

  retryDeadLetter: call('POST /jobs/dead/:id/retry', {
    who: platformStaff,
    across: true,
    input: { id },
    touches: [],
    summary: 'Puts a failed job back in its queue',
  }),

  getSchedule: call('GET /jobs/schedule', {
    who: platformStaff,
    across: true,
    returns: schedule,
    summary: 'Whether scheduled jobs run on time',
  }),

  getStatistics: call('GET /statistics', {
    who: superAdmins,
    across: true,
    returns: statistics,
    summary: 'Counts of companies, clients, alerts, contracts, runs and operations for the whole platform',
  }),

  listen: call('GET /live', { who: alertSenders, stream: true, summary: 'Events of the current company, as they happen' }),
})
