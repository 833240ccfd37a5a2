// Tells a truck that stands still from one that clears a driveway. Both stay in one place, and a receiver's error moves
// both; but a standstill's positions drift slowly, and their mean is more precise than any of them. The numbers come
// from `proof/bench/visits.bench.ts` (docs/decisions/0045-standstills.md).

/** In metres from the origin of the areas; `at` in milliseconds. */
export interface Place {
  x: number
  y: number
  at: number
  accuracy: number | null
}

/** A time in which the truck has not moved, as far as is known: shorter ones turn out to be part of a movement. */
export interface Standstill {
  startedAt: number
  finishedAt: number
  /** How many positions, and their sums, each weighted by its accuracy. */
  positions: number
  weight: number
  sumX: number
  sumY: number
  /** When the truck was last checked to be in place, and where it seemed to be. */
  checkedAt: number
  x: number
  y: number
  /** The latest checks, and the drift between them, on average. */
  checks: number
  drift: number
  /** The area that it counts for; -1 while undecided. */
  area: number
}

/** Seconds between two checks, at least. */
const checkEvery = 7
/** Square metres per second. With an error of 5 m on each axis, a truck that stands seems to drift 3, one that clears 15. */
const mostDrift = 5.3
/** Seconds after which a receiver's error hardly grows any more. */
const driftLasts = 10
/** How many checks the average covers. A truck that waited for hours must still be seen to leave. */
const remembered = 16
/** Less is no proof: a truck that clears turns round in that time. */
const least = { seconds: 20, positions: 6 }
/** Metres, for a receiver that doesn't report its accuracy, and the best that is believed. */
const unknownAccuracy = 5
const bestAccuracy = 1

export const standstillAt = (place: Place): Standstill => ({
  startedAt: place.at,
  finishedAt: place.at,
  ...weighed(place),
  checkedAt: place.at,
  x: place.x,
  y: place.y,
  checks: 0,
  drift: 0,
  area: -1,
})

const noSums = { positions: 0, weight: 0, sumX: 0, sumY: 0 }

function weighed({ x, y, accuracy }: Place, { positions, weight, sumX, sumY }: typeof noSums = noSums) {
  const own = 1 / Math.max(bestAccuracy, accuracy ?? unknownAccuracy) ** 2
  return { positions: positions + 1, weight: weight + own, sumX: sumX + own * x, sumY: sumY + own * y }
}

/**
 * The standstill with one more position, or undefined if the truck has moved. The drift is averaged, because a receiver
 * that wanders once in ten minutes is common, and a truck that clears moves again and again.
 */
export function stillAt(standstill: Standstill, place: Place): Standstill | undefined {
  const { x, y, checkedAt, checks } = standstill
  const seconds = (place.at - checkedAt) / 1000
  const moved = ((place.x - x) ** 2 + (place.y - y) ** 2) / Math.min(driftLasts, Math.max(checkEvery, seconds))
  const drift = (standstill.drift * checks + moved) / (checks + 1)
  if (drift > mostDrift) return undefined
  const still = { ...standstill, finishedAt: place.at, ...weighed(place, standstill) }
  if (seconds < checkEvery) return still
  return { ...still, checkedAt: place.at, x: place.x, y: place.y, checks: Math.min(remembered, checks + 1), drift }
}

export const secondsOf = ({ startedAt, finishedAt }: Standstill) => (finishedAt - startedAt) / 1000

export const isCertain = (standstill: Standstill) => secondsOf(standstill) >= least.seconds && standstill.positions >= least.positions

/** Where the truck stood, and how accurate its positions were on average. */
export const meanOf = ({ positions, weight, sumX, sumY }: Standstill) => ({
  x: sumX / weight,
  y: sumY / weight,
  accuracy: Math.sqrt(positions / weight),
})
