/** The fields of one address: a mix of two addresses would be neither. */
export const addressParts = ['civicNumber', 'street', 'city', 'state', 'country', 'zip', 'location'] as const

/**
 * The fields of `after` that differ from `before`. Only those are sent, so that a save doesn't undo what a colleague
 * changed meanwhile elsewhere in the form. Fields that belong `together` are sent together; a list is sent whole.
 */
export function touched<T extends object>(before: object, after: T, together: readonly (readonly string[])[] = [addressParts]): Partial<T> {
  const was = before as Record<string, unknown>
  const is = after as Record<string, unknown>
  const changed = Object.keys(is).filter((key) => !isSame(was[key], is[key]))
  const wholes = together.filter((parts) => parts.some((part) => changed.includes(part))).flat()
  const kept = Object.keys(is).flatMap((key): [string, unknown][] => {
    if (wholes.includes(key)) return [[key, is[key]]]
    if (!changed.includes(key)) return []
    const [then, now] = [was[key], is[key]]
    return [[key, isRecord(then) && isRecord(now) ? touched(then, now, together) : now]]
  })
  return Object.fromEntries(kept) as Partial<T>
}

/** `siteIds` → `removedSiteIds`. */
export type Removed<T, K extends string> = { [P in K as `removed${Capitalize<P>}`]?: P extends keyof T ? T[P] : never }

/**
 * Sends of each of these lists only what the user added, changed or removed, so that the server merges it with what
 * others saved. Items are known by their `id`, or are ids themselves.
 */
export function mergeable<T extends object, K extends string>(
  changes: Partial<T>,
  before: T,
  lists: readonly (K & keyof T)[],
): Partial<T> & Removed<T, K> {
  const parts = lists.flatMap((key): [string, unknown][] => {
    const [was, is] = [before[key], changes[key]]
    if (!Array.isArray(was) || !Array.isArray(is)) return []
    const known = new Map(was.map((item) => [idOf(item), item]))
    const left = new Set(is.map(idOf))
    return [
      [key, is.filter((item) => !isSame(known.get(idOf(item)), item))],
      [`removed${key.charAt(0).toUpperCase()}${key.slice(1)}`, was.filter((item) => !left.has(idOf(item)))],
    ]
  })
  return { ...changes, ...Object.fromEntries(parts) } as Partial<T> & Removed<T, K>
}

const idOf = (item: unknown) => (isRecord(item) ? item.id : item)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, i) => isSame(one, b[i]))
  if (!isRecord(a) || !isRecord(b)) return false
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSame(a[key], b[key]))
}
