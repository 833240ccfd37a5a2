// How far a run is: the state of each of its areas, and of each stop. The latest mark or visit wins; a visit counts from
// its start.
import type { MarkType, StopState } from './run.ts'
import { partialIsEnough, type RunKind } from './run-kind.ts'

export type AreaState = StopState

interface AreaAction {
  runSiteAreaId: string
  type: MarkType
  at: string
}

interface AreaVisit {
  runSiteAreaId: string
  startedAt: string
}

export interface AreaVerdict {
  state: AreaState
  /** When the visit or mark was made that decided it; null while nothing has. */
  decidedAt: string | null
}

export const stateAfter: Record<MarkType, AreaState> = {
  mark_as_done: 'done',
  mark_as_partial: 'partial',
  mark_as_not_done: 'not-done',
  mark_as_todo: 'todo',
}

/** By area. A visit that began before a « not done » never overrides it: the truck came, yet someone said so. */
export function areaVerdicts(
  areaIds: readonly string[],
  actions: readonly AreaAction[],
  visits: readonly AreaVisit[],
): Map<string, AreaVerdict> {
  const verdicts = new Map<string, AreaVerdict>(areaIds.map((id) => [id, { state: 'todo', decidedAt: null }]))
  const words = [
    ...visits.map(({ runSiteAreaId, startedAt }) => ({ runSiteAreaId, at: startedAt, state: 'done' as const })),
    // A mark made at the exact moment a visit begins wins.
    ...actions.map(({ runSiteAreaId, type, at }) => ({ runSiteAreaId, at, state: stateAfter[type] })),
  ]
  for (const { runSiteAreaId, state, at } of words.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)))
    if (verdicts.has(runSiteAreaId)) verdicts.set(runSiteAreaId, { state, decidedAt: state === 'todo' ? null : at })
  return verdicts
}

/** State by area. */
export function areaStates(
  areaIds: readonly string[],
  actions: readonly AreaAction[],
  visits: readonly AreaVisit[],
): Map<string, AreaState> {
  return new Map([...areaVerdicts(areaIds, actions, visits)].map(([id, { state }]) => [id, state]))
}

/** In some rounds a part is enough. */
export const isEnough = ({ state }: { state: AreaState }, kind?: RunKind): boolean => stopState([state], kind) === 'done'

/** One area that isn't done is enough to come back for; one that nobody reached yet leaves the stop open. */
export function stopState(areas: readonly AreaState[], kind: RunKind = 'full'): StopState {
  if (areas.includes('not-done')) return 'not-done'
  if (areas.includes('todo')) return 'todo'
  return areas.includes('partial') && !partialIsEnough.includes(kind) ? 'partial' : 'done'
}
