import { expect, test } from 'vitest'
import { newCode, Secrets } from '../engine/secrets.ts'
import { isSigned, newKey } from './keys.ts'

const secrets = new Secrets('a secret that only this test knows, at least 32')

test('a key is recognised by its signature, and nothing else is', () => {
  const key = newKey(secrets)
  expect(isSigned(secrets, key)).toBe(true)
  expect(newKey(secrets)).not.toBe(key)
  const changed = (key.startsWith('A') ? 'B' : 'A') + key.slice(1)
  for (const guess of [changed, key.slice(0, -1), `${key}A`, newCode(), '', 'inconnue']) expect(isSigned(secrets, guess), guess).toBe(false)
  expect(isSigned(new Secrets('another secret, which is long enough as well'), key)).toBe(false)
})
