// Answers load balancers and operators: whether the process is alive, whether it is ready, and its metrics.
import { timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { isLoopback } from '../engine/env.ts'
import { readSchedule, type Schedule } from '../engine/jobs/clock-steps.ts'
import type { Gauge } from '../engine/metrics.ts'
import type { Server } from '../engine/server.ts'
import { release } from '../engine/version.ts'
import { migrationNames } from '../postgres/migrate.ts'

/** In milliseconds. A database that takes longer counts as down. */
const patienceMs = 2000

/** For a process that only runs jobs, and serves nothing else. */
export function openHealth(server: Server): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true })
  serveHealth(app, server)
  return app
}

export function serveHealth(app: FastifyInstance, server: Server) {
  const readiness = new Readiness(server)
  const config = { call: 'upkeep' }
  app.get('/health', { config }, (_request, reply) => reply.header('cache-control', 'no-store').send({ alive: true, version: release }))
  app.get('/ready', { config }, async (_request, reply) => {
    const why = await readiness.missing()
    // A schedule that stands still is reported, but requests can be answered: a balancer must not turn them away.
    const late = !why && (await scheduleOf(server))?.isLate ? { late: 'schedule' } : {}
    return reply
      .code(why ? 503 : 200)
      .header('cache-control', 'no-store')
      .send(why ? { ready: false, why } : { ready: true, ...late })
  })
  app.get('/metrics', { config }, async (request, reply) => {
    if (!mayMeasure(server, request)) return reply.code(404).send({ message: 'Élément introuvable.', type: 'failure' })
    const text = server.metrics.text([...gaugesOf(server), ...(await queues(server)), ...(await schedule(server))])
    return reply.header('cache-control', 'no-store').type('text/plain; version=0.0.4; charset=utf-8').send(text)
  })
}

/** Concurrent requests share one query, on a connection that no other request waits for. */
class Readiness {
  readonly #server: Server
  readonly #ours = migrationNames()
  #asking: Promise<string | null> | undefined

  constructor(server: Server) {
    this.#server = server
  }

  async missing(): Promise<string | null> {
    if (this.#server.state.isStopping) return 'stopping'
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  /** A database with more migrations was prepared by a newer server, and this one can still use it. */
  async #ask(): Promise<string | null> {
    const known = await within(
      this.#server.watcher.query<{ name: string }>('select name from migrations').then(({ rows }) => new Set(rows.map(({ name }) => name))),
    )
    if (!known) return 'database'
    return this.#ours.every((name) => known.has(name)) ? null : 'migrations'
  }
}

const scheduleOf = ({ watcher }: Server): Promise<Schedule | undefined> => within(readSchedule((text) => watcher.query(text)))

/** Undefined if it fails or takes too long. */
async function within<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patienceMs)
  })
  try {
    return await Promise.race([answer, late])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/**
 * With a token, for whoever holds it. Without one, only for this machine, and only on a server that strangers can't reach: a
 * proxy on this machine that adds no header looks like the machine itself.
 */
function mayMeasure({ env }: Server, request: FastifyRequest): boolean {
  if (env.metricsToken) {
    const [given, wanted] = [request.headers.authorization ?? '', `Bearer ${env.metricsToken}`].map((text) => Buffer.from(text))
    return given !== undefined && wanted !== undefined && given.length === wanted.length && timingSafeEqual(given, wanted)
  }
  if (env.isPublic) return false
  const isForwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => name in request.headers)
  return !isForwarded && isLoopback((request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''))
}

function gaugesOf({ pool, live }: Server): Gauge[] {
  const connections = { used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }
  return [
    {
      name: 'bordee_pool_connections',
      help: 'Connections of requests to PostgreSQL; `waiting` are requests that wait for one.',
      values: Object.entries(connections).map(([state, value]) => ({ labels: { state }, value })),
    },
    { name: 'bordee_live_listeners', help: 'Open streams of this process.', values: [{ value: live.listeners }] },
  ]
}

/** As pg-boss last counted them, at most a minute ago, for all processes together. Empty while PostgreSQL is away. */
async function queues({ watcher }: Server): Promise<Gauge[]> {
  const counted = await within(
    watcher.query<{ name: string; deferred: number; queued: number; active: number; failed: number }>(`
      select name, deferred_count as deferred, queued_count as queued, active_count as active, failed_count as failed
      from pgboss.queue
      order by name`),
  )
  if (!counted) return []
  const values = counted.rows.flatMap(({ name: kind, ...states }) =>
    Object.entries(states).map(([state, value]) => ({ labels: { kind, state }, value })),
  )
  return [{ name: 'bordee_jobs', help: 'Jobs in the queues, by kind and state.', values }]
}

/** Empty before the first pass. */
async function schedule(server: Server): Promise<Gauge[]> {
  const seconds = (await scheduleOf(server))?.seconds
  if (typeof seconds !== 'number') return []
  const help = 'Since due jobs of the schedule were last enqueued, by any process; negative if that is dated in the future.'
  return [{ name: 'bordee_schedule_age_seconds', help, values: [{ value: seconds }] }]
}
