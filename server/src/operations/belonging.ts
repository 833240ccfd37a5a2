// Which operation something belongs to, by when it began. The first run of a night opens its operation.
import { type OperationKind, operationName } from '@bordee/core/operations/operation.ts'
import { requirementDefaults } from '@bordee/core/operations/requirement.ts'
import type { RunKind } from '@bordee/core/runs/run-kind.ts'
import { wallClock } from '@bordee/core/time.ts'
import { dayInWords } from '@bordee/core/written-days.ts'
import type { Work } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { sql } from '../engine/db/sql.ts'
import { takeWaitingRequests } from './site-requests.ts'

/** Taken before anything that opens, closes or changes an operation of the company, and before the lock of a run. */
export const lockOperations = ({ tx }: Work, companyId: string) =>
  tx.sql`select pg_advisory_xact_lock(hashtextextended(${`operations:${companyId}`}, 0))`

interface Settings {
  zone: string
  isAutoOpened: boolean
  /** Hours after the last run; null: never by itself. */
  closesAfter: number | null
}

async function settingsOf({ tx }: Work, companyId: string): Promise<Settings> {
  const [company] = await tx.sql<Settings>`
    select time_zone as zone, operation_is_auto_opened as "isAutoOpened", operation_closes_after_hours as "closesAfter"
    from companies
    where id = ${companyId}`
  if (!company) throw new Error('A run of no company')
  return company
}

/**
 * A start that is reported late joins an operation that opened at most this many hours after it. If it opens one of its own,
 * that one lasts as long, unless the company chose after how many hours operations close.
 */
const lateStartHours = 6
const hour = 3_600_000

/**
 * The operation of a run that starts at `at`, or started then and is reported only now: the one that covers that moment;
 * else the one that opened within the six hours after it, which then opened earlier; else a new one, which is closed
 * already if the start is that long ago. Null if the company opens its operations by hand and none covers it. The caller
 * holds the lock.
 */
export async function operationOfRun(work: Work, companyId: string, { at, kind }: { at: Date; kind: RunKind }): Promise<string | null> {
  const covering = await operationAt(work, companyId, { at, kind })
  if (covering) return covering
  const { isAutoOpened, closesAfter } = await settingsOf(work, companyId)
  if (!isAutoOpened) return null
  const [next] = await work.tx.sql<{ id: string; openedAt: Date }>`
    select id, opened_at as "openedAt"
    from operations
    where company_id = ${companyId} and kind = 'snow' and opened_at > ${at}
    order by opened_at
    limit 1`
  if (next && next.openedAt.getTime() - at.getTime() <= lateStartHours * hour) {
    await work.tx.sql`update operations set opened_at = ${at} where company_id = ${companyId} and id = ${next.id}`
    return next.id
  }
  const end = Math.min(at.getTime() + (closesAfter ?? lateStartHours) * hour, next?.openedAt.getTime() ?? Number.POSITIVE_INFINITY)
  const isOver = next !== undefined || end <= work.now.getTime()
  return open(work, companyId, { kind: 'snow', at, closedAt: isOver ? new Date(end) : null })
}

/** The operation that covers the moment, for a run of that kind; undefined outside all of them. */
export async function operationAt({ tx }: Work, companyId: string, { at, kind }: { at: Date; kind: RunKind }): Promise<string | undefined> {
  const wanted: OperationKind = kind === 'salting' ? 'ice' : 'snow'
  const [found] = await tx.sql<{ id: string }>`
    select id
    from operations
    where company_id = ${companyId} and opened_at <= ${at} and (closed_at is null or closed_at > ${at})
    order by kind = ${wanted} desc, kind = 'snow' desc, opened_at desc
    limit 1`
  return found?.id
}

interface Opening {
  kind: OperationKind
  at: Date
  closedAt?: Date | null
  name?: string | null
  accountId?: string | null
  routeIds?: readonly string[] | null
}

/** The caller holds the lock. Its routes are those that were last chosen for its kind, or else all that have sites. */
export async function open(work: Work, companyId: string, { kind, at, closedAt = null, name, accountId = null, routeIds = null }: Opening) {
  const { tx } = work
  const { zone } = await settingsOf(work, companyId)
  const title = name ?? (await freeName(work, companyId, operationName(kind, dayInWords(wallClock(at, zone).date))))
  const [opened] = await tx.sql<{ id: string }>`
    insert into operations (company_id, kind, name, opened_at, opened_by, closed_at, has_chosen_routes, defaults)
    select c.id, ${kind}, ${title}, ${at}, ${accountId}, ${closedAt}, ${routeIds !== null},
           ${jsonOf(requirementDefaults.shape, 'c', { triggerDepth: sql`c.operation_trigger_depth::float8` }, 'operation_')}
    from companies c
    where c.id = ${companyId}
    returning id`
  const { id } = opened as { id: string }
  await tx.sql`
    with last as (
      select id
      from operations
      where company_id = ${companyId} and kind = ${kind} and has_chosen_routes and id <> ${id}
      order by opened_at desc
      limit 1),
    chosen as (
      select unnest(${routeIds ?? []}::uuid[]) as route_id where ${routeIds !== null}
      union
      select p.route_id from operation_routes p join last on p.operation_id = last.id
      where p.company_id = ${companyId} and ${routeIds === null})
    insert into operation_routes (company_id, operation_id, route_id)
    select r.company_id, ${id}, r.id
    from routes r
    where r.company_id = ${companyId}
      and (r.id in (select route_id from chosen)
        or (${routeIds === null} and not exists (select from last)
          and exists (select from route_sites s where s.company_id = r.company_id and s.route_id = r.id)))`
  if (!closedAt) await takeWaitingRequests(work, companyId, id)
  work.publish(companyId, { topic: 'operations', operationId: id })
  return id
}

/** One that opened by itself and holds nothing. */
export const removeIfUnused = ({ tx }: Work, companyId: string, id: string | null) => tx.sql`
  delete from operations o
  where o.company_id = ${companyId} and o.id = ${id} and o.opened_by is null
    and not exists (
      select from (
        select operation_id from runs where company_id = ${companyId} and operation_id = ${id}
        union all
        select operation_id from alert_sends where company_id = ${companyId} and operation_id = ${id}
        union all
        select operation_id from operation_readings where company_id = ${companyId} and operation_id = ${id}
        union all
        select operation_id from operation_notes where company_id = ${companyId} and operation_id = ${id}
        union all
        select operation_id from site_requests where company_id = ${companyId} and operation_id = ${id}
        union all
        select operation_id from operation_sites where company_id = ${companyId} and operation_id = ${id}) held)`

/** « Opération du 17 novembre (2) » for the second of a day. */
async function freeName({ tx }: Work, companyId: string, name: string): Promise<string> {
  const [known] = await tx.sql<{ n: number }>`
    select count(*)::int as n
    from operations
    where company_id = ${companyId} and opened_at > now() - interval '30 days' and (name = ${name} or name like ${`${name} (%`})`
  return known?.n ? `${name} (${known.n + 1})` : name
}

/** For an `insert` of something that happens now. */
export const currentOperation = (companyId: string) => sql<string>`(
  select o.id
  from operations o
  where o.company_id = ${companyId} and o.closed_at is null and o.opened_at <= now()
  order by o.kind = 'snow' desc, o.opened_at desc
  limit 1)`
