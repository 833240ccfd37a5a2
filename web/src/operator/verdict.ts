import { Problem } from '@bordee/core/problem.ts'

/** What comes of a word that could not be told: it waits for the network, for someone to sign in, for the company, or is put aside. */
export type Verdict = 'later' | 'sign-in' | 'company' | 'refused'

/** Codes of refusals that somebody else can lift. */
const waitsForOthers = ['company-changed', 'module-inactive']

export function verdictOn(error: unknown): Verdict {
  if (!(error instanceof Problem)) return 'later' // not the server's word: no network, a proxy, a page cut short
  if (error.status === 401) return 'sign-in'
  if (error.body.code && waitsForOthers.includes(error.body.code)) return 'company'
  if (error.body.code === 'try-again') return 'later' // two at once, of whom one had to give way
  return error.status < 400 || error.status === 408 || error.status === 429 || error.status >= 500 ? 'later' : 'refused'
}
