import { expect, test } from 'vitest'
import { isFullyEnabled } from './account.ts'

test('an account is fully enabled when it takes cards, pays out, and nothing restricts it', () => {
  const whole = { id: 'acct_1', chargesEnabled: true, payoutsEnabled: true, disabledReason: null }
  expect(isFullyEnabled(whole)).toBe(true)
  for (const lacking of [{ chargesEnabled: false }, { payoutsEnabled: false }, { disabledReason: 'requirements.past_due' }])
    expect(isFullyEnabled({ ...whole, ...lacking })).toBe(false)
})
