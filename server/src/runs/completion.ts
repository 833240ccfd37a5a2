// The state of each area of a run, stored with the area so that lists don't have to compute it.
import { type AreaState, areaStates } from '@bordee/core/runs/completion.ts'
import type { MarkType } from '@bordee/core/runs/run.ts'
import type { Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'

interface AreaEvidence {
  id: string
  state: AreaState
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
  const states = areaStates(
    areas.map(({ id }) => id),
    areas.flatMap(({ id, marks }) => marks.map((mark) => ({ ...mark, runSiteAreaId: id }))),
    areas.flatMap(({ id, visits }) => visits.map((startedAt) => ({ runSiteAreaId: id, startedAt }))),
  )
  const stateOf = (id: string) => states.get(id) ?? 'todo'
  const firstWord = ({ marks, visits }: AreaEvidence) =>
    [...marks.map(({ at }) => at), ...visits].map((at) => new Date(at)).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
  const more = (state: AreaState) =>
    areas.filter(({ id }) => stateOf(id) === state).length - areas.filter((area) => area.state === state).length
  const words = JSON.stringify(areas.map((area) => ({ id: area.id, state: stateOf(area.id), reached_at: firstWord(area) })))
  await tx.sql`
    with judged as (
      update run_areas a
      set state = w.state,
          reached_at = w.reached_at
      from jsonb_to_recordset(${words}::jsonb) w (id uuid, state text, reached_at timestamptz)
      where a.company_id = ${companyId} and a.id = any(${idsIn(words, 'id')}) and a.id = w.id
        and (a.state, a.reached_at) is distinct from (w.state, w.reached_at))
    update runs
    set areas_done = areas_done + ${more('done')},
        not_done_count = not_done_count + ${more('not-done')}
    where company_id = ${companyId} and id = ${runId}`
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
          reached_at = (select min(v.started_at) from seen v where v.area_id = a.id and v.is_new)
      where (select count(*) from run) > 0
        and a.company_id = ${companyId} and a.id = any(array(select area_id from seen where is_new)) and a.reached_at is null
      returning a.id),
    counted as (
      update runs
      set areas_done = areas_done + (select count(*) from judged)
      where company_id = ${companyId} and id = ${runId} and (select count(*) from judged) > 0),`
