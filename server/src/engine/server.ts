import type pg from 'pg'
import type { Gateways } from './ctx.ts'
import type { Env } from './env.ts'
import type { FairQueue } from './http/fair-queue.ts'
import type { Gate } from './http/gate.ts'
import type { Shares } from './http/shares.ts'
import type { Throttle } from './http/throttle.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Live } from './live/live.ts'
import type { Logs } from './logs.ts'
import type { Metrics } from './metrics.ts'
import type { Secrets } from './secrets.ts'

/** Everything that is open while the server runs. */
export interface Server {
  env: Env
  secrets: Secrets
  pool: pg.Pool
  /** Where requests wait before any work is done for them. */
  gate: Gate
  /** Limits how much each person (or address of visitors) and each company gets of scarce resources. */
  shares: Record<'connectionsOfPerson' | 'connectionsOfCompany' | 'news' | 'longBodies' | 'wholeLists', Shares>
  /** Connections for the calls whose callers take turns by address (`fair`). */
  fairQueue: FairQueue
  /** Where what visitors draw is parsed, their addresses in turns. */
  visitorDrawings: FairQueue
  throttle: Throttle
  jobs: Jobs
  live: Live
  gateways: Gateways
  logs: Logs
  metrics: Metrics
  /** A separate connection for health checks, so that they don't wait behind requests. */
  watcher: pg.Pool
  state: { isStopping: boolean }
}
