import type { Tx } from '../engine/db/db.ts'
import type { Env } from '../engine/env.ts'
import type { JobKind } from '../engine/jobs/job-kind.ts'
import type { Secrets } from '../engine/secrets.ts'

/** The part of the work a gateway gets: an embedded provider writes in the same transaction. */
export interface GatewayWork {
  tx: Tx
  env: Env
  now: Date
  secrets: Secrets
  later<D extends object>(kind: JobKind<D>, data: D, after?: number): Promise<void>
}
