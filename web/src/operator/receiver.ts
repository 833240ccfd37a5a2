// The phone's receiver during a run: its position, whether the page may read it, and whether the phone slept.
import { useEffect, useEffectEvent, useState } from 'react'
import type { Position } from './kept.ts'

export type Reception =
  | { is: 'off' }
  | { is: 'searching' }
  /** Denied by the phone's settings or by the operator. */
  | { is: 'forbidden' }
  | { is: 'lost' }
  | { is: 'good'; position: Position }

/** At least this many milliseconds between two stored positions. */
const leastGap = 2000
/** After this long without a new position, the signal is lost. */
const patience = 20_000
/** If this much time passes between two ticks of a timer, the phone was asleep. */
const asleepMs = 60_000
const beatMs = 5000

export function useReceiver(isOn: boolean, take: (position: Position) => unknown): Reception {
  const [reception, setReception] = useState<Reception>({ is: 'off' })
  const takeNow = useEffectEvent(take)
  useEffect(() => {
    if (!isOn) return setReception({ is: 'off' })
    if (!('geolocation' in navigator)) return setReception({ is: 'forbidden' })
    setReception({ is: 'searching' })
    let last = 0
    let heard = Date.now()
    const hear = ({ coords, timestamp }: GeolocationPosition) => {
      heard = Date.now()
      const position: Position = {
        lat: coords.latitude,
        lng: coords.longitude,
        timestamp: Math.round(timestamp),
        accuracy: coords.accuracy,
        speed: coords.speed !== null && coords.speed >= 0 ? coords.speed : null,
      }
      setReception({ is: 'good', position })
      if (position.timestamp - last < leastGap) return
      last = position.timestamp
      void takeNow(position)
    }
    const settings = { enableHighAccuracy: true, maximumAge: 0, timeout: patience }
    const watch = navigator.geolocation.watchPosition(
      hear,
      ({ code, PERMISSION_DENIED }) => setReception({ is: code === PERMISSION_DENIED ? 'forbidden' : 'lost' }),
      settings,
    )
    // Some phones report nothing while they stand still, but we want to know that a truck stands in a driveway.
    const timer = setInterval(() => {
      if (Date.now() - heard > patience) setReception((now) => (now.is === 'good' ? { is: 'lost' } : now))
      if (Date.now() - heard > beatMs) navigator.geolocation.getCurrentPosition(hear, () => undefined, settings)
    }, beatMs)
    return () => {
      navigator.geolocation.clearWatch(watch)
      clearInterval(timer)
    }
  }, [isOn])
  return reception
}

export type Wakefulness = 'kept' | 'impossible' | 'off'

/**
 * Keeps the screen on, because a sleeping phone reports no position. The browser releases the lock when the page is
 * hidden, so we take it again when the page is visible.
 */
export function useWakeLock(isOn: boolean): Wakefulness {
  const [wakefulness, setWakefulness] = useState<Wakefulness>('off')
  useEffect(() => {
    if (!isOn) return setWakefulness('off')
    if (!('wakeLock' in navigator)) return setWakefulness('impossible')
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const hold = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isOver) void lock.release()
        else setWakefulness('kept')
      } catch {
        setWakefulness('impossible') // a low battery, or a phone setting
      }
    }
    const again = () => void hold()
    again()
    document.addEventListener('visibilitychange', again)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', again)
      void lock?.release()
    }
  }, [isOn])
  return wakefulness
}

export interface Nap {
  from: number
  to: number
}

/** The last time the phone slept during the run. */
export function useNap(isOn: boolean): [Nap | null, () => void] {
  const [nap, setNap] = useState<Nap | null>(null)
  useEffect(() => {
    if (!isOn) return
    let before = Date.now()
    const timer = setInterval(() => {
      const now = Date.now()
      if (now - before > asleepMs) setNap({ from: before, to: now })
      before = now
    }, beatMs)
    return () => clearInterval(timer)
  }, [isOn])
  return [nap, () => setNap(null)]
}
