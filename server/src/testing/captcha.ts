import { platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { type Challenge, solutionOf } from './captcha-solution.ts'
import type { TestServer } from './server.ts'

export const solveCaptcha = async (server: TestServer): Promise<string> =>
  solutionOf((await server.anyone(platformCalls.getCaptchaChallenge)) as Challenge)
