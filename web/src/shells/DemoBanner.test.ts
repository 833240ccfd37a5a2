import { expect, test } from 'vitest'
import { whatLeaves } from './DemoBanner.tsx'

test('the banner says « rien n’est envoyé » only when that is true', () => {
  expect(whatLeaves({ mail: false, alerts: false })).toBe('et rien n’est envoyé')
  for (const sends of [
    { mail: true, alerts: false },
    { mail: false, alerts: true },
    { mail: true, alerts: true },
  ])
    expect(whatLeaves(sends)).toMatch(/^mais .* partent vraiment$/)
})
