// Which stop of a run under way comes next, and where stops that the office adds are placed among the others.

export interface OrderedStop {
  id: string
  /** Milliseconds; null while nobody decided it. */
  decidedAt: number | null
}

/**
 * The ids in their new order. « Prochain arrêt » is right after the stop that was decided last, wherever the truck is in
 * the order; before all of them if none was. Stops that the run has already are moved.
 */
export function withStops(stops: readonly OrderedStop[], added: readonly string[], place: 'next' | 'end'): string[] {
  const moved = new Set(added)
  const others = stops.filter(({ id }) => !moved.has(id))
  if (place === 'end') return [...others.map(({ id }) => id), ...added]
  const last = lastDecided(others)
  return [...others.slice(0, last + 1).map(({ id }) => id), ...added, ...others.slice(last + 1).map(({ id }) => id)]
}

/** The first open one after the stop that was decided last, or else the first open one. */
export function nextStop<S extends Pick<OrderedStop, 'decidedAt'>>(stops: readonly S[]): S | undefined {
  const isOpen = ({ decidedAt }: S) => decidedAt === null
  return stops.slice(lastDecided(stops) + 1).find(isOpen) ?? stops.find(isOpen)
}

/** Its index; -1 if none was. */
const lastDecided = (stops: readonly Pick<OrderedStop, 'decidedAt'>[]): number =>
  stops.reduce((best, { decidedAt }, i) => ((decidedAt ?? -1) > (stops[best]?.decidedAt ?? -1) ? i : best), -1)
