// A track: the positions of one receiver of one operator in a run. Lock tracks before the run, and the run before its
// operators.
import { type Position, pack } from '@bordee/core/positions/packing.ts'
import type { VisitState } from '@bordee/core/positions/visits.ts'
import type { Coming } from '@bordee/core/runs/presence.ts'
import type { RunKind } from '@bordee/core/runs/run-kind.ts'
import type { Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { comingsOf, hasRefused, milliseconds, silentQuitOf } from './presence.ts'
import { putVisits, recordsOf, type VisitRow } from './visits.ts'

export interface TrackKey {
  companyId: string
  runId: string
  /** The operator's phone, or the id of one of his devices. */
  source: 'phone' | (string & {})
}

export interface Track {
  id: string
  /** The row's version: it changes with every write, by anyone. */
  version: string
  operatorId: string
  accountId: string | null
  name: string
  routeName: string
  /** Of the run. */
  createdAt: number
  stopsVersion: number
  kind: RunKind
  isPresent: boolean
  comings: Coming[]
  silentQuitAt: number | null
  /** Null: not decided yet. */
  knownOffset: number | null
  hasRefused: boolean
  lastRawAt: number | null
  last: Position | null
  reckoning: VisitState | null
  isStale: boolean
  isPurged: boolean
  points: number
  loose: number
}

/**
 * Take this lock before any track's. You can't lock an uncommitted row, so creating an operator's first track and
 * changing the facts it is judged by wait for each other here.
 */
export const lockNewTracks = ({ tx }: Work, runId: string) =>
  tx.sql`select pg_advisory_xact_lock(hashtextextended(${`tracks:${runId}`}, 0))`

/**
 * Locks the track until the transaction ends, so that concurrent batches are judged one after the other. What judges a
 * batch is read by a second statement: the one that waited for the lock would still see the state from before it.
 */
export async function lockTrack(
  { tx }: Work,
  { companyId, runId, source }: TrackKey,
  isOperator: Sql<unknown>,
): Promise<Track | undefined> {
  const track = sql`
    from run_operators o
    join runs r on r.company_id = o.company_id and r.id = o.run_id
    join run_tracks t on t.company_id = o.company_id and t.operator_id = o.id and t.source = ${source}
    where o.company_id = ${companyId} and o.run_id = ${runId} and ${isOperator}`
  const holding = tx.sql`select ${track} for no key update of t`
  const reading = tx.sql<Track>`
    select t.id,
           t.xmin::text as version,
           o.id as "operatorId",
           o.account_id as "accountId",
           o.name,
           o.is_present as "isPresent",
           r.route_name as "routeName",
           ${milliseconds('r.created_at')} as "createdAt",
           r.stops_version as "stopsVersion",
           r.kind,
           ${comingsOf('o')} as comings,
           (extract(epoch from ${silentQuitOf('o')}) * 1000)::float8 as "silentQuitAt",
           case when o.has_offset then o.clock_offset::float8 end as "knownOffset",
           ${hasRefused('o')} as "hasRefused",
           t.last_raw_at::float8 as "lastRawAt",
           case when t.lat is not null then json_build_object(
             'at', t.last_raw_at, 'lat', t.lat, 'lng', t.lng, 'speed', null, 'accuracy', null) end as last,
           t.reckoning,
           t.is_stale as "isStale",
           t.is_purged as "isPurged",
           t.points,
           t.loose
    ${track}`
  const [held, [found]] = await Promise.all([holding, reading]) // in sequence, but in one round trip
  return held.length > 0 ? found : undefined // a track created in between was read but not locked
}

/** False when the operator isn't in the run. */
export async function createTrack({ tx }: Work, { companyId, runId, source }: TrackKey, isOperator: Sql<unknown>): Promise<boolean> {
  const [created] = await tx.sql<{ id: string }>`
    insert into run_tracks (company_id, run_id, operator_id, source)
    select o.company_id, o.run_id, o.id, ${source}
    from run_operators o
    where o.company_id = ${companyId} and o.run_id = ${runId} and ${isOperator}
    on conflict (company_id, operator_id, source) do update set source = excluded.source
    returning id`
  return created !== undefined
}

interface HeldTrack {
  companyId: string
  runId: string
  id: string
  version: string
  offset: number
}

interface NextState {
  positions: readonly Position[]
  latest: Position | undefined
  state: VisitState
  isStale: boolean
  rows: readonly VisitRow[]
  /** The new ones among `rows`. */
  begun: readonly VisitRow[]
}

/**
 * Writes the track's state, one chunk and its visits in one statement that does nothing if the track has changed.
 * `judging` are the CTEs that judge areas by new visits: they read `track` and `seen`, and return the areas as `judged`.
 */
export async function writeTrack(
  { tx }: Work,
  { companyId, runId, id, version, offset }: HeldTrack,
  next: NextState,
  judging: Sql<unknown>,
) {
  const { positions, latest, state, isStale, rows, begun } = next
  const times = positions.map(({ at }) => at)
  // Materialized, or each part of the statement would parse the JSON again.
  const visiting = sql`
    seen as materialized (
      select * from ${recordsOf(rows, begun)}),
    visits as (
      ${putVisits(companyId, runId, id, sql`seen v where exists (select from track)`)}),`
  const [done] = await tx.sql<{ version: string; judged: string[] | null }>`
    with track as (
      update run_tracks
      set points = points + ${positions.length},
          loose = loose + 1,
          is_stale = ${isStale},
          reckoning = ${JSON.stringify(state)}::jsonb,
          last_raw_at = coalesce(${latest?.at ?? null}, last_raw_at),
          last_at = coalesce(${latest ? new Date(latest.at + offset) : null}, last_at),
          lat = coalesce(${latest?.lat ?? null}, lat),
          lng = coalesce(${latest?.lng ?? null}, lng),
          speed = case when ${latest === undefined} then speed else ${latest?.speed ?? null} end
      where company_id = ${companyId} and id = ${id} and xmin = ${version}::xid
      returning xmin::text as version),
    ${rows.length > 0 ? visiting : sql``}
    ${begun.length > 0 ? judging : sql``}
    chunk as (
      insert into position_chunks (company_id, track_id, from_at, to_at, points, positions)
      select ${companyId}, ${id}, ${Math.min(...times)}, ${Math.max(...times)},
             ${positions.length}::int, ${Buffer.from(pack(positions))}::bytea
      from track)
    select version, ${begun.length > 0 ? sql`(select json_agg(id) from judged)` : sql`null`} as judged
    from track`
  return done
}

/** The state after recomputing; undefined: there is nothing left to compute from. */
export async function settleTrack(
  { tx }: Work,
  { companyId, id, offset }: Pick<HeldTrack, 'companyId' | 'id' | 'offset'>,
  computed?: {
    state: VisitState
    last: Position | undefined
  },
) {
  if (!computed) {
    await tx.sql`update run_tracks set is_stale = false where company_id = ${companyId} and id = ${id}`
    return
  }
  const { state, last } = computed
  await tx.sql`
    update run_tracks
    set is_stale = false,
        reckoning = ${JSON.stringify(state)}::jsonb,
        last_raw_at = ${last?.at ?? null},
        last_at = ${last ? new Date(last.at + offset) : null},
        lat = ${last?.lat ?? null},
        lng = ${last?.lng ?? null},
        speed = ${last?.speed ?? null}
    where company_id = ${companyId} and id = ${id}`
}

/** Marks the operator's tracks stale if they go on after he quit. Returns all of his tracks. */
export const staleAfterQuit = ({ tx }: Work, companyId: string, operatorId: string, at: Date) =>
  tx.sql<{ id: string; isStale: boolean }>`
    update run_tracks
    set is_stale = is_stale or coalesce(last_at > ${at}, false)
    where company_id = ${companyId} and operator_id = ${operatorId}
    returning id, is_stale as "isStale"`

export const staleWholeRun = ({ tx }: Pick<Work, 'tx'>, companyId: string, runId: string) =>
  tx.sql<{ id: string; isPurged: boolean }>`
    update run_tracks
    set is_stale = true
    where company_id = ${companyId} and run_id = ${runId}
    returning id, is_purged as "isPurged"`

/** Whether the positions of the track with alias `t` were too far apart to find visits (core/src/positions/spacing.ts). */
export const hasLongGaps = sql<boolean>`(t.reckoning -> 'spacing' ->> 'isTooLong')::boolean`

/** Makes servers forget the run's tracks (runs/batches.ts), so that the next positions are compared with its new stops. */
export const touchTracksOfRun = ({ tx }: Pick<Work, 'tx'>, companyId: string, runId: string) => tx.sql`
  update run_tracks set is_stale = is_stale where company_id = ${companyId} and run_id = ${runId}`

/** Makes servers forget the operator's tracks (runs/batches.ts), so that his next batch is judged by what changed. */
export const touchTracks = ({ tx }: Pick<Work, 'tx'>, companyId: string, accountId: string) => tx.sql`
  update run_tracks t
  set is_stale = t.is_stale
  from run_operators o
  where o.company_id = ${companyId} and o.account_id = ${accountId} and o.is_present
    and t.company_id = o.company_id and t.operator_id = o.id`
