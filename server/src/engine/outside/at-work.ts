import type { Tx } from '../db.ts'
import type { Env } from '../env.ts'

/** What a gateway gets of the work that asks it: an embedded provider keeps its things in the same transaction. */
export interface AtWork {
  tx: Tx
  env: Env
}
