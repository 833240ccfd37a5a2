// The local Stripe for one test file; fails if it gave an answer that Stripe would not.
import { afterAll, expect } from 'vitest'
import { openLocalStripe } from './local-stripe.ts'

export async function openStripe() {
  const stripe = await openLocalStripe()
  afterAll(async () => {
    await stripe.close()
    expect(stripe.faults).toEqual([])
  })
  return stripe
}
