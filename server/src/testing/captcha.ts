import { platformCalls } from '@bordee/core/platform/platform.calls.ts'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { TestHouse } from './house.ts'

/** Does the work that a browser would do. */
export async function solveCaptcha(house: TestHouse): Promise<string> {
  const challenge = (await house.anyone(platformCalls.getCaptchaChallenge)) as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
