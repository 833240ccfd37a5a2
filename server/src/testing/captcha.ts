import { platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { TestServer } from './server.ts'

/** Does the work that a browser would do. */
export async function solveCaptcha(server: TestServer): Promise<string> {
  const challenge = (await server.anyone(platformCalls.getCaptchaChallenge)) as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
