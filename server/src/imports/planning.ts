import type { Outcome } from './importation.ts'

/** The values of `wanted` that differ. Lists and polygons are compared by content. */
export function changesOf<V extends object>(held: Partial<V>, wanted: V): V {
  const changed = Object.entries(wanted).filter(
    ([key, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(held[key as keyof V] ?? null),
  )
  return Object.fromEntries(changed) as V
}

export const outcomeOf = (isNew: boolean, changes: object): Outcome =>
  isNew ? 'created' : Object.keys(changes).length > 0 ? 'updated' : 'unchanged'
