import { readdirSync } from 'node:fs'
import { configCalls } from '@bordee/core/platform/config.calls.ts'
import { expect, test } from 'vitest'
import { openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const pages = readdirSync(new URL('../../../docs/guide', import.meta.url)).flatMap((name) => /^(?!README)(.+)\.md$/.exec(name)?.[1] ?? [])

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })

test("anyone can read the guide's index, which links to every page", async () => {
  const { statusCode, headers, body } = await get('/guide')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(body).toContain('<html lang="fr-CA">')
  for (const page of pages) expect(body).toContain(`href="/guide/${page}"`)
})

test('every page has its title and the table of contents, and no broken link', async () => {
  for (const page of pages) {
    const { statusCode, body } = await get(`/guide/${page}`)
    expect(statusCode, page).toBe(200)
    expect(body.match(/<h1>/g), page).toHaveLength(1)
    expect(body, page).toContain(`<a href="/guide/${page}" aria-current="page">`)
    const targets = [...body.matchAll(/(?:href|src)="(\/guide[^"#]*)"/g)].map(([, target = '']) => target)
    for (const target of new Set(targets)) expect((await get(target)).statusCode, `${target} on ${page}`).toBe(200)
  }
})

test('the pages lead from the first to the last, and back', async () => {
  const walked: string[] = []
  const next = (body: string, rel: string) => new RegExp(`rel="${rel}" href="(/guide/[^"]+)"`).exec(body)?.[1]
  let page = /<li><a href="(\/guide\/[^"]+)"/.exec((await get('/guide')).body)?.[1]
  while (page) {
    walked.push(page)
    const { body } = await get(page)
    expect(next(body, 'prev')).toBe(walked.at(-2))
    page = next(body, 'next')
  }
  expect(walked.toSorted()).toEqual(pages.map((name) => `/guide/${name}`).toSorted())
})

test('a missing page is a 404 in French, whatever the path', async () => {
  for (const path of [
    '/guide/nulle-part',
    '/guide/README',
    '/guide/clients.md',
    '/guide/..%2F..%2Fpackage.json',
    '/guide/pictures',
    '/guide/%00',
  ]) {
    const { statusCode, headers, body } = await get(path, { accept: 'text/html' })
    expect(statusCode, path).toBe(404)
    expect(headers['content-type'], path).toMatch(/^text\/html/)
    expect(body, path).toContain('Page introuvable')
  }
})

test('an unchanged page is not sent again', async () => {
  for (const path of ['/guide', `/guide/${pages[0]}`, '/guide/guide.css']) {
    const { headers, body } = await get(path)
    const again = await get(path, { 'if-none-match': `"other", ${headers.etag}` })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await get(path, { 'if-none-match': '"other"' })).body).toBe(body)
  }
})

test('a page of the guide has one script of ours, and nothing inline', async () => {
  const { headers, body } = await get(`/guide/${pages[0]}`)
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; (?!.*unsafe)/)
  expect(body.match(/<script[^>]*>[^<]*/g)).toEqual(['<script src="/guide/search.js" defer>'])
  expect(body).not.toMatch(/<style|\sstyle=|\son\w+=/)
})

test('the search knows every part of every page, and leads to it', async () => {
  const { statusCode, headers, body } = await get('/guide/search.js')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
  const passages = JSON.parse(/\nsearchGuide\((.+)\)\n$/.exec(body)?.[1] ?? '[]') as { href: string; heading: string; text: string }[]
  const reached = new Set(passages.map(({ href }) => href.split('#')[0] ?? ''))
  expect([...reached].toSorted()).toEqual(pages.map((name) => `/guide/${name}`).toSorted())
  for (const { href, heading, text } of passages) {
    const [path = '', id] = href.split('#')
    if (heading) expect((await get(path)).body, href).toContain(`<h2 id="${id}">`)
    expect(text, href).not.toMatch(/[#*]|\]\(/)
  }
})

test('the product links to its own guide, unless another is configured', async () => {
  expect(await server.anyone(configCalls.getConfig)).toMatchObject({ documentationUrl: '/guide' })
})
