// The passes at a site: who came, when, what they wrote, what was corrected, and their way around it.
import { nearby } from '@bordee/core/evidence/neighbourhood.ts'
import type { Polygon } from '@bordee/core/geo.ts'
import type { PhotoKind } from '@bordee/core/photos/photo.ts'
import type { Position } from '@bordee/core/positions/packing.ts'
import { inOrder } from '@bordee/core/positions/visits.ts'
import type { MarkType, NotDoneReason } from '@bordee/core/runs/run.ts'
import type { RunKind } from '@bordee/core/runs/run-kind.ts'
import type { Material, Surface } from '@bordee/core/runs/work.ts'
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { readPositions } from '../positions/chunks.ts'
import { visitsInRuns } from '../runs/details.ts'
import type { SiteKey } from './site-facts.ts'

interface Correction {
  id: string
  startedAt: string | null
  finishedAt: string | null
  reason: string
  userName: string
  at: string
}

interface Visit {
  id: string
  stopId: string
  trackId: string
  /** Milliseconds between the receiver's clock and ours. */
  offset: number
  area: string
  driver: string
  startedAt: Date
  finishedAt: Date
  corrections: Correction[]
}

export interface Mark {
  /** As the phone named it. */
  id: string
  /** One of each area. */
  rowIds: string[]
  stopId: string
  type: MarkType
  reason: NotDoneReason | null
  note: string | null
  surface: Surface | null
  material: Material | null
  inspection: boolean
  by: string
  isDriver: boolean
  at: Date
}

interface Damage {
  id: string
  stopId: string
  note: string
  by: string
  isDriver: boolean
  at: Date
}

interface Stop {
  id: string
  runId: string
  routeName: string
  kind: RunKind
  isInOperation: boolean
  unit: string | null
  state: 'todo' | 'done' | 'partial' | 'not-done'
  isSealed: boolean
  polygons: Polygon[]
}

export interface Pass extends Stop {
  at: Date
  visits: Visit[]
  marks: Mark[]
  damages: Damage[]
  /** In pieces, by our clock. */
  track: Position[][]
}

/** In time order: stops at which a truck or a person left something. */
export async function readPasses(work: Work, key: SiteKey, siteAreas: readonly Polygon[]): Promise<Pass[]> {
  const { tx } = work
  const [visits, marks, damages] = [await readVisits(work, key), await readMarks(work, key), await readDamages(work, key)]
  const ids = [...new Set([...visits, ...marks, ...damages].map(({ stopId }) => stopId))]
  const stops = await tx.sql<Stop>`
    select s.id, s.run_id as "runId", r.route_name as "routeName", r.kind, r.operation_id is not null as "isInOperation", r.unit, s.state,
           r.sealed_at is not null as "isSealed",
           coalesce((
             select json_agg(a.polygon order by a.position)
             from run_areas a
             where a.company_id = s.company_id and a.run_site_id = s.id and a.polygon is not null), '[]') as polygons
    from run_sites s
    join runs r on r.company_id = s.company_id and r.id = s.run_id
    where s.company_id = ${key.companyId} and s.id = any(${ids}::uuid[])`
  const passes: Pass[] = []
  for (const stop of stops) {
    const own = <T extends { stopId: string }>(all: readonly T[]) => all.filter(({ stopId }) => stopId === stop.id)
    const ofStop = { visits: own(visits), marks: own(marks), damages: own(damages) }
    const first = Math.min(
      ...ofStop.visits.map(({ startedAt }) => +startedAt),
      ...[...ofStop.marks, ...ofStop.damages].map(({ at }) => +at),
    )
    const areas = stop.polygons.length > 0 ? stop.polygons : siteAreas
    passes.push({ ...stop, ...ofStop, at: new Date(first), track: await readTrack(work, key.companyId, areas, ofStop.visits) })
  }
  return passes.toSorted((a, b) => +a.at - +b.at || a.id.localeCompare(b.id))
}

const readVisits = ({ tx }: Work, { companyId, siteId, since, before }: SiteKey): Promise<Visit[]> =>
  tx.sql<Visit>`
    select v.id, s.id as "stopId", t.id as "trackId", case when t.source = 'phone' then o.clock_offset else 0 end::float8 as "offset",
           a.name as area, o.name as driver, v.started_at as "startedAt", v.finished_at as "finishedAt",
           coalesce((
             select json_agg(json_build_object(
               'id', k.id, 'startedAt', k.started_at, 'finishedAt', k.finished_at, 'reason', k.reason,
               'userName', k.user_name, 'at', k.at) order by k.at, k.id)
             from visit_corrections k
             where k.company_id = v.company_id and k.visit_id = v.id), '[]') as corrections
    from ${visitsInRuns}
    where v.company_id = ${companyId} and s.site_id = ${siteId} and v.started_at >= ${since} and v.started_at < ${before}
    order by v.started_at, v.id`

