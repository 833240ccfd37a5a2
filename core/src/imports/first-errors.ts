// Errors are told by the thousand at most: nobody reads more of them, and the workbook of the refused rows has them all.
import { count } from '../text.ts'
import type { ImportError } from './import.ts'

const mostTold = 1000
/** What whoever reads them somewhere takes of them. */
export const mostLooked = mostTold + 1

interface Naming {
  /** How many there are, if these are the first ones only. */
  total?: number
  others?: readonly [one: string, many: string]
}

/** The first ones; in the place of the next one, how many more there are. */
export function firstErrors(
  errors: readonly ImportError[],
  { total = errors.length, others: [one, many] = ['autre ligne refusée', 'autres lignes refusées'] }: Naming = {},
): ImportError[] {
  const next = errors[mostTold]
  if (!next || total <= mostLooked) return [...errors]
  const others = total - mostTold
  return [...errors.slice(0, mostTold), { ...next, message: `… et ${count(others, one, many)}.`, others }]
}

/** Those too that are not told one by one. */
export const howMany = (errors: readonly ImportError[]) => errors.reduce((sum, { others = 1 }) => sum + others, 0)
