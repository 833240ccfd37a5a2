// Counts for the whole platform, without archived and closed companies.

import type { Statistics } from '@bordee/core/platform/platform.calls.ts'
import { homeZone } from '@bordee/core/time.ts'
import { hasLeft } from '../alerts/history.ts'
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'

/** Today and the days before; a day without alerts shows as zero. */
const shownDays = 30

/** Each slice's count, as an SQL expression. */
const counted: Record<keyof Statistics, ReturnType<typeof sql>> = {
  companies: sql`(select count(*) from open)`,
  clients: sql`(select count(*) from clients where company_id in (select id from open))`,
  activeRuns: sql`(select count(*) from runs where finished_at is null and company_id in (select id from open))`,
  operations: sql`(select count(*) from operations where company_id in (select id from open))`,
  openOperations: sql`(select count(*) from operations where closed_at is null and company_id in (select id from open))`,
  alertsPerDay: sql`(
    select json_agg(json_build_object('date', today - ago, 'count', coalesce(n, 0)) order by today - ago)
    from (select (now() at time zone ${sql.lit(homeZone)})::date as today) t
    cross join generate_series(0, ${sql.lit(shownDays - 1)}) as ago
    left join (
      select (accepted_at at time zone ${sql.lit(homeZone)})::date as day, count(*) as n
      from alert_deliveries
      where company_id in (select id from open) and accepted_at > now() - ${sql.lit(`${shownDays + 1} days`)}::interval and ${hasLeft}
      group by 1) d on d.day = today - ago)`,
  contractsPerStatus: sql`coalesce((
    select json_object_agg(status, n)
    from (select status, count(*) as n from contracts where company_id in (select id from open) group by status) s), '{}')`,
}

export const readStatistics = ({ tx }: Work) =>
  tx.jsonOne(sql<{ json: Statistics }>`
    with open as (select id from companies where is_active and archived_at is null)
    select json_build_object(${sql.join(Object.entries(counted).map(([name, count]) => sql`${sql.lit(name)}::text, ${count}`))}) as json`)
