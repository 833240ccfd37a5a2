import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEnv, readSecret } from './env.ts'

test('all mistakes are reported together, by name', () => {
  const bad = { PORT: 'abc', DEMO: 'oui', PUBLIC_URL: 'nulle part', DATABASE_URL: 'postgres://x@y/z', CAPTCHA: 'recaptcha' }
  expect(() => readEnv(bad)).toThrow(/PORT [\s\S]*PUBLIC_URL [\s\S]*DEMO /)
  expect(() => readEnv({ DATABASE_URL: 'postgres://x@y/z' })).toThrow('SECRET est requis avec DATABASE_URL')
  expect(() => readEnv({ ALERTS: 'twilio', TWILIO_NUMBERS: '4185550142' })).toThrow(/TWILIO_NUMBERS.*\+15815550100/)
  expect(() => readEnv({ ALERTS: 'twilio' })).toThrow(
    /TWILIO_ACCOUNT_SID [\s\S]*TWILIO_AUTH_TOKEN [\s\S]*TWILIO_NUMBERS [\s\S]*PUBLIC_URL /,
  )
})

test.each([
  [{}, true, true],
  [{ DEMO: '0' }, false, false],
  [{ PUBLIC_URL: 'http://127.0.0.1:8080' }, true, true],
  [{ PUBLIC_URL: 'https://bordee.exemple.ca' }, true, false],
  [{ HOST: '0.0.0.0' }, true, false],
  [{ PUBLIC_URL: 'https://127.exemple.ca' }, true, false],
  [{ TRUST_PROXY: '1' }, true, false],
  [{ PUBLIC_URL: 'https://bordee.exemple.ca', DEMO: 'force' }, true, true],
  [{ DATABASE_URL: 'postgres://x@y/z', SECRET: 'x'.repeat(32) }, false, false],
])('%j: demo %s, demo accounts open %s', (environment, demo, demoAccounts) => {
  expect(readEnv(environment)).toMatchObject({ demo, demoAccounts })
})

test('the secret is created once, readable by its owner only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bordee-env-'))
  try {
    const env = readEnv({ DATA_DIR: folder })
    expect(readSecret(env)).toBe(readSecret(env))
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toHaveLength(43)
    expect(readSecret(readEnv({ SECRET: 'y'.repeat(32) }))).toBe('y'.repeat(32))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('BANK_OFFERS is a list of lots', () => {
  expect(readEnv({ BANK_OFFERS: '10:99,2000:15000' }).bankOffers).toEqual([
    { id: 'alerts-10', amount: 10, price: 99 },
    { id: 'alerts-2000', amount: 2000, price: 15_000 },
  ])
  for (const bad of ['500', '0:100', '500:4,5', '500:45.00', '500:4500;'])
    expect(() => readEnv({ BANK_OFFERS: bad })).toThrow(/BANK_OFFERS/)
})
