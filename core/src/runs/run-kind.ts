// What a round of a route is for.
import * as z from 'zod'

export const runKinds = ['opening', 'windrow', 'full', 'final', 'salting'] as const
export const runKind = z.enum(runKinds)
export type RunKind = z.infer<typeof runKind>

export const runKindNames: Record<RunKind, string> = {
  opening: 'Ouverture',
  windrow: 'Bordure',
  full: 'Complet',
  final: 'Finition',
  salting: 'Épandage',
}

/** In these rounds a site that was done in part is done: the access is open, the City's bank is gone. */
export const partialIsEnough: readonly RunKind[] = ['opening', 'windrow']

/** Rounds after which a site is wholly cleared: snow is counted from there. */
export const completeKinds: readonly RunKind[] = ['full', 'final']

/** The kinds of rounds that a run of the whole route leaves nothing of: who clears everything also clears what a lesser one would. */
export const coveredKinds = (kind: RunKind): readonly RunKind[] => (completeKinds.includes(kind) ? [...partialIsEnough, kind] : [kind])

/** What a route's next round is most likely for, given the last one in the same operation; null before the first. */
export function suggestedKind(before: RunKind | null): RunKind {
  const next: Record<RunKind, RunKind> = { opening: 'final', windrow: 'final', full: 'full', final: 'full', salting: 'full' }
  return before === null ? 'full' : next[before]
}
