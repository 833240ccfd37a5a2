import { expect, test } from 'vitest'
import { decodeEmail, encodeEmail } from './email-in-path.ts'

test.each(['a@b.ca', 'élise.gagné+neige@exemple.ca', '??>>~~@exemple.ca'])('%s survives the trip through a path', (email) => {
  expect(encodeEmail(email)).toMatch(/^[\w-]+$/)
  expect(decodeEmail(encodeEmail(email))).toBe(email)
})

test('text that is not an encoded e-mail gives null', () => {
  expect(decodeEmail('%%%')).toBeNull()
  expect(decodeEmail('_-8')).toBeNull()
})
