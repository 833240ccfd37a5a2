// Who is alerted that the truck is coming: sites in route order, ahead of where it has got to.

/** In the order in which they are cleared. */
export interface SiteAhead {
  id: string
  /** Its first area was visited or marked. */
  isReached: boolean
  /** The office put it there while the run was under way: it says nothing about how far the truck has got. */
  isAdded?: boolean
  /** It was alerted within the route's interval. */
  isWarned: boolean
}

/**
 * Every site not yet alerted, up to `siteBefore` beyond the furthest reached; the first `siteBefore` if none is
 * reached yet. Sites already reached are not alerted: the truck is there.
 */
export function sitesToWarn(sites: readonly SiteAhead[], siteBefore: number): string[] {
  const furthest = sites.findLastIndex(({ isReached, isAdded }) => isReached && !isAdded)
  return sites.slice(0, furthest + 1 + siteBefore).flatMap(({ id, isReached, isWarned }) => (isReached || isWarned ? [] : [id]))
}

/** Milliseconds. When a phone reports later than this, nobody is alerted: the truck has long passed. */
const fresh = 300_000

/** Whether a visit or mark made at `at` may still trigger alerts. */
export const isFresh = (at: number, now: number): boolean => now - at < fresh
