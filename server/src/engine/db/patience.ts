import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds between two tries, and how many. PostgreSQL is back within seconds, or someone must look at it. */
const pauseMs = 500
const tries = 60

/** Retries for half a minute, for work that must not be lost because the database was briefly away. */
export async function withPatience<T>(step: () => Promise<T>): Promise<T> {
  for (let left = tries; ; left--) {
    try {
      return await step()
    } catch (error) {
      if (left <= 1) throw error
      await sleep(pauseMs)
    }
  }
}
