// What the operator's page shows.
import type { Run, RunDetails } from '@bordee/core/runs/run.ts'
import type { RunKind } from '@bordee/core/runs/run-kind.ts'
import type { Counts, Mark, Waiting } from './kept.ts'
import type { Link } from './outbox.ts'
import type { OwnDay } from './ownDay.ts'
import type { PhotoCard } from './photoQueue.ts'
import type { Who } from './session.ts'
import type { Step, Stop } from './stops.ts'

export interface RouteOption {
  id: string
  name: string
  /** By this driver; phones have stored routes without it. */
  lastDrivenAt?: string | null
  /** The office called this driver to work for it tonight. */
  isExpected?: boolean
  /** Whether its stops are on the phone, so that it can be driven without a network. */
  isStored?: boolean
}

/** The operator's current run, as the phone knows it. */
export interface OwnRun {
  id: string
  routeName: string
  startedAt: string
  kind?: RunKind
  unit?: string | null
  /** Of sites to redo: every stop is one. */
  isRedo?: boolean
  /** When the office gave what was left to others. */
  handedOverAt?: string | null
  /** The names of the colleagues who are in it now; unknown until the server has answered. */
  others?: string[]
  /** Stops that the office added and the driver has not noticed yet. */
  addedCount?: number
  stops: Stop[]
  /** The server has created the run, so its areas are known. */
  isMade: boolean
  marks: Mark[]
  /** What the server knows of the run. Phones have stored it under this name. */
  told: Pick<RunDetails, 'areaActions' | 'areaVisits'>
  /** How far the server's clock is ahead of the phone's, in milliseconds. */
  ahead?: number
}

/** One press that can still be taken back, with its marks. */
interface Undoable {
  marks: Mark[]
  /** The address, or the street. */
  name: string
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
  /** Null when none was begun lately. */
  day: OwnDay | null
  link: Link
  /** What is still to be sent. */
  waiting: Counts
  /** What the server did not accept, and what waits behind it. */
  stuck: Waiting[]
  stuckPositions: number
  /** Photos that wait on the phone, those the server refused included. */
  photos: PhotoCard[]
  /** Why no photo passes now, in the server's words. */
  photoTrouble: string | null
  undoable: Undoable[]
  /** Until when the start can be taken back; null afterwards. */
  startHeldUntil: number | null
  /** The phone has no room left: what comes is only in memory. */
  isFull: boolean
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
  day: null,
  link: navigator.onLine ? 'up' : 'later',
  waiting: { reports: 0, positions: 0 },
  stuck: [],
  stuckPositions: 0,
  photos: [],
  photoTrouble: null,
  undoable: [],
  startHeldUntil: null,
  isFull: false,
  notice: null,
}
