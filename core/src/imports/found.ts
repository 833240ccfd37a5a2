/** What was read, or in French why not. */
export type Answer<T> = { value: T } | { problem: string }

const shown = 60

/** What stood in a cell, as a message quotes it. */
export const quoted = (text: string): string => `«\u00a0${text.length > shown ? `${cutAt(text, shown)}…` : text}\u00a0»`

/** At most so long; a letter that takes two places is not cut in half. */
export const cutAt = (text: string, longest: number): string => text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')

/** As PostgreSQL can keep it in JSON: no NUL, no half of a letter. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '')
