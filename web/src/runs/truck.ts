import { type LastLocation, locationLife } from '@bordee/core/runs/run.ts'

/** Where a truck was last seen. */
export interface Truck extends LastLocation {
  /** When it was there, by the clock of this machine. */
  seenAt: number
}

const lifeMs = locationLife * 1000

/**
 * A position is at most 15 s old when it is told. Where the clock of this machine makes it older, or puts it in the future, that clock is wrong and the
 * position is taken as new.
 */
export function heard(location: LastLocation, now: number): Truck {
  const age = now - Date.parse(location.timestamp)
  return { ...location, seenAt: age >= 0 && age <= lifeMs ? now - age : now }
}

/** Whether one still knows where it is. */
export const isOnMap = ({ seenAt }: Truck, now: number): boolean => now - seenAt < lifeMs
