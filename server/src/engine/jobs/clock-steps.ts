// System clocks can jump. pg-boss waits by the wall clock and claims its passes by stamps in the database, so a clock
// that ran ahead and was corrected would stop every scheduled job until the real time catches up
// (docs/decisions/0054-clocks-that-are-set.md).
import { type Clock, type Db, systemClock } from 'pg-boss'

/** Never set: pg-boss measures its waits with it, and asks PostgreSQL how far it is from the time of day. */
const steadyClock: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() }

/**
 * In seconds. A scheduled job is due for a minute: a pass that is refused because of a stamp in the future, the stamp's
 * correction and the next pass must fit into it.
 */
export const lookEvery = 15
export const timing = { clock: steadyClock, cronMonitorIntervalSeconds: lookEvery, clockMonitorIntervalSeconds: lookEvery }

/** In seconds, in either direction: the schedule stands still. */
const longestAway = 120

export interface Schedule {
  /** Null before the first pass. */
  lastPassAt: string | null
  /** Since the last pass; negative if it is dated in the future. */
  seconds: number | null
  isLate: boolean
}

export async function readSchedule(query: (text: string) => Promise<{ rows: unknown[] }>): Promise<Schedule> {
  const { rows } = await query(`
    select to_json(cron_on)#>>'{}' as "lastPassAt", extract(epoch from clock_timestamp() - cron_on)::float8 as seconds
    from pgboss.version`)
  const { lastPassAt = null, seconds = null } = (rows[0] ?? {}) as Partial<Schedule>
  // Before the first pass, there has been no time to be late.
  const age = seconds ?? process.uptime()
  return { lastPassAt, seconds, isLate: Math.abs(age) > longestAway }
}

/**
 * After the clock was set back, rows dated in the future would block pg-boss. Dates them again: when each maintenance pass
 * last ran; waiting and running jobs, so that they start, or are taken over from a dead worker, as long after now as they
 * would have; and the minutes of the schedule that were already used. A pass records its time every few seconds, so the
 * jobs are only looked at if such a time lies in the future, or `atStart`.
 */
export async function pullBackStamps(db: Db, { atStart }: { atStart: boolean }): Promise<boolean> {
  const { rows } = await db.executeSql(pullBack, [atStart])
  return (rows[0] as { isAhead: boolean } | undefined)?.isAhead ?? false
}

const pullBack = `
  with passes as (
    update pgboss.version
    set cron_on            = least(cron_on, clock_timestamp() - ${lookEvery} * interval '1 second'),
        bam_on             = least(bam_on, clock_timestamp()),
        flow_on            = least(flow_on, clock_timestamp()),
        reindex_on         = least(reindex_on, clock_timestamp()),
        monitor_backoff_on = null
    where greatest(cron_on, bam_on, flow_on, reindex_on) > clock_timestamp()
    returning true
  ), queues as (
    update pgboss.queue
    set monitor_claim_on = least(monitor_claim_on, clock_timestamp()),
        monitor_on       = least(monitor_on, clock_timestamp()),
        maintain_on      = least(maintain_on, clock_timestamp()),
        delta_on         = least(delta_on, clock_timestamp())
    where greatest(monitor_claim_on, monitor_on, maintain_on, delta_on) > clock_timestamp()
    returning true
  ), found as (
    select exists (select from passes) or exists (select from queues) as is_ahead
  ), jobs as (
    update pgboss.job
    set created_on   = least(created_on, clock_timestamp()),
        started_on   = started_on - ahead.by,
        heartbeat_on = heartbeat_on - ahead.by,
        start_after  = start_after - ahead.by,
        singleton_on = case when singleton_on <= clock_timestamp() at time zone 'UTC' then singleton_on end
    from (
      select id, name, greatest(created_on, started_on, heartbeat_on) - clock_timestamp() as by
      from pgboss.job
      where ($1 or (select is_ahead from found))
        and state < 'completed'
        and greatest(created_on, started_on, heartbeat_on) > clock_timestamp()
    ) ahead
    where job.id = ahead.id and job.name = ahead.name
  ), minutes as (
    update pgboss.job
    set singleton_on = null
    where ($1 or (select is_ahead from found))
      and name = '__pgboss__send-it'
      and state in ('completed', 'failed')
      and singleton_on > clock_timestamp() at time zone 'UTC'
  )
  select is_ahead as "isAhead" from found`
