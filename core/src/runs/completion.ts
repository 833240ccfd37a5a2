// How far a run is: the state of each of its areas. The latest mark or visit wins; a visit counts from its start.
export type AreaState = 'todo' | 'done' | 'not-done'

interface AreaAction {
  runSiteAreaId: string
  type: 'mark_as_done' | 'mark_as_not_done'
  at: string
}

interface AreaVisit {
  runSiteAreaId: string
  startedAt: string
}

/** State by area. A visit that began before a « not done » never overrides it: the truck came, yet someone said so. */
export function areaStates(
  areaIds: readonly string[],
  actions: readonly AreaAction[],
  visits: readonly AreaVisit[],
): Map<string, AreaState> {
  const states = new Map<string, AreaState>(areaIds.map((id) => [id, 'todo']))
  const words = [
    ...visits.map(({ runSiteAreaId, startedAt }) => ({ runSiteAreaId, at: startedAt, state: 'done' as const })),
    // A mark made at the exact moment a visit begins wins.
    ...actions.map(({ runSiteAreaId, type, at }) => ({
      runSiteAreaId,
      at,
      state: type === 'mark_as_done' ? ('done' as const) : ('not-done' as const),
    })),
  ]
  for (const { runSiteAreaId, state } of words.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)))
    if (states.has(runSiteAreaId)) states.set(runSiteAreaId, state)
  return states
}