/** A mark of several areas is one. */
const readMarks = ({ tx }: Work, { companyId, siteId, since, before }: SiteKey): Promise<Mark[]> =>
  tx.sql<Mark>`
    select m.request_id as id, s.id as "stopId", m.type, m.reason, m.note, m.surface, m.inspection, m.user_name as "by",
           m.operator_id is not null as "isDriver", m.at, array_agg(m.id order by m.id)::text[] as "rowIds",
           case when m.material_kind is not null then json_build_object(
             'kind', m.material_kind, 'quantity', m.material_quantity, 'unit', m.material_unit) end as material
    from run_sites s
    join run_areas a on a.company_id = s.company_id and a.run_site_id = s.id
    join run_area_actions m on m.company_id = a.company_id and m.run_area_id = a.id
    where s.company_id = ${companyId} and s.site_id = ${siteId} and m.at >= ${since} and m.at < ${before}
    group by m.request_id, s.id, m.type, m.reason, m.note, m.surface, m.inspection, m.user_name, m.operator_id, m.at, m.material_kind,
             m.material_quantity, m.material_unit
    order by m.at, m.request_id`

const readDamages = ({ tx }: Work, { companyId, siteId, since, before }: SiteKey): Promise<Damage[]> =>
  tx.sql<Damage>`
    select d.id, s.id as "stopId", d.note, d.user_name as "by", d.operator_id is not null as "isDriver", d.at
    from run_sites s
    join run_damages d on d.company_id = s.company_id and d.run_site_id = s.id
    where s.company_id = ${companyId} and s.site_id = ${siteId} and d.at >= ${since} and d.at < ${before}
    order by d.at, d.id`

/** Milliseconds before and after the visits. */
const around = 120_000

/** Only the surroundings of the site: the rest of the way passes by others' places. */
async function readTrack(work: Work, companyId: string, areas: readonly Polygon[], visits: readonly Visit[]): Promise<Position[][]> {
  const pieces: Position[][] = []
  for (const [trackId, own] of Map.groupBy(visits, (visit) => visit.trackId)) {
    const offset = own[0]?.offset ?? 0
    const [from, to] = [
      Math.min(...own.map((v) => +v.startedAt)) - around - offset,
      Math.max(...own.map((v) => +v.finishedAt)) + around - offset,
    ]
    const read = await readPositions(work, { companyId, trackId }, [from, to])
    const track = inOrder(read.filter(({ at }) => at >= from && at <= to)).map((position) => ({ ...position, at: position.at + offset }))
    pieces.push(...nearby(areas, track))
  }
  return pieces
}

export interface PhotoFacts {
  id: string
  kind: PhotoKind
  markId: string | null
  visitId: string | null
  claimId: string | null
  runId: string | null
  takenAt: Date
  receivedAt: Date
  author: string
  /** Of the largest size, which is the one in the record. */
  hash: string
  /** Of the file for paper; null once it was deleted. */
  content: string | null
  size: number
  deletedAt: Date | null
  deletedBy: string | null
  deletedReason: string | null
}

export const readPhotos = ({ tx }: Work, { companyId, siteId, since, before }: SiteKey, claimId: string | null): Promise<PhotoFacts[]> =>
  tx.sql<PhotoFacts>`
    select p.id, p.kind, p.mark_id as "markId", p.visit_id as "visitId", p.claim_id as "claimId", p.run_id as "runId",
           p.taken_at as "takenAt", p.received_at as "receivedAt", p.author, p.hash, f.hash as content, coalesce(f.size, 0) as size,
           p.deleted_at as "deletedAt", p.deleted_by as "deletedBy", p.deleted_reason as "deletedReason"
    from photos p
    left join stored_files f on f.company_id = p.company_id and f.id = p.medium_id
    where p.company_id = ${companyId} and p.site_id = ${siteId}
      and (p.taken_at >= ${since} and p.taken_at < ${before} or p.claim_id = ${sql`${claimId}::uuid`})
    order by p.taken_at, p.id`
