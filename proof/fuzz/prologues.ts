// What some calls need before they can be answered well: a link from a letter, a checkout under way, a signed notice. Made over HTTP as people make it,
// or put where a letter or a phone would have brought it.
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

/** What the call is then made with, in place of what was drawn. */
export interface Given {
  who?: Role | 'anyone'
  /** Of someone made for this call. */
  token?: string
  input?: Record<string, unknown>
  headers?: Record<string, string>
  body?: Body
}

export type Prologue = (setting: Setting) => Promise<Given>

const prologues: Record<string, Prologue> = { ...identityPrologues, ...moneyPrologues, ...tradePrologues }

export const prologueOf = ({ name }: CallRow): Prologue | undefined => prologues[name]

/** They make a contract, a run or a purchase first, or solve a captcha: as much as ten calls and more, and none of it is judged. */
const dear =
  /Surplus$|^(?!print).*Sandbox(Payment|Checkout|Confirmation|Invoice)$|^(pay|accept|decline)Contract$|^mark(Area|Site)|^(sendSignInLink|submitQuote|deleteCompany|sendAlert|addLocations|deleteRun)$/

/** Of how many of its calls what it needs is made first. */
export const preparedPart = ({ name }: CallRow) => (dear.test(name) ? 0.1 : 0.35)

/** The header of who has done the work that a captcha asks for. */
export async function captchaHeaders(anyone: Caller): Promise<Record<string, string>> {
  return { recaptcha: await solutionOf((await anyone(platformCalls.getCaptchaChallenge)) as Challenge) }
}
