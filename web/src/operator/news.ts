// What the office changes while the driver is out: the page hears of it on the live channel and reads it again.
import { platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { openStream } from '../api.ts'
import { LiveChannel, useChannel } from '../liveChannel.ts'
import type { Shift } from './shift.ts'
import type { Shown } from './shown.ts'

const channel = new LiveChannel((signal) => openStream(platformCalls.listen, {}, signal))

/** Milliseconds between two reads: the driver's own marks are on the channel too, and a phone pays for its data. */
const gapMs = 5000

/** Driving: everything about this run. Choosing: only runs that the list doesn't have, such as one to redo. */
export function useNews(shift: Shift, { run, underWay }: Shown) {
  useChannel(channel, 'runs', () => shift.refresh(), {
    isUnderWay: false, // without the channel the page reads from time to time anyway
    concerns: ({ runId }) => (run ? runId === run.id : !underWay.some(({ id }) => id === runId)),
    gapMs,
  })
}
