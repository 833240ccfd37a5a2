// What a test that kills jobs must know of each kind.
import type { Tx } from '../engine/db/db.ts'
import { inCompany as inScope } from './people.ts'
import type { People, TestServer } from './server.ts'

export interface Killed {
  prepare?(): Promise<unknown>
  data?: object
  enqueue?(): Promise<unknown>
  /** Grows by one when the job is done, however often it was tried. */
  done(): Promise<number>
}

/** A company whose jobs are killed, and ways to count what they did. */
export function victimOf(server: TestServer, { companyId, owner }: People) {
  const count = async (query: string, values: unknown[] = []) => Number((await server.sql<{ n: string }>(query, values))[0]?.n)
  return {
    server,
    companyId,
    owner,
    count,
    lettersEnqueued: () => count(`select count(*) as n from pgboss.job where name = 'mail.send'`),
    /** The clock may also enqueue jobs for the other companies here. */
    enqueuedFor: (kind: string) =>
      count(`select count(*) as n from pgboss.job where name = $1 and data ->> 'companyId' = $2`, [kind, companyId]),
    inCompany: <T>(run: (tx: Tx) => Promise<T>) => inScope(server, companyId, run),
  }
}
export type Victim = ReturnType<typeof victimOf>
