// What became of the areas of a run, kept beside them so that lists need not reckon it.
import { type AreaState, areaStates } from '@bordee/core/runs/completion.ts'
import type { MarkType } from '@bordee/core/runs/run.ts'
import type { Work } from '../engine/ctx.ts'

interface Words {
  id: string
  state: AreaState
  marks: { type: MarkType; at: string }[]
  visits: string[]
}

/** After a word about some of its areas. Holds the run: of two words at once the second is judged with the first. */
export async function updateCompletion({ tx }: Work, companyId: string, runId: string, areaIds: readonly string[]) {
  if (areaIds.length === 0) return
  await tx.sql`select from runs where company_id = ${companyId} and id = ${runId} for no key update`
  const areas = await tx.sql<Words>`
    select a.id,
           a.state,
           coalesce((
             select json_agg(json_build_object('type', m.type, 'at', m.at) order by m.at, m.created_at, m.id)
             from run_area_actions m
             where m.company_id = a.company_id and m.run_area_id = a.id), '[]') as marks,
           coalesce((
             select json_agg(v.started_at)
             from run_visits v
             where v.company_id = a.company_id and v.run_area_id = a.id), '[]') as visits
    from run_areas a
    where a.company_id = ${companyId} and a.run_id = ${runId} and a.id = any(${[...new Set(areaIds)]}::uuid[])`
  const states = areaStates(
    areas.map(({ id }) => id),
    areas.flatMap(({ id, marks }) => marks.map((mark) => ({ ...mark, runSiteAreaId: id }))),
    areas.flatMap(({ id, visits }) => visits.map((startedAt) => ({ runSiteAreaId: id, startedAt }))),
  )
  const stateOf = (id: string) => states.get(id) ?? 'todo'
  const firstWord = ({ marks, visits }: Words) =>
    [...marks.map(({ at }) => at), ...visits].map((at) => new Date(at)).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
  const more = (state: AreaState) =>
    areas.filter(({ id }) => stateOf(id) === state).length - areas.filter((area) => area.state === state).length
  await tx.sql`
    with judged as (
      update run_areas a
      set state = w.state,
          reached_at = w.reached_at
      from unnest(
        ${areas.map(({ id }) => id)}::uuid[],
        ${areas.map(({ id }) => stateOf(id))}::text[],
        ${areas.map(firstWord)}::timestamptz[]) w (id, state, reached_at)
      where a.company_id = ${companyId} and a.id = w.id
        and (a.state, a.reached_at) is distinct from (w.state, w.reached_at))
    update runs
    set areas_done = areas_done + ${more('done')},
        not_done_count = not_done_count + ${more('not-done')}
    where company_id = ${companyId} and id = ${runId}`
}
