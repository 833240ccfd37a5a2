// The local Stripe for the tests of one file; it must have answered nothing that Stripe would not.
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
