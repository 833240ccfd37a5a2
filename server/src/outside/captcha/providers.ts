// « Je ne suis pas un robot »: our own proof of work (ALTCHA), or reCAPTCHA by configuration.
import { parsedJson } from '@bordee/core/text.ts'
import { createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Env } from '../../engine/env.ts'
import type { Secrets } from '../../engine/secrets.ts'
import type { Captcha } from './captcha.ts'

const lifeMs = 10 * 60_000

interface Work {
  cost: number
  counters: readonly [min: number, max: number]
}

/** About half a second of work for a phone, two milliseconds for us. Any counter is possible, so that nobody can skip ahead. */
const usualWork: Work = { cost: 5000, counters: [1, 600] }

export function altcha(secrets: Secrets, work: Partial<Work> = {}): Captcha {
  const { cost, counters } = { ...usualWork, ...work }
  const signing = {
    deriveKey,
    hmacSignatureSecret: secrets.key('captcha').toString('base64url'),
    hmacKeySignatureSecret: secrets.key('captcha-key').toString('base64url'),
  }
  return {
    challenge: () =>
      createChallenge({
        ...signing,
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(...counters),
        expiresAt: new Date(Date.now() + lifeMs),
      }),

    async verify(token, throttle) {
      if (!token) return 'missing'
      const payload = readPayload(token)
      if (!payload?.challenge?.signature) return 'failed'
      const result = await verifySolution({ ...signing, challenge: payload.challenge, solution: payload.solution }).catch(() => undefined)
      if (result?.expired) return 'expired'
      if (!result?.verified) return 'failed'
      // The library is stateless: without this, one solution would work forever.
      return (await throttle.firstUse(payload.challenge.signature, new Date(Date.now() + 2 * lifeMs))) ? 'passed' : 'expired'
    },
  }
}

const readPayload = (token: string) => parsedJson(Buffer.from(token, 'base64').toString('utf8')) as Payload | undefined

export function recaptcha({ secret, url }: Env['captcha']): Captcha {
  return {
    challenge: async () => null,
    async verify(token, _throttle, address) {
      if (!token) return 'missing'
      const body = new URLSearchParams({ secret, response: token, remoteip: address })
      const answer = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(5000) })
      const { success, 'error-codes': codes = [] } = (await answer.json()) as { success: boolean; 'error-codes'?: string[] }
      if (success) return 'passed'
      return codes.includes('timeout-or-duplicate') ? 'expired' : 'failed'
    },
  }
}
