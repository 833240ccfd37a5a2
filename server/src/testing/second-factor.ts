import { secondFactorCalls } from '@bordee/core/identity/second-factor.calls.ts'
import { beforeEach, vi } from 'vitest'
import { stepAt, totpOf } from '../identity/totp.ts'
import { peopleOf } from './identity.ts'
import type { Caller, TestServer } from './server.ts'

const halfMinute = 30_000

/** Stops the clock; only `Phone.next` advances it. */
export function holdTheClock() {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    return () => vi.useRealTimers()
  })
}

export class Phone {
  readonly secret: string

  constructor(secret: string) {
    this.secret = secret
  }

  /** The code half a minute later, which has not been used yet. */
  next(): string {
    vi.setSystemTime(Date.now() + halfMinute)
    return this.now()
  }

  now(): string {
    return this.of(0)
  }

  /** The code that many half-minutes from now. */
  of(steps: number): string {
    return totpOf(this.secret, stepAt(new Date()) + steps)
  }
}

/** Enables the second factor, as a user would. */
export async function withFactor(person: Caller): Promise<{ phone: Phone; recoveryCodes: string[] }> {
  const { secret } = await person(secondFactorCalls.beginSecondFactor)
  const phone = new Phone(secret)
  const { recoveryCodes } = await person(secondFactorCalls.confirmSecondFactor, { code: phone.now() })
  return { phone, recoveryCodes }
}

/** Owners with a second factor on this server, and an account's audit trail. */
export function factorsAt(server: TestServer) {
  const { someone } = peopleOf(server)
  return {
    async ownerWithFactor() {
      const { companyId } = await server.newCompany()
      const { email, id } = await someone({ companyId, role: 'owner' })
      const me = await server.signIn(email)
      return { email, id, me, ...(await withFactor(me)) }
    },
    auditsOf: (id: string) =>
      server.work(async ({ tx }) => {
        await tx.scope({ platform: true })
        return tx.sql<{ action: string }>`
          select action, details from audit_log where account_id = ${id} or details->>'accountId' = ${id} order by id`
      }),
  }
}
