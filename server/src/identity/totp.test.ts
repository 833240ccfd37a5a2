import { expect, test } from 'vitest'
import { base32, newTotpSecret, stepAt, stepOfCode, totpOf, totpUri } from './totp.ts'

// RFC 6238, appendix B, for SHA-1: the last six of its eight digits.
const secret = base32(Buffer.from('12345678901234567890'))
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at %d seconds the code matches the RFC', (seconds, code) => {
  expect(totpOf(secret, stepAt(new Date(seconds * 1000)))).toBe(code)
})

test('a secret is encoded according to RFC 4648', () => {
  expect(['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)))).toEqual([
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ])
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
})

test('a clock may be half a minute off, not more', () => {
  const now = new Date('2026-11-16T12:00:07Z')
  const step = stepAt(now)
  expect([-2, -1, 0, 1, 2].map((off) => stepOfCode(secret, totpOf(secret, step + off), now))).toEqual([
    undefined,
    step - 1,
    step,
    step + 1,
    undefined,
  ])
})

test.each(['', '12345', '1234567', 'abcdef', '２８７０８２', ' 287082'])('%j is not a code', (code) => {
  expect(stepOfCode(secret, code, new Date(59_000))).toBeUndefined()
})

test('the address for the phone names the account', () => {
  expect(totpUri('ABC', { issuer: 'Bordée', email: 'a+b@exemple.ca' })).toBe(
    'otpauth://totp/Bord%C3%A9e:a%2Bb%40exemple.ca?secret=ABC&issuer=Bord%C3%A9e&algorithm=SHA1&digits=6&period=30',
  )
})
