import { type Sql, sql } from './sql.ts'

/** States of a life, as SQL reads them: `status in ${inStates(life.from('accept'))}`. Written out, so that partial indexes are found. */
export const inStates = (states: readonly string[]): Sql<unknown> => sql`(${sql.join(states.map((state) => sql.lit(state)))})`

/** One state: `set status = ${state(life.to('accept'))}`. */
export const state = (name: string): Sql<string> => sql.lit(name)
