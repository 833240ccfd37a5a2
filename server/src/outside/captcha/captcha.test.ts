import { createServer } from 'node:http'
import { accountCalls } from '@bordee/core/accounts/accounts.calls.ts'
import { afterAll, expect, test } from 'vitest'
import { type Challenge, solutionOf } from '../../testing/captcha-solution.ts'
import { openTestServer } from '../../testing/server.ts'
import { altcha } from './providers.ts'

// A fake of reCAPTCHA's siteverify.
const asked: URLSearchParams[] = []
const google = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += String(chunk)))
  request.on('end', () => {
    const form = new URLSearchParams(body)
    asked.push(form)
    const token = form.get('response')
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify(
        token === 'good'
          ? { success: true }
          : { success: false, 'error-codes': [token === 'old' ? 'timeout-or-duplicate' : 'invalid-input-response'] },
      ),
    )
  })
})
await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve))
afterAll(() => new Promise((resolve) => google.close(resolve)))

test('reCAPTCHA by configuration: good, expired, failed', async () => {
  const { port } = google.address() as { port: number }
  const server = await openTestServer({
    CAPTCHA: 'recaptcha',
    RECAPTCHA_SITE_KEY: 'site',
    RECAPTCHA_SECRET: 'secret',
    RECAPTCHA_URL: `http://127.0.0.1:${port}/siteverify`,
  })
  const ask = (recaptcha: string) => server.anyone.raw(accountCalls.sendSignInLink, { email: 'a@exemple.ca' }, { headers: { recaptcha } })
  expect((await ask('good')).status).toBe(200)
  expect(await ask('old')).toMatchObject({ status: 422, body: { formErrors: { captcha: { token: expect.stringContaining('expiré') } } } })
  expect(await ask('bad')).toMatchObject({ status: 422, body: { formErrors: { captcha: { token: expect.stringContaining('échoué') } } } })
  expect(asked[0]?.get('secret')).toBe('secret')
})

test('a solver cannot know where to begin: any counter may be the solution', async () => {
  const server = await openTestServer()
  const cheap = altcha(server.secrets, { cost: 1 })
  const counters = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const solved = Buffer.from(await solutionOf((await cheap.challenge()) as Challenge), 'base64').toString('utf8')
      return (JSON.parse(solved) as { solution: { counter: number } }).solution.counter
    }),
  )
  expect(Math.min(...counters)).toBeLessThan(150)
  expect(Math.max(...counters)).toBeGreaterThan(450)
})
