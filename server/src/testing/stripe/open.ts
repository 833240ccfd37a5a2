// The local Stripe for one test file; fails if it gave an answer that Stripe would not.
import { expect } from 'vitest'
import { closeAfterwards } from '../closing.ts'
import { openLocalStripe } from './local-stripe.ts'

export async function openStripe() {
  const stripe = await openLocalStripe()
  closeAfterwards(async () => {
    await stripe.close()
    expect(stripe.faults).toEqual([])
  })
  return stripe
}
