import type { Tx } from '../engine/db/db.ts'
import type { Env } from '../engine/env.ts'
import type { JobKind } from '../engine/jobs/job-kind.ts'
import type { Secrets } from '../engine/secrets.ts'

/** What a gateway gets of the work that asks it: an embedded provider keeps its things in the same transaction. */
export interface AtWork {
  tx: Tx
  env: Env
  now: Date
  secrets: Secrets
  later<D extends object>(kind: JobKind<D>, data: D, after?: number): Promise<void>
}
