import { instantOf } from '@bordee/core/time.ts'
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

/** The notes of several rows about one thing, each once. */
export function joinedNotes(before: string | null | undefined, note: string | null | undefined): string | null | undefined {
  if (!before || !note) return before ?? note
  return hasLines(before, note) ? before : `${before}\n${note}`
}

export const hasLines = (text: string, lines: string): boolean => lines.split('\n').every((line) => text.split('\n').includes(line))

/** In the company's time zone, unless it has its own. */
export const writtenInstant = (written: string, zone: string): Date =>
  written.endsWith('Z') ? new Date(written) : instantOf(written.slice(0, 10), written.slice(11, 16), zone)
