import type { AreaIndex, RunArea } from '@bordee/core/positions/area-index.ts'
import { indexOf, type VisitRules } from '@bordee/core/positions/visits.ts'
import type { RunKind } from '@bordee/core/runs/run-kind.ts'
import { visitRulesFor } from '@bordee/core/runs/visit-rules.ts'
import type { Work } from '../engine/ctx.ts'
import { Recent } from '../engine/recent.ts'

/** What a run's positions are compared with. */
export interface RunAreas {
  index: AreaIndex
  rules: VisitRules
  /** Site ids by area id. */
  siteIds: ReadonlyMap<string, string | null>
}

/** By version: the office may add stops to a run under way, but never removes any. */
const recentRuns = new Recent<string, RunAreas>(500)

interface CreatedRun {
  companyId: string
  runId: string
  /** Part of the key because a deleted run may be created again under the id a phone gave it. */
  createdAt: number
  /** How many times stops were added. */
  stopsVersion: number
  kind: RunKind
}

export async function areasOfRun({ tx }: Work, { companyId, runId, createdAt, stopsVersion, kind }: CreatedRun): Promise<RunAreas> {
  const key = `${runId} ${createdAt} ${stopsVersion} ${kind}`
  const known = recentRuns.get(key)
  if (known) return known
  const areas = await tx.sql<RunArea & { siteId: string | null }>`
    select a.id, a.polygon, s.site_id as "siteId"
    from run_areas a
    join run_sites s on s.company_id = a.company_id and s.id = a.run_site_id
    where a.company_id = ${companyId} and a.run_id = ${runId}
    order by s.added_no, s.sort_order, a.position, a.id` // added ones last: a track's state refers to areas by their number
  const rules = visitRulesFor(kind)
  const runAreas = { index: indexOf(areas, rules), rules, siteIds: new Map(areas.map(({ id, siteId }) => [id, siteId])) }
  recentRuns.set(key, runAreas)
  return runAreas
}
