// Where a site stands in a route: the office says « before this one », the API says 0, 1, 2…

export type Whereabouts = { at: 'start' } | { at: 'end' } | { at: 'before' | 'after'; site: string }

/** The order with `site` put there; one that was in it moves. A neighbour that is no longer there means the end. */
export function withSiteAt(order: readonly string[], site: string, where: Whereabouts): string[] {
  const others = order.filter((one) => one !== site)
  const index = indexOf(others, where)
  return [...others.slice(0, index), site, ...others.slice(index)]
}

function indexOf(others: readonly string[], where: Whereabouts): number {
  if (where.at === 'start') return 0
  if (where.at === 'end') return others.length
  const neighbour = others.indexOf(where.site)
  return neighbour < 0 ? others.length : neighbour + (where.at === 'after' ? 1 : 0)
}

/** The order with `site` at the place that people count from 1. Out of reach means the nearest end. */
export function withSiteAtNumber(order: readonly string[], site: string, number: number): string[] {
  const others = order.filter((one) => one !== site)
  const index = Math.min(Math.max(Math.round(number) - 1, 0), others.length)
  return [...others.slice(0, index), site, ...others.slice(index)]
}

export const asPlaces = (order: readonly string[]) => order.map((site, sortOrder) => ({ site, sortOrder }))
