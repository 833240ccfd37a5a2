// What the operator's page shows.
import type { Run, RunDetails } from '@bordee/core/runs/run.ts'
import type { Mark, Refused } from './kept.ts'
import type { Link } from './outbox.ts'
import type { Who } from './session.ts'
import type { Step, Stop } from './stops.ts'

export interface RouteOption {
  id: string
  name: string
}

/** The operator's current run, as the phone knows it. */
export interface OwnRun {
  id: string
  routeName: string
  startedAt: string
  stops: Stop[]
  /** The server has created the run, so its areas are known. */
  isMade: boolean
  marks: Mark[]
  /** What the server knows of the run. Phones have stored it under this name. */
  told: Pick<RunDetails, 'areaActions' | 'areaVisits'>
}

export interface Shown {
  phase: 'loading' | 'signed-out' | 'may-not' | 'choosing' | 'running'
  who: Who | null
  routes: RouteOption[]
  underWay: Run[]
  run: OwnRun | null
  steps: Step[]
  /** Null until the operator answers. */
  consent: boolean | null
  link: Link
  /** What is still to be sent. */
  waiting: { reports: number; positions: number }
  refused: Refused[]
  /** Why the operator is back at the list of runs. */
  notice: string | null
}

export const nothing: Shown = {
  phase: 'loading',
  who: null,
  routes: [],
  underWay: [],
  run: null,
  steps: [],
  consent: null,
  link: navigator.onLine ? 'up' : 'down',
  waiting: { reports: 0, positions: 0 },
  refused: [],
  notice: null,
}
