// Where stops that the office adds to a run under way are placed among the others.

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
  const last = others.reduce((best, { decidedAt }, i) => ((decidedAt ?? -1) > (others[best]?.decidedAt ?? -1) ? i : best), -1)
  return [...others.slice(0, last + 1).map(({ id }) => id), ...added, ...others.slice(last + 1).map(({ id }) => id)]
}
