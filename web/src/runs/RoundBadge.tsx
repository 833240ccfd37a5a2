import type { Run } from '@bordee/core/runs/run.ts'
import { runKindNames } from '@bordee/core/runs/run-kind.ts'
import { Status } from '../ui/Status.tsx'

/** What a run is for: « Ouverture », « Bordure », « Reprise ». */
export function RoundBadge({ kind, isRedo }: Pick<Run, 'kind' | 'isRedo'>) {
  return <Status tone="info">{isRedo ? 'Reprise' : runKindNames[kind]}</Status>
}
