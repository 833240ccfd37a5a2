// Where a site is placed in a route: the office says « before this one », the API says 0, 1, 2…

export type Whereabouts = { at: 'start' } | { at: 'end' } | { at: 'before' | 'after'; site: string }

/** The order with `site` placed there; a site already in it moves. If its neighbour is gone, it goes to the end. */
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

/** The order with `site` at `number`, counted from 1. Out of range means the nearest end. */
export function withSiteAtNumber(order: readonly string[], site: string, number: number): string[] {
  const others = order.filter((one) => one !== site)
  const index = Math.min(Math.max(Math.round(number) - 1, 0), others.length)
  return [...others.slice(0, index), site, ...others.slice(index)]
}

export const asPlaces = (order: readonly string[]) => order.map((site, sortOrder) => ({ site, sortOrder }))
