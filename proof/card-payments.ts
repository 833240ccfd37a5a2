// A company that takes cards, opened over HTTP as its owner would.
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@bordee/core/api.ts'
import type { Caller, People } from '../server/src/testing/server.ts'

/** Safe to repeat. */
export async function takeCards({ super_admin: staff, owner, companyId }: People, anyone: Caller) {
  await staff(api.updateCompany, { id: companyId, contractConfig: { isOnlinePaymentActive: true } })
  const isOpen = async () => (await owner(api.getPaymentAccount))?.chargesEnabled
  if (await isOpen()) return
  await anyone(api.endSandboxOnboarding, { token: await onboarding(owner), outcome: 'complete' })
  await until(isOpen, 'the account takes no cards')
}

/** The token of the page where an account's holder sets it up. */
export async function onboarding(owner: Caller): Promise<string> {
  await owner.raw(api.activatePaymentAccount)
  return lastPart((await owner(api.getOnboardingLink)).url)
}

export const lastPart = (url: string | null | undefined) => (url ?? '').split('/').at(-1) ?? ''

/** Asks again and again until there is an answer, for twenty seconds. */
export async function until<T>(find: () => Promise<T | undefined>, otherwise: string): Promise<NonNullable<T>> {
  for (let tries = 0; tries < 200; tries++) {
    const found = await find()
    if (found) return found
    await sleep(100)
  }
  throw new Error(otherwise)
}
