// Who is told that the truck comes: along the order of a route, ahead of where it has got to.

/** In the order in which they are cleared. */
export interface SiteAhead {
  id: string
  /** Its first area was visited or marked. */
  isReached: boolean
  /** It was told within the route's interval. */
  isTold: boolean
}

/**
 * Every untold site up to the furthest reached and `siteBefore` beyond it; when nothing is reached yet, the first `siteBefore`. One that is reached already is told
 * nothing: the truck is there.
 */
export function sitesToTell(sites: readonly SiteAhead[], siteBefore: number): string[] {
  const furthest = sites.findLastIndex(({ isReached }) => isReached)
  return sites.slice(0, furthest + 1 + siteBefore).flatMap(({ id, isReached, isTold }) => (isReached || isTold ? [] : [id]))
}

/** Milliseconds. What a phone tells later than this of its truck warns nobody: it has long passed. */
const fresh = 300_000

/** Whether a visit or a mark of then is news now. */
export const isFresh = (at: number, now: number): boolean => now - at < fresh
