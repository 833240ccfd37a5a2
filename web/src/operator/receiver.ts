// The phone's own receiver while one drives: where it is, whether it may be asked, and whether the phone slept meanwhile.
import { useEffect, useEffectEvent, useState } from 'react'
import type { Told } from './kept.ts'

export type Reception =
  | { is: 'off' }
  | { is: 'searching' }
  /** Forbidden by the phone, or by who holds it. */
  | { is: 'forbidden' }
  | { is: 'lost' }
  | { is: 'good'; position: Told }

/** Milliseconds between two positions that are kept. */
const leastGap = 2000
/** Without a new one for so long the receiver has lost itself. */
const patience = 20_000
/** A clock that jumps further than this between two of its beats has slept. */
const asleepMs = 60_000
const beatMs = 5000

export function useReceiver(isOn: boolean, take: (position: Told) => unknown): Reception {
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
      const position: Told = {
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
    // Some phones tell nothing while they stand still, and a truck that stands in a driveway is just what one wants to know.
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

/** Keeps the screen on: a phone that sleeps says nothing of where it is. The browser lets go of it when one looks elsewhere, and takes it back after. */
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
        setWakefulness('impossible') // a weak battery, or a setting of the phone's
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

/** The last time that the phone slept while it should not have. */
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
