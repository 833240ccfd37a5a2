// What the parts of a shift work with: what the page shows, and the way for reports to leave.
import type { Report } from './kept.ts'
import type { OwnRun, Shown } from './shown.ts'

export interface Desk {
  get(): Shown
  show(change: Partial<Shown>): void
  owner(): string
  /** The only way to change the run: from its latest state, so that two quick changes both stay. */
  changeRun(change: (run: OwnRun) => OwnRun): void
  /** Stores the reports together with the run as it is now. */
  report(reports: (Report & { heldUntil?: number })[], facts?: Record<string, unknown>): Promise<void>
  /** Counts what waits again. */
  count(): Promise<void>
  /** Sends at once. */
  wake(): void
  /** Without a mark any more to wait for, they leave. */
  releasePhotos(markId: string): Promise<void>
}

/** Milliseconds: felt through a glove. */
const buzzMs = 60
export const buzz = () => navigator.vibrate?.(buzzMs)
