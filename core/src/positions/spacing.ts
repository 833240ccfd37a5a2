// Whether a receiver reports often enough for its visits to be found.

/** The gaps between the positions of a truck on its way. While it stands, a receiver may well save its battery. */
export interface Spacing {
  gaps: number
  long: number
  /** Most of the gaps are long, so an occasional tunnel doesn't count. */
  isTooLong: boolean
}

export const noGaps: Spacing = { gaps: 0, long: 0, isTooLong: false }

/** Metres per second. */
const onItsWay = 1
/** Seconds. Every 30 s is enough (docs/product/runs.md); clocks and networks take a few more. */
const longGap = 40
/** Fewer gaps prove nothing. */
const leastGaps = 5

export function withGap(spacing: Spacing, seconds: number, metres: number): Spacing {
  if (metres < onItsWay * seconds) return spacing
  const gaps = spacing.gaps + 1
  const long = spacing.long + (seconds > longGap ? 1 : 0)
  return { gaps, long, isTooLong: gaps >= leastGaps && long > gaps / 2 }
}

export const tooLongGaps =
  'Les positions de cet appareil sont trop espacées pour détecter les visites\u00a0: ' +
  'réglez-le pour qu’il en envoie une toutes les 30\u00a0secondes ou plus souvent.'
