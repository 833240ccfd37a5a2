// Takes positions as they arrive: in batches, in any order, as often as needed (docs/decisions/0036-positions.md). One
// statement locks and reads the track, another writes. For a track that this server wrote last, its state is remembered
// and a single statement is enough.

import { type Position, pack, rounded } from '@bordee/core/positions/packing.ts'
import { jumpsAmong, sifted } from '@bordee/core/positions/sifting.ts'
import { inOrder, nowhere, underWay, type Visit, type VisitState } from '@bordee/core/positions/visits.ts'
import { conflict, notFound, type Problem } from '@bordee/core/problem.ts'
import { type Coming, presences } from '@bordee/core/runs/presence.ts'
import { type LastLocation, locationLife, mostPositions } from '@bordee/core/runs/run.ts'
import type { Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { isTooLate, keepOffset, offsetOf } from './clocks.ts'
import { judgeAreas } from './completion.ts'
import { lockNewTracks, notJoined, refutes, runOver, takeBackSilentQuit } from './operators.ts'
import {
  compactLater,
  groundOf,
  manyChunks,
  putVisits,
  readPositions,
  reckon,
  reckonLater,
  recordsOf,
  type VisitRow,
  visitRow,
} from './recomputing.ts'
import { comingsOf, hasRefused, milliseconds, silentQuitOf } from './runs.queries.ts'
import { warnLater } from './warnings.ts'

interface Batch {
  companyId: string
  runId: string
  /** The operator's phone, or the id of one of his devices. */
  source: 'phone' | (string & {})
  /** Times as sent, by the sender's clock. */
  positions: readonly Position[]
  sentAt?: number | null | undefined
}

/** Duplicates count as accepted. */
export interface Taken {
  acceptedCount: number
  ignoredCount: number
}

/** From an operator of the run. */
export const takePositions = (work: Work, { operatorId, ...batch }: Batch & { operatorId: string }): Promise<Taken> =>
  take(work, batch, operatorId, sql`o.id = ${operatorId}`)

/** From the caller, who must have joined. */
export const takeOwnPositions = (work: Work, { accountId, ...batch }: Batch & { accountId: string }): Promise<Taken> =>
  take(work, batch, accountId, sql`o.account_id = ${accountId}`)

async function take(work: Work, batch: Batch, who: string, isOperator: Sql<unknown>): Promise<Taken> {
  const key = `${batch.companyId} ${batch.runId} ${who} ${batch.source}`
  const known = lastTracks.get(key)
  return (known && (await takeNext(work, batch, key, known))) ?? takeHeld(work, batch, key, isOperator)
}

async function takeHeld(work: Work, batch: Batch, key: string, isOperator: Sql<unknown>): Promise<Taken> {
  const held = await holdTrack(work, batch, isOperator)
  const track = (await takeBackIfRefuted(work, batch, held)) ? await holdTrack(work, batch, isOperator) : held
  const offset = track.knownOffset ?? (await fixOffset(work, batch, track))
  const { later, older, ...sifting } = siftedBy({ ...track, offset }, batch, work.now)
  const news = newsOf(track, later, await unknownAmong(work, batch.companyId, track, older))
  if (news.late.length + news.next.length > 0 && !(await write(work, batch, key, { ...track, offset }, news)))
    throw new Error('A locked track has changed')
  return countOf(batch, sifting, news)
}

/** While the row is as this server wrote it for a present operator, nothing a batch is judged by has changed. */
async function takeNext(work: Work, batch: Batch, key: string, track: KnownTrack): Promise<Taken | null> {
  const { later, older, ...sifting } = siftedBy(track, batch, work.now)
  if (later.length === 0 || older.length > 0) return null
  const news = newsOf(track, later, [])
  return (await write(work, batch, key, track, news)) ? countOf(batch, sifting, news) : null
}

type KnownTrack = Track & { offset: number }

/** The state of the tracks that this server wrote last. */
const lastTracks = new Map<string, KnownTrack>()
const maxTracks = 5000

function remember(key: string, track: KnownTrack) {
  lastTracks.delete(key) // re-inserted below, as the most recent
  if (!track.isPresent || track.isStale) return
  for (const oldest of lastTracks.keys()) {
    if (lastTracks.size < maxTracks) break
    lastTracks.delete(oldest)
  }
  lastTracks.set(key, track)
}

/** The positions of a batch that may count, split into those later than everything known and the others. */
function siftedBy({ comings, offset, lastRawAt }: KnownTrack, { positions }: Batch, now: Date) {
  const taken = inOrder(
    sifted(positions.map(rounded), {
      presences: presences(comings).map(({ from, until }) => ({ from: from - offset, until: until === null ? null : until - offset })),
      now: now.getTime() - offset,
    }),
  )
  const isLater = ({ at }: Position) => lastRawAt === null || at > lastRawAt
  return { count: taken.length, later: taken.filter(isLater), older: taken.filter((position) => !isLater(position)) }
}

/** As many positions as the track has room for. */
function newsOf({ points, last }: Track, later: readonly Position[], unknown: readonly Position[]): News {
  const room = Math.max(0, mostPositions - points)
  const next = later.slice(0, room)
  const late = unknown.slice(0, room - next.length)
  return { next, late, left: jumpsAmong(next, last) + later.length + unknown.length - next.length - late.length }
}

const countOf = ({ positions }: Batch, { count }: { count: number }, { left }: News): Taken => ({
  acceptedCount: count - left,
  ignoredCount: positions.length - count + left,
})

interface Track {
  id: string
  /** The row's version: it changes with every write, by anyone. */
  version: string
  operatorId: string
  accountId: string | null
  name: string
  routeName: string
  madeAt: number
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
 * Locks the track until the transaction ends, so that concurrent batches are judged one after the other. What judges a
 * batch is read by a second statement: the one that waited for the lock would still see the state from before it.
 */
async function holdTrack(work: Work, batch: Batch, isOperator: Sql<unknown>): Promise<Track> {
  const known = await findTrack(work, batch, isOperator)
  if (known) return required(work, known, batch.source)
  const { companyId, runId, source } = batch
  await lockNewTracks(work, runId)
  const [made] = await work.tx.sql<{ id: string }>`
    insert into run_tracks (company_id, run_id, operator_id, source)
    select o.company_id, o.run_id, o.id, ${source}
    from run_operators o
    where o.company_id = ${companyId} and o.run_id = ${runId} and ${isOperator}
    on conflict (company_id, operator_id, source) do update set source = excluded.source
    returning id`
  const found = made ? await findTrack(work, batch, isOperator) : undefined
  if (!found) throw await whyNot(work, companyId, runId)
  return required(work, found, source)
}

async function findTrack({ tx }: Work, { companyId, runId, source }: Batch, isOperator: Sql<unknown>): Promise<Track | undefined> {
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
           ${milliseconds('r.created_at')} as "madeAt",
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

async function whyNot({ tx }: Work, companyId: string, runId: string): Promise<Problem> {
  const [run] = await tx.sql`select from runs where company_id = ${companyId} and id = ${runId}`
  return run ? notJoined() : notFound('Tournée')
}

function required({ now }: Work, track: Track, source: string): Track {
  if (track.hasRefused) throw conflict('Vous avez refusé que votre position soit enregistrée.', { code: 'consent-refused' })
  const last = presences(track.comings).at(-1)
  if (last?.until && isTooLate(new Date(last.until), now)) throw runOver()
  if (track.isPurged) throw runOver()
  return source === 'phone' ? track : { ...track, knownOffset: 0 } // a device has satellite time
}

/** Positions sent after hours out of coverage may show that the operator never left. */
async function takeBackIfRefuted(work: Work, { companyId, runId, positions }: Batch, track: Track): Promise<boolean> {
  const { silentQuitAt, accountId, operatorId, knownOffset } = track
  if (silentQuitAt === null || accountId === null) return false
  if (!positions.some(({ at }) => refutes(at + (knownOffset ?? 0), silentQuitAt))) return false
  return takeBackSilentQuit(work, { companyId, runId, operatorId, accountId })
}

/**
 * The first batch fixes the offset for good: with another one, earlier positions would move in time. Locks the run
 * first, as every change to its operators does.
 */
async function fixOffset(work: Work, { companyId, runId, sentAt }: Batch, { operatorId }: Track): Promise<number> {
  await work.tx.sql`select from runs where company_id = ${companyId} and id = ${runId} for no key update`
  return keepOffset(work, companyId, operatorId, offsetOf({ sentAt }, work.now) ?? 0)
}

/** Of the positions that are not later than everything known: new ones, and more accurate ones for a known time. */
async function unknownAmong(work: Work, companyId: string, { id }: Track, older: readonly Position[]): Promise<Position[]> {
  const [first, last] = [older[0], older.at(-1)]
  if (!first || !last) return []
  const known = inOrder(await readPositions(work, { companyId, trackId: id }, [first.at, last.at]))
  const byTime = new Map(known.map((position) => [position.at, position]))
  return older.filter((position) => {
    const before = byTime.get(position.at)
    return !before || inOrder([before, position])[0] === position
  })
}

interface News {
  /** Earlier than the latest known position: the track's visits must be recomputed. */
  late: readonly Position[]
  /** Later than everything known, in order. */
  next: readonly Position[]
  /** How many of the positions that may count were left out. */
  left: number
}

/** Returns false, and writes nothing, if the track has changed since it was read. */
async function write(work: Work, batch: Batch, key: string, track: KnownTrack, { late, next }: News): Promise<boolean> {
  const { companyId, runId } = batch
  const isStale = track.isStale || late.length > 0
  const before = track.reckoning ?? nowhere
  const { index, siteIds } = await groundOf(work, { companyId, runId, madeAt: track.madeAt })
  const { state, visits } = isStale ? { state: before, visits: [] } : reckon(index, before, next)
  const known = new Map(underWay(index, before).map((visit) => [placeOf(visit), visit.finishedAt]))
  const changed = visits.filter((visit) => known.get(placeOf(visit)) !== visit.finishedAt)
  const rows = changed.map((visit) => visitRow(runId, track.id, visit, track.offset, siteIds))
  const begun = rows.filter((_, i) => !known.has(placeOf(changed[i] as Visit)))
  const positions = [...late, ...next]
  const latest = next.at(-1)
  const written = await writeTrack(work, batch, track, { positions, latest, state, isStale, rows, begun })
  if (!written) return false
  if (begun.length > 0) await tellOfVisits(work, companyId, runId, begun, written.judged ?? [])
  if (isStale && !track.isStale) await reckonLater(work, companyId, track.id, { isNews: true, points: track.points })
  if ((track.loose + 1) % manyChunks === 0 || !track.isPresent) await compactLater(work, companyId, track.id)
  publishLatest(work, companyId, runId, track, latest)
  const points = track.points + positions.length
  const { version } = written
  const standing = { version, reckoning: state, isStale, points, loose: track.loose + 1 }
  remember(key, { ...track, ...standing, ...(latest && { last: latest, lastRawAt: latest.at }) })
  return true
}

/** Identifies a visit within its track. */
const placeOf = ({ areaId, startedAt }: Visit) => `${areaId} ${startedAt}`

interface Written {
  positions: readonly Position[]
  latest: Position | undefined
  state: VisitState
  isStale: boolean
  rows: readonly VisitRow[]
  /** The new ones among `rows`. */
  begun: readonly VisitRow[]
}

/**
 * Writes the track's state, one chunk and its visits in one statement that does nothing if the track has changed. If
 * some visits are new, it locks the run, as everything that judges areas does, and judges the areas that had no mark
 * or visit before: a first visit makes them done. Returns those areas.
 */
async function writeTrack({ tx }: Work, { companyId, runId }: Batch, { id, version, offset }: KnownTrack, written: Written) {
  const { positions, latest, state, isStale, rows, begun } = written
  const times = positions.map(({ at }) => at)
  const judging = sql`
    run as (
      select
      from runs
      where company_id = ${companyId} and id = ${runId} and exists (select from track)
      for no key update),
    spoken_of as (
      update run_areas a
      set state = 'done',
          reached_at = (select min(v.started_at) from seen v where v.area_id = a.id and v.is_new)
      where (select count(*) from run) > 0
        and a.company_id = ${companyId} and a.id = any(array(select area_id from seen where is_new)) and a.reached_at is null
      returning a.id),
    counted as (
      update runs
      set areas_done = areas_done + (select count(*) from spoken_of)
      where company_id = ${companyId} and id = ${runId} and (select count(*) from spoken_of) > 0),`
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
    select version, ${begun.length > 0 ? sql`(select json_agg(id) from spoken_of)` : sql`null`} as judged
    from track`
  return done
}

/** `judged` are the areas that writeTrack has already judged. */
async function tellOfVisits(work: Work, companyId: string, runId: string, begun: readonly VisitRow[], judged: readonly string[]) {
  const others = begun.map(({ areaId }) => areaId).filter((areaId) => !judged.includes(areaId))
  if (others.length > 0) await judgeAreas(work, companyId, runId, others)
  const latest = Math.max(...begun.map(({ startedAt }) => startedAt.getTime()))
  await warnLater(work, companyId, runId, new Date(latest))
  work.publish(companyId, { topic: 'runs', runId })
}

/** Sends the latest position to those who watch the trucks, unless it is too old. */
function publishLatest(work: Work, companyId: string, runId: string, track: KnownTrack, latest: Position | undefined) {
  const { accountId, name, routeName, operatorId, offset, isPresent } = track
  if (!latest || accountId === null || !isPresent || work.now.getTime() - latest.at - offset > locationLife * 1000) return
  const location: LastLocation = {
    userId: accountId,
    userName: name,
    runId,
    routeName,
    lat: latest.lat,
    lng: latest.lng,
    timestamp: new Date(latest.at + offset).toISOString(),
    speed: latest.speed,
  }
  work.publishLatest(companyId, 'locations', operatorId, location)
}
