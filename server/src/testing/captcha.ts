import { platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { altcha } from '../outside/captcha/providers.ts'
import { type Challenge, solutionOf } from './captcha-solution.ts'
import type { TestServer } from './server.ts'

/** The work of a visitor's phone, which takes more than half a second. */
export const solveCaptcha = async (server: TestServer): Promise<string> =>
  solutionOf((await server.anyone(platformCalls.getCaptchaChallenge)) as Challenge)

/** A challenge that the server signed, and that takes no time: for tests about something else. */
export const solveEasyCaptcha = async ({ secrets }: TestServer): Promise<string> =>
  solutionOf((await altcha(secrets, { cost: 1, counters: [1, 2] }).challenge()) as Challenge)
