// Opens everything that the server needs, and closes it in reverse order.
import { join } from 'node:path'
import { api } from '@bordee/core/api.ts'
import type { Gateways, Work } from './engine/ctx.ts'
import { openPool, transaction } from './engine/db/db.ts'
import type { Env } from './engine/env.ts'
import { workOf } from './engine/http/contexts.ts'
import { FairQueue } from './engine/http/fair-queue.ts'
import { Gate } from './engine/http/gate.ts'
import { Shares } from './engine/http/shares.ts'
import { Throttle } from './engine/http/throttle.ts'
import { Jobs } from './engine/jobs/jobs.ts'
import { Live, publishOnCommit } from './engine/live/live.ts'
import { Logs } from './engine/logs.ts'
import { Metrics } from './engine/metrics.ts'
import { Secrets } from './engine/secrets.ts'
import type { Server } from './engine/server.ts'
import { altcha, recaptcha } from './outside/captcha/providers.ts'
import { directionsOf } from './outside/directions/providers.ts'
import type { Files } from './outside/files/files.ts'
import { folderFiles } from './outside/files/folder.ts'
import { outboxMail, smtpMail } from './outside/mail/providers.ts'
import { sandboxPayments } from './outside/payments/sandbox/sandbox.ts'
import { stripePayments } from './outside/payments/stripe/stripe.ts'
import { placesOf } from './outside/places/providers.ts'
import { journal } from './outside/sms/journal.ts'
import { twilio } from './outside/sms/twilio.ts'
import { trackerOf } from './outside/trackers/providers.ts'
import { weatherOf } from './outside/weather/providers.ts'
import { workers } from './slices.ts'

/** Database connections for requests, and how many one company or one person (a visitor's address) may hold. */
const connections = 16
const ofOneCompany = 4
const ofOnePerson = 3

/**
 * `closers` gets each thing as it opens, so that an early stop closes exactly what is open. `directUrl` bypasses a
 * pooler: listening, and the queues with their locks, need a session.
 */
export async function openServer(
  env: Env,
  secret: string,
  appUrl: string,
  closers: (() => Promise<unknown>)[],
  directUrl = appUrl,
): Promise<Server> {
  const secrets = new Secrets(secret)
  const pool = openPool(appUrl, connections, env.pooling)
  closers.push(() => pool.end())
  const counters = openPool(appUrl, 3, env.pooling, { writesAlone: true })
  closers.push(() => counters.end())
  const watcher = openPool(appUrl, 1, env.pooling)
  closers.push(() => watcher.end())
  const metrics = new Metrics()
  closers.push(async () => metrics.stop())
  const live = new Live(directUrl)
  closers.push(() => live.stop())
  await live.start()
  const jobs = new Jobs(directUrl, secrets, metrics, { works: env.role !== 'web' })
  closers.push(() => jobs.stop())
  await jobs.start()
  const shares = {
    connectionsOfPerson: new Shares(ofOnePerson, { maxWaiting: 60 }),
    connectionsOfCompany: new Shares(ofOneCompany),
    news: new Shares(4, { maxWaiting: Number.POSITIVE_INFINITY }),
    longBodies: new Shares(1, { maxWaiting: 20 }),
    wholeLists: new Shares(1),
  }
  return {
    env,
    secrets,
    pool,
    gate: new Gate(Object.values(api), { trustProxy: env.trustProxy, refused: () => metrics.requestEnded('gate', 429, null) }),
    shares,
    fairQueue: new FairQueue(4, { maxWaiting: 2000 }),
    visitorDrawings: new FairQueue(1, { maxWaiting: 200 }),
    throttle: new Throttle(counters),
    jobs,
    live,
    gateways: gatewaysOf(env, secrets),
    logs: new Logs(env.log),
    metrics,
    watcher,
    state: { isStopping: false },
  }
}

/** Runs jobs from the queues; a command only enqueues some. */
export async function startWork(server: Server, lookSeconds?: number) {
  await server.jobs.work(
    workers,
    (tx, companyId) => ({
      ...workOf(server, tx, (tell) => tell(), companyId),
      publish: (companyId, event) => publishOnCommit(tx, companyId, event),
      publishLatest: (companyId, channel, _key, event) => publishOnCommit(tx, companyId, event, channel),
    }),
    (run, companyId) => withWork(server, run, companyId),
    lookSeconds,
  )
}

/** For work outside any request: a command, the demo, a job that calls the outside world. */
export async function withWork<T>(server: Server, run: (work: Work) => Promise<T>, companyId: string | null = null): Promise<T> {
  const after: (() => void)[] = []
  const result = await transaction(server.pool, {}, (tx) => run(workOf(server, tx, (tell) => after.push(tell), companyId)))
  for (const tell of after) tell()
  return result
}

function gatewaysOf(env: Env, secrets: Secrets): Gateways {
  return {
    mail: env.mail.smtpUrl ? smtpMail(env.mail.smtpUrl, env.mail.from, env.mail.signingKey) : outboxMail,
    payments: env.payments.provider === 'stripe' ? stripePayments(env.payments) : sandboxPayments,
    captcha: env.captcha.provider === 'altcha' ? altcha(secrets) : recaptcha(env.captcha),
    places: placesOf(env),
    directions: directionsOf(env),
    alerts: env.alerts.provider === 'twilio' ? twilio(env.alerts, env.publicUrl) : journal,
    tracker: trackerOf(env),
    weather: weatherOf(env),
    files: filesOf(env),
  }
}

/** Also for commands that open the database only. */
export const filesOf = ({ dataDir }: Pick<Env, 'dataDir'>): Files => folderFiles(join(dataDir, 'files'))
