import { expect, test } from 'vitest'
import { decodeEmail, encodeEmail } from './email-in-path.ts'

test.each(['a@b.ca', 'élise.gagné+neige@exemple.ca', '??>>~~@exemple.ca'])('%s travels in a path and comes back', (email) => {
  expect(encodeEmail(email)).toMatch(/^[\w-]+$/)
  expect(decodeEmail(encodeEmail(email))).toBe(email)
})

test('what is not one is null', () => {
  expect(decodeEmail('%%%')).toBeNull()
  expect(decodeEmail('_-8')).toBeNull()
})
