// Lists at most a thousand errors: nobody reads more, and the workbook of refused rows has them all.
import { count } from '../text.ts'
import type { ImportError } from './import.ts'

const maxListed = 1000
/** How many errors a reader must load. */
export const mostLooked = maxListed + 1

interface Naming {
  /** The total, if `errors` holds only the first ones. */
  total?: number
  others?: readonly [one: string, many: string]
}

/** The first errors; the last entry says how many more there are. */
export function firstErrors(
  errors: readonly ImportError[],
  { total = errors.length, others: [one, many] = ['autre ligne refusée', 'autres lignes refusées'] }: Naming = {},
): ImportError[] {
  const next = errors[maxListed]
  if (!next || total <= mostLooked) return [...errors]
  const others = total - maxListed
  return [...errors.slice(0, maxListed), { ...next, message: `… et ${count(others, one, many)}.`, others }]
}

/** A line of the file counts once, whatever it is refused as: client, site, occupant. */
export const howManyRows = (errors: readonly ImportError[]) => {
  const listed = errors.filter(({ others }) => others === undefined)
  return new Set(listed.map(({ sheet, row }) => `${row}/${sheet}`)).size + howMany(errors) - listed.length
}

/** Counts the errors that are not listed too. */
export const howMany = (errors: readonly ImportError[]) => errors.reduce((sum, { others = 1 }) => sum + others, 0)
