// The security headers of every answer, and why another site's page can do nothing here (SECURITY.md).
import { readFileSync } from 'node:fs'
import { api } from '@bordee/core/api.ts'
import { type CallRow, pathNames } from '@bordee/core/call.ts'
import { identityCalls } from '@bordee/core/identity/identity.calls.ts'
import { describe, expect, test } from 'vitest'
import { testPassword } from '../testing/people.ts'
import { newAddress, openTestServer } from '../testing/server.ts'

const near = await openTestServer()
const open = await openTestServer({ PUBLIC_URL: 'https://bordee.exemple.ca' })
const rows = Object.values(api) as CallRow[]
const nowhere = '00000000-0000-7000-8000-000000000000'
const pathOf = (row: CallRow) => `/api${pathNames(row.path).reduce((path, name) => path.replace(`:${name}`, nowhere), row.path)}`
const other = { origin: 'https://ailleurs.exemple', 'sec-fetch-site': 'cross-site' }

const kinds = {
  'the application': '/sign-in',
  'a page of it that asks who one is': '/dashboard/accounts/list',
  'the operator’s page': '/operateur',
  'the public form': '/demande-de-soumissions',
  'what other sites load': '/embed.js',
  'a file that is not there': '/assets/nothing.js',
  'an open call': '/api/config',
  'a call that wants a token': '/api/customers',
  'a call that is not there': '/api/nothing',
  'an address that cannot be read': '/%',
}

/** The directive that applies to scripts, which defaults to default-src. */
function scriptsOf(policy: string): string[] {
  const directives = new Map(policy.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]))
  return directives.get('script-src') ?? directives.get('default-src') ?? ['*']
}

describe.each(Object.entries(kinds))('%s', (_kind, url) => {
  test('carries its content policy and security headers', async () => {
    for (const headers of [{ accept: 'text/html' }, { accept: 'application/json' }]) {
      const answer = await open.app.inject({ url, headers })
      const policy = String(answer.headers['content-security-policy'])
      expect(scriptsOf(policy)).toEqual(["'self'"])
      for (const line of ["object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"])
        expect(policy).toContain(line)
      expect(answer.headers).toMatchObject({
        'strict-transport-security': expect.stringMatching(/^max-age=\d{8,}/),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  test('asks for TLS only where there is TLS', async () => {
    expect((await near.app.inject({ url })).headers).not.toHaveProperty('strict-transport-security')
  })
})

test.each(['index.html', 'operateur/index.html', 'demande/index.html'])('%s has no inline script', (page) => {
  const html = readFileSync(new URL(`../../../web/${page}`, import.meta.url), 'utf8')
  const scripts = html.match(/<script[^>]*>[^<]*/g) ?? []
  expect(scripts.length).toBeGreaterThan(0)
  for (const script of scripts) expect(script).toMatch(/^<script[^>]* src="[^"]+"[^>]*>\s*$/)
  expect(html).not.toMatch(/\son\w+=|javascript:/i)
})

const signedIn = async (at: typeof near) => {
  const email = `cookie.${newAddress()}@exemple.ca`
  await at.newAccount(email)
  return at.app.inject({
    method: 'POST',
    url: '/api/identity/sign-in',
    remoteAddress: newAddress(),
    payload: { email, password: testPassword },
  })
}

test('the session cookie is HttpOnly, SameSite and limited to its path, and Secure where there is TLS', async () => {
  const flags = async (at: typeof near) => (await signedIn(at)).cookies.find(({ name }) => name === 'bordee_session')
  expect(await flags(open)).toMatchObject({ httpOnly: true, sameSite: 'Strict', secure: true, path: '/api/identity' })
  expect(await flags(near)).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/identity' })
  expect(await flags(near)).not.toHaveProperty('secure')
})

test('the cookie alone makes no call: that takes the token, which only the page’s memory holds', async () => {
  const { cookies } = await signedIn(near)
  const cookie = `bordee_session=${cookies[0]?.value}`
  for (const row of rows.filter(({ who }) => who !== 'anyone')) {
    for (const verb of row.verbs) {
      const answer = await near.app.inject({ method: verb as 'GET', url: pathOf(row), headers: { cookie }, remoteAddress: newAddress() })
      expect(answer.statusCode, `${verb} ${row.path}`).toBe(401)
    }
  }
})

test('every write sent by another site’s page is refused, and it can read no answer', async () => {
  const { cookies } = await signedIn(near)
  const cookie = `bordee_session=${cookies[0]?.value}`
  for (const row of rows) {
    for (const verb of row.verbs.filter((one) => one !== 'GET')) {
      const answer = await near.app.inject({
        method: verb as 'POST',
        url: pathOf(row),
        headers: { ...other, cookie, 'content-type': 'application/json' },
        payload: '{}',
        remoteAddress: newAddress(),
      })
      expect(answer.statusCode, `${verb} ${row.path}`).toBe(403)
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    }
  }
  const asked = await near.app.inject({
    method: 'OPTIONS',
    url: '/api/identity/token',
    headers: { ...other, 'access-control-request-method': 'POST' },
  })
  expect(asked.headers).not.toHaveProperty('access-control-allow-origin')
})

test('a form post without Sec-Fetch headers is refused', async () => {
  const { cookies } = await signedIn(near)
  const headers = { cookie: `bordee_session=${cookies[0]?.value}` }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const answer = await near.app.inject({
      method: 'POST',
      url: '/api/identity/sign-out',
      headers: { ...headers, 'content-type': type },
      payload: '{}',
    })
    expect(answer.statusCode, type).toBe(415)
  }
  const renewed = await near.app.inject({ method: 'POST', url: `/api${identityCalls.refreshToken.path}`, headers })
  expect(renewed.statusCode).toBe(200) // the session is still there
})
