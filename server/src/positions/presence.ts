// SQL about an operator of a run: when he was in it, and whether he agreed to be recorded.
import type { Coming } from '@bordee/core/runs/presence.ts'
import { dispatchersNamedSince } from '@bordee/core/runs/run.ts'
import { type Sql, sql } from '../engine/db/sql.ts'

/** When the operator with that alias joined and quit. */
export const comingsOf = (o: string): Sql<Coming[]> => sql`coalesce((
  select json_agg(json_build_object('type', a.type, 'at', ${milliseconds('a.at')}) order by a.at, a.id)
  from run_actions a
  where a.company_id = ${sql.ref(`${o}.company_id`)} and a.operator_id = ${sql.ref(`${o}.id`)}), '[]')`

/** Whether the account that `of` names refuses to be recorded: its latest answer, to any version of the text. */
export const hasRefused = (of: string): Sql<boolean> => sql`coalesce((
  select not c.is_accepted
  from position_consents c
  where c.company_id = ${sql.ref(`${of}.company_id`)} and c.account_id = ${sql.ref(`${of}.account_id`)}
  order by c.answered_at desc
  limit 1), false)`

/** Whether the account that `of` names agreed, in its latest answer, to a text that names the dispatchers. */
export const agreesToDispatchers = (of: string): Sql<boolean> => sql`coalesce((
  select c.is_accepted and c.version >= ${dispatchersNamedSince}
  from position_consents c
  where c.company_id = ${sql.ref(`${of}.company_id`)} and c.account_id = ${sql.ref(`${of}.account_id`)}
  order by c.answered_at desc
  limit 1), false)`

/** When the operator was signed out for inactivity, if that is the last known event of his presence. */
export const silentQuitOf = (o: string): Sql<Date | null> => sql`(
  select case when a.is_silent then a.at end
  from run_actions a
  where a.company_id = ${sql.ref(`${o}.company_id`)} and a.operator_id = ${sql.ref(`${o}.id`)}
  order by a.at desc, a.id desc
  limit 1)`

/** A column as milliseconds, core's unit of time. */
export const milliseconds = (column: string): Sql<number> => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`
