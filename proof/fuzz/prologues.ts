// What some calls need before they can succeed: a link from a letter, an open checkout, a signed callback. Created
// over HTTP as people would, or put where a letter or a phone would have brought it.
import type { CallRow } from '@bordee/core/call.ts'
import { platformCalls } from '@bordee/core/platform/platform.calls.ts'
import type { Role } from '@bordee/core/roles.ts'
import { type Challenge, solutionOf } from '../../server/src/testing/captcha-solution.ts'
import type { Caller, People } from '../../server/src/testing/server.ts'
import type { FuzzCompany, Fuzzed } from './companies.ts'
import { identityPrologues } from './prologues.identity.ts'
import { moneyPrologues } from './prologues.money.ts'
import { tradePrologues } from './prologues.trade.ts'
import type { Body } from './spoiling.ts'

/** Where a prologue works: as the people of a company, from the household that will make the call. */
export interface Setting {
  at: Fuzzed
  company: FuzzCompany
  people: People
  anyone: Caller
}

/** What the call is made with, instead of what was drawn. */
export interface Given {
  who?: Role | 'anyone'
  /** Of a person created for this call. */
  token?: string
  input?: Record<string, unknown>
  headers?: Record<string, string>
  body?: Body
}

export type Prologue = (setting: Setting) => Promise<Given>

const prologues: Record<string, Prologue> = { ...identityPrologues, ...moneyPrologues, ...tradePrologues }

export const prologueOf = ({ name }: CallRow): Prologue | undefined => prologues[name]

/** These first create a contract, a run or a purchase, or solve a captcha: ten calls or more, none of them judged. */
const dear =
  /Surplus$|^(?!print).*Sandbox(Payment|Checkout|Confirmation|Invoice)$|^(pay|accept|decline)Contract$|^mark(Area|Site)|^(sendSignInLink|submitQuote|deleteCompany|sendAlert|addLocations|deleteRun)$/

/** The share of its calls that are prepared. */
export const preparedPart = ({ name }: CallRow) => (dear.test(name) ? 0.1 : 0.35)

/** The header with a captcha's solution. */
export async function captchaHeaders(anyone: Caller): Promise<Record<string, string>> {
  return { recaptcha: await solutionOf((await anyone(platformCalls.getCaptchaChallenge)) as Challenge) }
}
