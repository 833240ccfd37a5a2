/** What was read, or in French why not. */
export type Answer<T> = { value: T } | { problem: string }

const shown = 60

/** What stood in a cell, as a message quotes it. */
export const quoted = (text: string): string => `«\u00a0${text.length > shown ? `${text.slice(0, shown)}…` : text}\u00a0»`
