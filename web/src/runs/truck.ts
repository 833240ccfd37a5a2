import { type LastLocation, locationLife } from '@bordee/core/runs/run.ts'

/** A truck's last known position. */
export interface Truck extends LastLocation {
  /** When it was there, by this machine's clock. */
  seenAt: number
}

const lifeMs = locationLife * 1000

/**
 * A position is at most 15 s old when it arrives. If it seems older, or in the future, this machine's clock is wrong,
 * so treat the position as new.
 */
export function truckAt(location: LastLocation, now: number): Truck {
  const age = now - Date.parse(location.timestamp)
  return { ...location, seenAt: age >= 0 && age <= lifeMs ? now - age : now }
}

/** Whether the position is recent enough to show. */
export const isOnMap = ({ seenAt }: Truck, now: number): boolean => now - seenAt < lifeMs
