import { Problem } from '@bordee/core/problem.ts'

/** What happens to a report that could not be sent: it waits (network, sign-in or company) or is set aside. */
export type Verdict = 'later' | 'sign-in' | 'company' | 'refused'

/** Codes of refusals that someone else can resolve. */
const waitsForOthers = ['company-changed', 'module-inactive']

export function verdictOn(error: unknown): Verdict {
  if (!(error instanceof Problem)) return 'later' // not from the server: no network, a proxy, or a truncated response
  if (error.status === 401) return 'sign-in'
  if (error.body.code && waitsForOthers.includes(error.body.code)) return 'company'
  if (error.body.code === 'try-again') return 'later' // it collided with another call
  return error.status < 400 || error.status === 408 || error.status === 429 || error.status >= 500 ? 'later' : 'refused'
}
