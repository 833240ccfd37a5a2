import type pg from 'pg'
import type { Tx } from '../db/db.ts'

/** Counts and captcha solutions that have expired. */
export async function purgeThrottles({ tx }: { tx: Tx }) {
  await tx.sql`delete from throttles where expires_at < now() - interval '1 day'`
  await tx.sql`delete from captcha_solutions where expires_at < now()`
}

/** Forgets counts in the caller's transaction: they go only if the rest does. */
export async function dropThrottles({ tx }: { tx: Tx }, keys: readonly string[]) {
  await tx.sql`delete from throttles where key = any(${keys}::text[])`
}

/** Counts attempts: before the attempt and outside the caller's transaction, so that a failure can't undo it. */
export class Throttle {
  readonly #pool: pg.Pool

  /** A separate pool: a request that holds a connection of the main one must never wait here for another. */
  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /**
   * Counts an attempt under `key`; returns the count in this window and how long the window lasts. One atomic upsert,
   * so that parallel attempts can't get the same count.
   */
  async hit(key: string, seconds: number): Promise<{ hits: number; retryAfter: number }> {
    const { rows } = await this.#pool.query<{ hits: number; retryAfter: number }>({
      name: 'hit',
      text: `insert into throttles as t (key, hits, expires_at) values ($1, 1, now() + $2 * interval '1 second')
             on conflict (key) do update set
               hits       = case when t.expires_at <= now() then 1 else t.hits + 1 end,
               expires_at = case when t.expires_at <= now() then excluded.expires_at else t.expires_at end
             returning hits, greatest(1, ceil(extract(epoch from expires_at - now())))::int as "retryAfter"`,
      values: [key, seconds],
    })
    return rows[0] ?? { hits: 1, retryAfter: seconds }
  }

  /** A successful attempt does not count. */
  async forgive(key: string): Promise<void> {
    await this.#pool.query({ name: 'forgive', text: 'update throttles set hits = greatest(0, hits - 1) where key = $1', values: [key] })
  }

  async forget(key: string): Promise<void> {
    await this.#pool.query({ name: 'forget', text: 'delete from throttles where key = $1', values: [key] })
  }

  /** True for the first caller only, until `expiresAt`: a captcha's solution works once. */
  async firstUse(signature: string, expiresAt: Date): Promise<boolean> {
    const { rowCount } = await this.#pool.query({
      name: 'first-use',
      text: 'insert into captcha_solutions (signature, expires_at) values ($1, $2) on conflict do nothing',
      values: [signature, expiresAt],
    })
    return rowCount === 1
  }
}
