import { type Sql, sql } from './sql.ts'

/** States of a life for SQL: `status in ${inStates(life.from('accept'))}`. Literals, so that partial indexes apply. */
export const inStates = (states: readonly string[]): Sql<unknown> => sql`(${sql.join(states.map((state) => sql.lit(state)))})`

/** One state: `set status = ${state(life.to('accept'))}`. */
export const state = (name: string): Sql<string> => sql.lit(name)
