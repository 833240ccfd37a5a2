// The live channel: one connection per tab, which reports what changes in the current company.
import { platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { openStream } from './api.ts'
import { LiveChannel, type LiveEvent, type Reading, useChannel, useChannelEvents } from './liveChannel.ts'
import { identity } from './session.tsx'

const live = new LiveChannel((signal) => openStream(platformCalls.listen, {}, signal))
identity.onChange(() => live.renew())

/** Reads something again when the channel reports a change. A null topic hears every event. */
export const useLive = (topic: string | null, read: () => Promise<unknown>, reading: Reading) => useChannel(live, topic, read, reading)

/** Passes the events themselves on, e.g. progress, which no call returns. */
export const useLiveEvents = (topic: string, onEvent: (event: LiveEvent) => void) => useChannelEvents(live, topic, onEvent)
