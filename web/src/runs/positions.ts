// The live positions of the company's trucks, from their own stream (docs/product/runs.md).
import type { LastLocation } from '@bordee/core/runs/run.ts'
import { runCalls } from '@bordee/core/runs/runs.calls.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { openStream } from '../api.ts'
import { LiveChannel } from '../liveChannel.ts'
import { identity } from '../session.tsx'
import { type Truck, truckAt } from './truck.ts'

/** A tab shows one company at a time, so it needs one channel. */
let followed: { companyId: string; channel: LiveChannel<LastLocation> } | undefined

function channelOf(companyId: string): LiveChannel<LastLocation> {
  if (followed?.companyId !== companyId) {
    const channel = new LiveChannel<LastLocation>((signal) => openStream(runCalls.followLocations, { id: companyId }, signal))
    identity.onChange(() => channel.renew())
    followed = { companyId, channel }
  }
  return followed.channel
}

/** In milliseconds: positions that arrive together are drawn together. */
const gatheringMs = 200

/**
 * The last known position by operator, however old. `onOpen` runs when the stream reconnects, since events may have
 * been missed.
 */
export function useTrucks(companyId: string, onOpen: () => void, channel = channelOf(companyId)): ReadonlyMap<string, Truck> {
  const [trucks, setTrucks] = useState<ReadonlyMap<string, Truck>>(new Map())
  const opened = useEffectEvent(onOpen)
  useEffect(() => {
    let gathered: Truck[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = channel.listen(null, (location) => {
      if (!location) return opened()
      gathered.push(truckAt(location, Date.now()))
      timer ??= setTimeout(() => {
        const fresh = gathered
        gathered = []
        timer = undefined
        setTrucks((known) => new Map([...known, ...fresh.map((truck) => [truck.userId, truck] as const)]))
      }, gatheringMs)
    })
    return () => {
      leave()
      clearTimeout(timer)
    }
  }, [channel])
  return trucks
}

/** The current time, by default updated every second. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
