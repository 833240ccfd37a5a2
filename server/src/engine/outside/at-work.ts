import type { Tx } from '../db.ts'
import type { Env } from '../env.ts'
import type { JobKind } from '../job-kind.ts'
import type { Secrets } from '../secrets.ts'

/** What a gateway gets of the work that asks it: an embedded provider keeps its things in the same transaction. */
export interface AtWork {
  tx: Tx
  env: Env
  now: Date
  secrets: Secrets
  later<D extends object>(kind: JobKind<D>, data: D, after?: number): Promise<void>
}
