import { randomUUID } from 'node:crypto'
import { quoteCalls } from '@bordee/core/quotes/quotes.calls.ts'
import { expect, test } from 'vitest'
import { openTestServer } from '../testing/server.ts'
import { framedBy } from './quote-page.ts'

const { startQuotes, updateQuoteConfig, getQuoteCompany } = quoteCalls
const server = await openTestServer()

const framersOf = async (path: string) => {
  const { headers } = await server.app.inject({ url: path, headers: { accept: 'text/html' } })
  return /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
}

async function withForm(allowedOrigins: string[]) {
  const people = await server.newCompany()
  await people.owner(startQuotes, { isActive: true })
  await people.owner(updateQuoteConfig, { allowedOrigins })
  return people
}

test('only the sites that a company lists may frame its form, and only while its module is active', async () => {
  const { owner, companyId } = await withForm(['https://boreal.exemple', 'https://www.boreal.exemple:8443'])
  const form = `/demande-de-soumissions?companyId=${companyId}`
  expect(await framersOf(form)).toBe('https://boreal.exemple https://www.boreal.exemple:8443')

  await owner(updateQuoteConfig, { isActive: false })
  expect(await framersOf(form)).toBe("'none'")
  await owner(updateQuoteConfig, { isActive: true, allowedOrigins: [] })
  expect(await framersOf(form)).toBe("'none'")
})

test('no other page may be framed, whatever the address', async () => {
  const { companyId } = await withForm(['https://boreal.exemple'])
  for (const path of [
    '/demande-de-soumissions',
    '/demande-de-soumissions?companyId=',
    `/demande-de-soumissions?companyId=${randomUUID()}`,
    "/demande-de-soumissions?companyId=https://x.exemple;script-src 'unsafe-inline'",
    `/demande-de-soumissions?companyId=${companyId}&companyId=${companyId}`,
    `/demande-de-soumissions/retrait?companyId=${companyId}`,
    `/demande-soumise?companyId=${companyId}`,
    `/sign-in?companyId=${companyId}`,
    `/api/quotes-requests/company?companyId=${companyId}`,
    '/embed.js',
  ])
    expect(await framersOf(path), path).toBe("'none'")
})

test('a site whose name would alter the header is left out of it', () => {
  const policy = "default-src 'self'; frame-ancestors 'none'"
  const odd = ["https://a.ca; script-src 'unsafe-inline'", 'https://*', '*', 'https://a.ca https://b.ca', 'https://a.ca\r\nx: y', '$&', '']
  expect(framedBy(policy, odd)).toBe(policy)
  expect(framedBy(policy, [...odd, 'https://boreal.exemple'])).toBe("default-src 'self'; frame-ancestors https://boreal.exemple")
})

test('the company of a form can be read while its module is active', async () => {
  const { owner, companyId } = await withForm([])
  expect(await server.anyone(getQuoteCompany, { companyId })).toEqual({ name: expect.any(String), logo: null })
  await owner(updateQuoteConfig, { isActive: false })
  expect((await server.anyone.raw(getQuoteCompany, { companyId })).status).toBe(404)
})
