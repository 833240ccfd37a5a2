import { secondFactorCalls } from '@bordee/core/identity/second-factor.calls.ts'
import { beforeEach, vi } from 'vitest'
import type { Caller } from '../testing/server.ts'
import { stepAt, totpOf } from './totp.ts'

const halfMinute = 30_000

/** The clock of these tests stands still, but for `Phone.next`. */
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

  /** Half a minute later, what it shows: a code that nobody has seen. */
  next(): string {
    vi.setSystemTime(Date.now() + halfMinute)
    return this.now()
  }

  now(): string {
    return this.of(0)
  }

  /** So many half-minutes from now. */
  of(steps: number): string {
    return totpOf(this.secret, stepAt(new Date()) + steps)
  }
}

/** Switches the second factor on, as someone would. */
export async function withFactor(person: Caller): Promise<{ phone: Phone; recoveryCodes: string[] }> {
  const { secret } = await person(secondFactorCalls.beginSecondFactor)
  const phone = new Phone(secret)
  const { recoveryCodes } = await person(secondFactorCalls.confirmSecondFactor, { code: phone.now() })
  return { phone, recoveryCodes }
}
