// What a prologue is given, and what it gives the call that it prepares.
import { platformCalls } from '@bordee/core/platform/platform.calls.ts'
import type { ActingRole } from '@bordee/core/roles.ts'
import { type Challenge, solutionOf } from '../../server/src/testing/captcha-solution.ts'
import { insertPerson, type Person } from '../../server/src/testing/people.ts'
import type { Caller, People } from '../../server/src/testing/server.ts'
import { callerAt } from '../ask.ts'
import type { FuzzCompany, Fuzzed } from './companies.ts'
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
  who?: ActingRole | 'anyone'
  /** Of someone made for this call. */
  token?: string
  input?: Record<string, unknown>
  headers?: Record<string, string>
  body?: Body
}

/** Someone of the company whom no other call has touched. */
export async function newcomer(
  { at, company }: Setting,
  role: ActingRole,
  companyId = company.companyId,
): Promise<Person & { caller: Caller }> {
  const person = await insertPerson(at, companyId, role)
  return { ...person, caller: callerAt(() => at.url, at.agent, person) }
}

export type Prologue = (setting: Setting) => Promise<Given>

/** The header of who has done the work that a captcha asks for. */
export async function captchaHeaders(anyone: Caller): Promise<Record<string, string>> {
  return { recaptcha: await solutionOf((await anyone(platformCalls.getCaptchaChallenge)) as Challenge) }
}
