// Takes positions as they arrive: in batches, in any order, as often as needed (docs/decisions/0036-positions.md). One
// statement locks and reads the track, another writes. For a track that this server wrote last, its state is remembered
// and a single statement is enough.

import { type Position, rounded } from '@bordee/core/positions/packing.ts'
import { jumpsAmong, sifted } from '@bordee/core/positions/sifting.ts'
import { inOrder, isOfThisRule, nowhere, underWay, type Visit } from '@bordee/core/positions/visits.ts'
import { conflict, type Problem } from '@bordee/core/problem.ts'
import { presences } from '@bordee/core/runs/presence.ts'
import { type LastLocation, locationLife, mostPositions } from '@bordee/core/runs/run.ts'
import type { Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { Recent } from '../engine/recent.ts'
import { compactLater, manyChunks, readPositions } from '../positions/chunks.ts'
import { areasOfRun } from '../positions/run-areas.ts'
import { createTrack, lockNewTracks, lockTrack, type Track, type TrackKey, writeTrack } from '../positions/tracks.ts'
import { computeVisits, type VisitRow, visitRow } from '../positions/visits.ts'
import { fixClockOffset, isTooLate, offsetOf } from './clocks.ts'
import { doneByFirstVisit, judgeAreas, judgeStops } from './completion.ts'
import { disprovesSilentQuit, notJoined, runOver, takeBackSilentQuit } from './operators.ts'
import { recomputeLater } from './recomputing.ts'
import { noSuchRun } from './runs.queries.ts'
import { warnLater } from './warnings.ts'

interface Batch extends TrackKey {
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
  accept(work, batch, operatorId, sql`o.id = ${operatorId}`)

/** From the caller, who must have joined. */
export const takeOwnPositions = (work: Work, { accountId, ...batch }: Batch & { accountId: string }): Promise<Taken> =>
  accept(work, batch, accountId, sql`o.account_id = ${accountId}`)

async function accept(work: Work, batch: Batch, who: string, isOperator: Sql<unknown>): Promise<Taken> {
  const key = `${batch.companyId} ${batch.runId} ${who} ${batch.source}`
  const known = lastTracks.get(key)
  return (known && (await acceptRemembered(work, batch, key, known))) ?? acceptLocked(work, batch, key, isOperator)
}

async function acceptLocked(work: Work, batch: Batch, key: string, isOperator: Sql<unknown>): Promise<Taken> {
  const held = await holdTrack(work, batch, isOperator)
  const track = (await takeBackIfDisproved(work, batch, held)) ? await holdTrack(work, batch, isOperator) : held
  const offset = track.knownOffset ?? (await fixOffset(work, batch, track))
  const { later, older, ...sifting } = siftedBy({ ...track, offset }, batch, work.now)
  const news = newsOf(track, later, await unknownAmong(work, batch.companyId, track, older))
  if (news.late.length + news.next.length > 0 && !(await write(work, batch, key, { ...track, offset }, news)))
    throw new Error('A locked track has changed')
  return countOf(batch, sifting, news)
}

/** While the row is as this server wrote it for a present operator, nothing a batch is judged by has changed. */
async function acceptRemembered(work: Work, batch: Batch, key: string, track: KnownTrack): Promise<Taken | null> {
  const { later, older, ...sifting } = siftedBy(track, batch, work.now)
  if (later.length === 0 || older.length > 0) return null
  const news = newsOf(track, later, { positions: [], jumps: 0 })
  return (await write(work, batch, key, track, news)) ? countOf(batch, sifting, news) : null
}

type KnownTrack = Track & { offset: number }

/** The state of the tracks that this server wrote last. */
const lastTracks = new Recent<string, KnownTrack>(5000)

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

interface Late {
  positions: readonly Position[]
  /** How many of them are jumps. */
  jumps: number
}

/** As many positions as the track has room for. */
function newsOf({ points, last }: Track, later: readonly Position[], unknown: Late): News {
  const room = Math.max(0, mostPositions - points)
  const next = later.slice(0, room)
  const late = unknown.positions.slice(0, room - next.length)
  const jumps = jumpsAmong(last ? [last, ...next] : next).size + unknown.jumps
  return { next, late, ignored: jumps + later.length + unknown.positions.length - next.length - late.length }
}

const countOf = ({ positions }: Batch, { count }: { count: number }, { ignored }: News): Taken => ({
  acceptedCount: count - ignored,
  ignoredCount: positions.length - count + ignored,
})

/** The locked track, created if this is its first batch. */
async function holdTrack(work: Work, batch: Batch, isOperator: Sql<unknown>): Promise<Track> {
  const known = await lockTrack(work, batch, isOperator)
  if (known) return refuseIfClosed(work, known, batch.source)
  await lockNewTracks(work, batch.runId)
  const created = (await createTrack(work, batch, isOperator)) ? await lockTrack(work, batch, isOperator) : undefined
  if (!created) throw await whyNot(work, batch.companyId, batch.runId)
  return refuseIfClosed(work, created, batch.source)
}

async function whyNot({ tx }: Work, companyId: string, runId: string): Promise<Problem> {
  const [run] = await tx.sql`select from runs where company_id = ${companyId} and id = ${runId}`
  return run ? notJoined() : noSuchRun()
}

function refuseIfClosed({ now }: Work, track: Track, source: string): Track {
  if (track.hasRefused) throw conflict('Vous avez refusé que votre position soit enregistrée.', { code: 'consent-refused' })
  const last = presences(track.comings).at(-1)
  if (last?.until && isTooLate(new Date(last.until), now)) throw runOver()
  if (track.isPurged) throw runOver()
  return source === 'phone' ? track : { ...track, knownOffset: 0 } // a device has satellite time
}

/** Positions sent after hours out of coverage may show that the operator never left. */
async function takeBackIfDisproved(work: Work, { companyId, runId, positions }: Batch, track: Track): Promise<boolean> {
  const { silentQuitAt, accountId, operatorId, knownOffset } = track
  if (silentQuitAt === null || accountId === null) return false
  if (!positions.some(({ at }) => disprovesSilentQuit(at + (knownOffset ?? 0), silentQuitAt))) return false
  return takeBackSilentQuit(work, { companyId, runId, operatorId, accountId })
}

/**
 * The first batch fixes the offset for good: with another one, earlier positions would move in time. Locks the run
 * first, as every change to its operators does.
 */
async function fixOffset(work: Work, { companyId, runId, sentAt }: Batch, { operatorId }: Track): Promise<number> {
  await work.tx.sql`select from runs where company_id = ${companyId} and id = ${runId} for no key update`
  return fixClockOffset(work, companyId, operatorId, offsetOf({ sentAt }, work.now) ?? 0)
}

/** How far back to look for the position before a late one, in milliseconds. */
const recently = 300_000

/** Of the positions that are not later than everything known: new ones, and more accurate ones for a known time. */
async function unknownAmong(work: Work, companyId: string, { id }: Track, older: readonly Position[]): Promise<Late> {
  const [first, last] = [older[0], older.at(-1)]
  if (!first || !last) return { positions: [], jumps: 0 }
  const known = inOrder(await readPositions(work, { companyId, trackId: id }, [first.at - recently, last.at]))
  const byTime = new Map(known.map((position) => [position.at, position]))
  const positions = older.filter((position) => {
    const before = byTime.get(position.at)
    return !before || inOrder([before, position])[0] === position
  })
  const jumps = jumpsAmong(inOrder([...known, ...positions]))
  return { positions, jumps: positions.filter((position) => jumps.has(position)).length }
}

interface News {
  /** Earlier than the latest known position: the track's visits must be recomputed. */
  late: readonly Position[]
  /** Later than everything known, in order. */
  next: readonly Position[]
  /** How many of the positions that may count were ignored. */
  ignored: number
}

/** Returns false, and writes nothing, if the track has changed since it was read. */
async function write(work: Work, batch: Batch, key: string, track: KnownTrack, { late, next }: News): Promise<boolean> {
  const { companyId, runId } = batch
  const isOutdated = track.reckoning !== null && !isOfThisRule(track.reckoning)
  const isStale = track.isStale || late.length > 0 || isOutdated
  const before = isOutdated ? nowhere : (track.reckoning ?? nowhere)
  const { index, rules, siteIds } = await areasOfRun(work, { ...track, companyId, runId })
  const { state, visits } = isStale ? { state: before, visits: [] } : computeVisits(index, before, next, rules)
  const known = new Map(underWay(index, before, rules).map((visit) => [placeOf(visit), visit.finishedAt]))
  const changed = visits.filter((visit) => known.get(placeOf(visit)) !== visit.finishedAt)
  const rows = changed.map((visit) => visitRow(runId, track.id, visit, track.offset, siteIds))
  const begun = rows.filter((_, i) => !known.has(placeOf(changed[i] as Visit)))
  const positions = [...late, ...next]
  const latest = next.at(-1)
  const nextState = { positions, latest, state, isStale, rows, begun }
  const written = await writeTrack(work, { ...track, companyId, runId }, nextState, doneByFirstVisit(companyId, runId))
  if (!written) return false
  if (begun.length > 0) await publishVisits(work, companyId, runId, begun, written.judged ?? [])
  if (isStale && !track.isStale) await recomputeLater(work, companyId, track.id, { isNews: true, points: track.points })
  if ((track.loose + 1) % manyChunks === 0 || !track.isPresent) await compactLater(work, companyId, track.id)
  publishLatest(work, companyId, runId, track, latest ?? currentAmong(late, track, work.now))
  const points = track.points + positions.length
  const after = { version: written.version, reckoning: state, isStale, points, loose: track.loose + 1 }
  if (track.isPresent && !isStale) lastTracks.set(key, { ...track, ...after, ...(latest && { last: latest, lastRawAt: latest.at }) })
  else lastTracks.delete(key)
  return true
}

/** Identifies a visit within its track. */
const placeOf = ({ areaId, startedAt }: Visit) => `${areaId} ${startedAt}`

/** `judged` are the areas that writeTrack has already judged. */
async function publishVisits(work: Work, companyId: string, runId: string, begun: readonly VisitRow[], judged: readonly string[]) {
  const others = begun.map(({ areaId }) => areaId).filter((areaId) => !judged.includes(areaId))
  if (others.length > 0) await judgeAreas(work, companyId, runId, others)
  if (judged.length > 0) await judgeStops(work, companyId, runId, judged)
  const latest = Math.max(...begun.map(({ startedAt }) => startedAt.getTime()))
  await warnLater(work, companyId, runId, new Date(latest))
  work.publish(companyId, { topic: 'runs', runId })
}

/**
 * A position with a time ahead of our clock must not mute the truck until that time comes: until then the newest
 * position that arrives counts.
 */
function currentAmong(late: readonly Position[], { lastRawAt, offset }: KnownTrack, now: Date): Position | undefined {
  return lastRawAt !== null && lastRawAt + offset > now.getTime() ? late.at(-1) : undefined
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
