// Visits as rows. A visit that is computed again keeps its id.
import { hash } from 'node:crypto'
import type { AreaIndex } from '@bordee/core/positions/area-index.ts'
import type { Position } from '@bordee/core/positions/packing.ts'
import { continueFrom, underWay, type Visit, type VisitRules, type VisitState } from '@bordee/core/positions/visits.ts'
import type { Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import type { RunAreas } from './run-areas.ts'

/** The track's state after these positions, and its visits, including those under way. */
export function computeVisits(
  index: AreaIndex,
  before: VisitState,
  positions: readonly Position[],
  rules: VisitRules,
): { state: VisitState; visits: Visit[] } {
  const { state, visits } = continueFrom(index, before, positions, rules)
  return { state, visits: [...visits, ...underWay(index, state, rules)] }
}

export interface VisitRow {
  id: string
  areaId: string
  siteId: string | null
  startedAt: Date
  finishedAt: Date
}

/** Times by our clock. A visit found again gets the same id. */
export const visitRow = (
  runId: string,
  trackId: string,
  { areaId, startedAt, finishedAt }: Visit,
  offset: number,
  siteIds?: RunAreas['siteIds'],
): VisitRow => ({
  id: hashId(runId, areaId, trackId, String(startedAt + offset)),
  areaId,
  siteId: siteIds?.get(areaId) ?? null,
  startedAt: new Date(startedAt + offset),
  finishedAt: new Date(finishedAt + offset),
})

function hashId(...parts: string[]): string {
  const bytes = hash('sha256', parts.join('\n'), 'buffer').subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80 // UUID version 8: custom
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Inserts new visits and extends known ones. `from` provides them as `v`. */
export const putVisits = (companyId: string, runId: string, trackId: string, from: Sql<unknown>) => sql`
  insert into run_visits (id, company_id, run_id, run_area_id, track_id, site_id, started_at, finished_at)
  select v.id, ${companyId}, ${runId}, v.area_id, ${trackId}, v.site_id, v.started_at, v.finished_at
  from ${from}
  on conflict (company_id, run_id, run_area_id, id) do update set finished_at = excluded.finished_at`

/** Visits as rows `v` of a query. PostgreSQL replans arrays of each length every time; with JSON it keeps one plan. */
export function recordsOf(visits: readonly VisitRow[], begun: readonly VisitRow[] = []) {
  const isNew = new Set(begun.map(({ id }) => id))
  const records = visits.map(({ id, areaId, siteId, startedAt, finishedAt }) => ({
    id,
    area_id: areaId,
    site_id: siteId,
    started_at: startedAt,
    finished_at: finishedAt,
    is_new: isNew.has(id),
  }))
  return sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) v (
    id uuid, area_id uuid, site_id uuid, started_at timestamptz, finished_at timestamptz, is_new boolean)`
}

/** Makes these the track's only visits. Returns the areas of those that are gone. */
export async function replaceVisits(
  { tx }: Work,
  { companyId, runId, trackId }: { companyId: string; runId: string; trackId: string },
  visits: readonly VisitRow[],
): Promise<string[]> {
  const gone = await tx.sql<{ areaId: string }>`
    delete from run_visits
    where company_id = ${companyId} and run_id = ${runId} and track_id = ${trackId}
      and id <> all(${visits.map(({ id }) => id)}::uuid[])
    returning run_area_id as "areaId"`
  await tx.rows(putVisits(companyId, runId, trackId, recordsOf(visits)))
  return gone.map(({ areaId }) => areaId)
}
