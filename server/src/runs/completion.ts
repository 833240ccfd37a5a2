// The state of each area and stop of a run, stored with them so that lists don't have to compute it.
import { type AreaState, areaVerdicts, isEnough } from '@bordee/core/runs/completion.ts'
import type { MarkType } from '@bordee/core/runs/run.ts'
import { partialIsEnough, type RunKind } from '@bordee/core/runs/run-kind.ts'
import type { Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'

interface AreaEvidence {
  id: string
  state: AreaState
  /** Of its run. */
  kind: RunKind
  marks: { type: MarkType; at: string }[]
  visits: string[]
}

/** After a visit or a mark. Locks the run, so that of two concurrent updates the second sees the first. */
export async function updateCompletion(work: Work, companyId: string, runId: string, areaIds: readonly string[]) {
  if (areaIds.length === 0) return
  await work.tx.sql`select from runs where company_id = ${companyId} and id = ${runId} for no key update`
  await judgeAreas(work, companyId, runId, areaIds)
}

/** For callers that hold the run. Ids travel as JSON: PostgreSQL replans for arrays of each length. */
export async function judgeAreas({ tx }: Work, companyId: string, runId: string, areaIds: readonly string[]) {
  const areas = await tx.sql<AreaEvidence>`
    select a.id,
           a.state,
           (select r.kind from runs r where r.company_id = a.company_id and r.id = ${runId}) as kind,
           coalesce((
             select json_agg(json_build_object('type', m.type, 'at', m.at) order by m.at, m.created_at, m.id)
             from run_area_actions m
             where m.company_id = a.company_id and m.run_area_id = a.id), '[]') as marks,
           coalesce((
             select json_agg(v.started_at)
             from run_visits v
             where v.company_id = a.company_id and v.run_id = ${runId} and v.run_area_id = a.id), '[]') as visits
    from jsonb_array_elements_text(${JSON.stringify([...new Set(areaIds)])}::jsonb) w (id)
    cross join lateral (
      select x.company_id, x.id, x.state
      from run_areas x
      where x.company_id = ${companyId} and x.id = w.id::uuid and x.run_id = ${runId}
      limit 1) a`
  const verdicts = areaVerdicts(
    areas.map(({ id }) => id),
    areas.flatMap(({ id, marks }) => marks.map((mark) => ({ ...mark, runSiteAreaId: id }))),
    areas.flatMap(({ id, visits }) => visits.map((startedAt) => ({ runSiteAreaId: id, startedAt }))),
  )
  const verdictOf = (id: string) => verdicts.get(id) ?? { state: 'todo', decidedAt: null }
  const firstWord = ({ marks, visits }: AreaEvidence) =>
    [...marks.map(({ at }) => at), ...visits].map((at) => new Date(at)).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
  const more = (counts: (area: { state: AreaState }, kind: RunKind) => boolean) =>
    areas.filter(({ id, kind }) => counts(verdictOf(id), kind)).length - areas.filter((area) => counts(area, area.kind)).length
  const words = JSON.stringify(
    areas.map((area) => {
      const { state, decidedAt } = verdictOf(area.id)
      return { id: area.id, state, decided_at: decidedAt, reached_at: firstWord(area) }
    }),
  )
  await tx.sql`
    with judged as (
      update run_areas a
      set state = w.state,
          decided_at = w.decided_at,
          reached_at = w.reached_at
      from jsonb_to_recordset(${words}::jsonb) w (id uuid, state text, decided_at timestamptz, reached_at timestamptz)
      where a.company_id = ${companyId} and a.id = any(${idsIn(words, 'id')}) and a.id = w.id
        and (a.state, a.decided_at, a.reached_at) is distinct from (w.state, w.decided_at, w.reached_at))
    update runs
    set areas_done = areas_done + ${more(isEnough)},
        not_done_count = not_done_count + ${more(({ state }) => state === 'not-done')}
    where company_id = ${companyId} and id = ${runId}`
  await judgeStops({ tx }, companyId, runId, areaIds)
}

/** After the kind of a run has changed: it decides whether a part is enough. The caller holds the run. */
export async function judgeAgain({ tx }: Pick<Work, 'tx'>, companyId: string, runId: string, kind: RunKind) {
  const enough = isEnough({ state: 'partial' }, kind) ? ['done', 'partial'] : ['done']
  await tx.sql`
    update runs
    set areas_done = (
      select count(*)
      from run_areas a
      where a.company_id = ${companyId} and a.run_id = ${runId} and a.state = any(${enough}))
    where company_id = ${companyId} and id = ${runId}`
  await judgeStops({ tx }, companyId, runId)
}

/** The stops of these areas, from their areas (`stopState` in core); without `areaIds`, every stop of the run. */
export async function judgeStops({ tx }: Pick<Work, 'tx'>, companyId: string, runId: string, areaIds: readonly string[] | null = null) {
  const ids = JSON.stringify((areaIds ?? []).map((id) => ({ id })))
  const stops = await tx.sql<{ id: string }>`
    select distinct run_site_id as id
    from run_areas
    where company_id = ${companyId} and ${areaIds === null ? sql`run_id = ${runId}` : sql`id = any(${idsIn(ids, 'id')})`}`
  const judged = JSON.stringify(stops)
  await tx.sql`
    update run_sites s
    set state = n.state,
        decided_at = n.decided_at
    from jsonb_to_recordset(${judged}::jsonb) w (id uuid)
    cross join lateral (
      select case
               when bool_or(a.state = 'not-done') then 'not-done'
               when bool_or(a.state = 'todo') then 'todo'
               when bool_or(a.state = 'partial') and not (
                 select r.kind from runs r where r.company_id = ${companyId} and r.id = ${runId}) = any(${partialIsEnough}) then 'partial'
               else 'done'
             end as state,
             case when bool_or(a.state = 'not-done') or not bool_or(a.state = 'todo') then max(a.decided_at) end as decided_at
      from run_areas a
      where a.company_id = ${companyId} and a.run_site_id = w.id) n
    where s.company_id = ${companyId} and s.id = any(${idsIn(judged, 'id')}) and s.id = w.id
      and (s.state, s.decided_at) is distinct from (n.state, n.decided_at)`
}

/**
 * Ids from records in a JSON text. PostgreSQL assumes a hundred rows for any other form, and then scans all areas of
 * the company instead of looking each one up.
 */
const idsIn = (records: string, key: string): Sql<string[]> =>
  sql`array(select (r->>${sql.lit(key)})::uuid from jsonb_array_elements(${records}::jsonb) r)`

/**
 * CTEs for writeTrack (positions/tracks.ts). They lock the run, as everything that judges areas does, and judge the areas
 * that had no mark or visit before: a first visit makes them done.
 */
export const doneByFirstVisit = (companyId: string, runId: string) => sql`
    run as (
      select
      from runs
      where company_id = ${companyId} and id = ${runId} and exists (select from track)
      for no key update),
    judged as (
      update run_areas a
      set state = 'done',
          decided_at = (select max(v.started_at) from seen v where v.area_id = a.id and v.is_new),
          reached_at = (select min(v.started_at) from seen v where v.area_id = a.id and v.is_new)
      where (select count(*) from run) > 0
        and a.company_id = ${companyId} and a.id = any(array(select area_id from seen where is_new)) and a.reached_at is null
      returning a.id),
    counted as (
      update runs
      set areas_done = areas_done + (select count(*) from judged)
      where company_id = ${companyId} and id = ${runId} and (select count(*) from judged) > 0),`
