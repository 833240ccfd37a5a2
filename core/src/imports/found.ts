/** The value, or the reason in French why there is none. */
export type Answer<T> = { value: T } | { problem: string }

const shown = 60

/** A cell's text as messages quote it. */
export const quoted = (text: string): string => `«\u00a0${text.length > shown ? `${cutAt(text, shown)}…` : text}\u00a0»`

/** At most `longest` code units, without cutting a surrogate pair in half. */
export const cutAt = (text: string, longest: number): string => text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')

/** Text that PostgreSQL can store in JSON: no NUL, no lone surrogate. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '')
