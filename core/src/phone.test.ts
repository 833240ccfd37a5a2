import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dropCountryCode, formatPhone, parsePhone, spokenPhone } from './phone.ts'

const digits = fc.tuple(fc.integer({ min: 2, max: 9 }), fc.stringMatching(/^\d{9}$/)).map(([first, rest]) => `${first}${rest}`)

test('a number is read however it is written', () => {
  for (const written of ['4185551234', '+1 (418) 555-1234', '1-418-555-1234', '418.555.1234'])
    expect(parsePhone(written)).toBe('4185551234')
  for (const wrong of ['', '555-1234', '418555123', 'abc']) expect(parsePhone(wrong)).toBeUndefined()
})

test('a number printed then read is the same number', () => {
  fc.assert(fc.property(digits, (phone) => parsePhone(formatPhone(phone)) === phone && parsePhone(`+1 ${formatPhone(phone)}`) === phone))
})

test('text that is not a number stays readable', () => {
  expect(formatPhone('418-555')).toBe('418-555')
  expect(formatPhone(null)).toBe('')
  expect(dropCountryCode('+1 418')).toBe('418')
})

test('a voice reads a number digit by digit', () => {
  expect(spokenPhone('(418) 555-1234')).toBe('4 1 8, 5 5 5, 1 2 3 4')
  expect(spokenPhone('911')).toBe('')
})
