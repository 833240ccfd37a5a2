import { api } from '@bordee/core/api.ts'
import type { BulletinConfig } from '@bordee/core/bulletins/bulletin.ts'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { newSector } from '../testing/folders.ts'
import { inCompany, openTestServer, type People, type TestServer } from '../testing/server.ts'

const here = await openTestServer()
const there = await openTestServer({}, here) // another process of the same installation
const origins = new Map<TestServer, string>()
for (const server of [here, there]) origins.set(server, await server.app.listen({ port: 0, host: '127.0.0.1' }))

const get = (path: string, { headers = {}, server = here as TestServer, method = 'GET' } = {}) =>
  fetch(`${origins.get(server)}${path}`, { headers, method, redirect: 'manual' })
const pageOf = async (path: string, server: TestServer = here) => (await get(path, { server })).text()

let made = 0
async function configured(people: People, more: Partial<BulletinConfig> = {}) {
  const config = await people.owner(api.getBulletinConfig)
  return people.owner(api.updateBulletinConfig, { ...config, isOn: true, isAutomatic: false, address: `page-${++made}-essai`, ...more })
}
async function aPage(more: Partial<BulletinConfig> = {}, name?: string) {
  const people = await here.newCompany(name)
  const config = await configured(people, more)
  return { ...people, people, config, path: `/bulletin/${config.address}` }
}
/** Once everything that was published has been heard. */
async function heard(companyId: string) {
  const mark = Promise.withResolvers<void>()
  const leave = here.live.subscribe(companyId, (texts) => texts.some((text) => text.includes('mark')) && mark.resolve())
  here.live.publish(companyId, { topic: 'mark' })
  await mark.promise
  leave()
}
/** A page is read from the database in an address's share of its connections. */
const readings = () => vi.spyOn(here.shares.connectionsOfPerson, 'enter')

/** Generous, for a busy machine: the bench says how soon it is. */
const patience = { timeout: 20_000, interval: 50 }

test('a resident reads what the company says, without a script, a cookie or anyone else', async () => {
  const links = [{ label: 'Info-travaux', url: 'https://exemple.ca/travaux' }]
  const { owner, path } = await aPage({ phone: '4185550142', links, isUnlisted: false }, 'Déneigement Boréal')
  await owner(api.postBulletin, { state: 'done', text: 'Un oubli? Signalez-le.' })
  const answer = await get(path)
  const html = await answer.text()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(html).toContain('<h1>Déneigement Boréal</h1>')
  expect(html).toContain('Opération terminée')
  expect(html).toMatch(/Mis à jour <time [^>]+>à\u00a0\d{1,2}\u00a0h(\u00a0\d\d)?<\/time>/)
  expect(html).toContain('<a href="tel:+14185550142">Un oubli? Signalez-le.</a>')
  expect(html).toContain('<a href="https://exemple.ca/travaux"')
  expect(html).not.toMatch(/<script|\sstyle=|\son\w+=|noindex/)
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(answer.headers.get('refresh')).toBe('60')
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; img-src 'self'; style-src 'sha256-[^']+'; (?!.*unsafe)/,
  )
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
})

test('what people type stays text', async () => {
  const attack = `<script>alert(1)</script>"'<img src=x onerror=alert(1)> https://attaque.exemple`
  const { owner, people, path } = await aPage({}, 'Neige & fils <b>inc.</b>')
  const { id } = await newSector(owner, { name: '<i>Nord</i>"' })
  await configured(people, {
    sectorIds: [id],
    links: [{ label: '<u>Lien</u>', url: 'https://exemple.ca/?a=1&b=2' }],
    address: path.slice(10),
  })
  await owner(api.postBulletin, { state: 'watch', text: attack })
  await owner(api.postBulletin, { state: 'watch', text: attack, areaId: id })
  const html = await pageOf(path)
  expect(html).toContain('Neige &amp; fils &lt;b&gt;inc.&lt;/b&gt;')
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&lt;img src=x onerror=alert(1)&gt; https://attaque.exemple')
  expect(html).toContain('&lt;u&gt;Lien&lt;/u&gt;')
  expect(html).toContain('href="https://exemple.ca/?a=1&amp;b=2"')
  expect(html).not.toMatch(/<script|<img|<b>inc|<i>|<u>|href="https:\/\/attaque/)
})

test('the history tells thirty days, and never who wrote', async () => {
  const { owner, path, companyId } = await aPage()
  const { userName } = await owner(api.postBulletin, { state: 'windrow', text: 'Ancien' })
  await inCompany(
    here,
    companyId,
    (tx) => tx.sql`update bulletin_posts set created_at = now() - interval '31 days', updated_at = now() - interval '31 days'`,
  )
  await owner(api.postBulletin, { state: 'leaving', text: 'Récent' })
  await owner(api.postBulletin, { state: 'done' })
  const html = await pageOf(path)
  expect(html).toContain('Les 30 derniers jours')
  expect(html).toContain('Récent')
  expect(html).not.toContain('Ancien')
  expect(html).not.toContain(userName)
})

test('search engines are asked to leave out a page that isn’t for them', async () => {
  const { path } = await aPage({ isUnlisted: true })
  const answer = await get(path)
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  expect(await answer.text()).toContain('<meta name="robots" content="noindex">')
})

test('an unchanged page is not sent again, and a changed one is', async () => {
  const { owner, path } = await aPage()
  const first = await get(path)
  const etag = first.headers.get('etag') ?? ''
  const again = await get(path, { headers: { 'if-none-match': `"other", ${etag}` } })
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  const head = await get(path, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  await owner(api.postBulletin, { state: 'salting' })
  await vi.waitFor(async () => expect((await get(path, { headers: { 'if-none-match': etag } })).status).toBe(200), patience)
})

test('a page is the same in every encoding', async () => {
  const { path } = await aPage()
  const plain = await (await get(path, { headers: { 'accept-encoding': 'identity' } })).text()
  for (const encoding of ['br', 'gzip']) {
    const answer = await get(path, { headers: { 'accept-encoding': encoding } })
    expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([encoding, plain])
  }
  expect((await get(path, { headers: { 'accept-encoding': 'br;q=0, gzip;q=0' } })).headers.get('content-encoding')).toBeNull()
})

test('who reads a page that this server has read costs the database nothing', async () => {
  const { path, companyId } = await aPage()
  await heard(companyId)
  await get(path)
  const taken = readings()
  for (let reader = 0; reader < 50; reader++) expect((await get(path)).status).toBe(200)
  expect(taken).not.toHaveBeenCalled()
  taken.mockRestore()
})

test('a bulletin, a setting and an archive are seen on two servers', async () => {
  const { owner, people, path, super_admin, companyId } = await aPage()
  const seen = (text: string) =>
    vi.waitFor(async () => {
      for (const server of [here, there]) expect(await pageOf(path, server)).toContain(text)
    }, patience)
  await seen('Aucune opération prévue')
  await owner(api.postBulletin, { state: 'first-pass' })
  await seen('Premier passage en cours')
  await configured(people, { phone: '4185559876', address: path.slice(10) })
  await seen('(418) 555-9876')
  await super_admin(api.archiveCompany, { id: companyId })
  await seen('Page introuvable')
  await super_admin(api.restoreCompany, { id: companyId })
  await seen('Premier passage en cours')
})

test('an unknown address, one that is off and one that can’t be look alike', async () => {
  const { people, path } = await aPage()
  await configured(people, { isOn: false, address: path.slice(10) })
  const bodies = []
  for (const at of [
    path,
    '/bulletin/personne-ne-la',
    '/bulletin',
    '/bulletin/..%2f..%2fpackage.json',
    '/bulletin/a/b',
    '/bulletin/%00',
    '/b/a_b',
  ]) {
    const answer = await get(at, { headers: { accept: 'text/html' } })
    expect([answer.status, answer.headers.get('content-type')], at).toEqual([404, 'text/html; charset=utf-8'])
    bodies.push(await answer.text())
  }
  expect(new Set(bodies).size).toBe(1)
  expect(bodies[0]).toContain('Page introuvable')
})

test('an address that nobody has isn’t looked for at each request, nor by one reader without end', async () => {
  const taken = readings()
  await get('/bulletin/toujours-la-meme')
  await get('/bulletin/toujours-la-meme')
  expect(taken).toHaveBeenCalledOnce()
  const statuses = new Set<number>()
  for (let n = 0; n < 60; n++)
    statuses.add((await here.app.inject({ url: `/bulletin/au-hasard-${n}`, remoteAddress: '10.9.8.6' })).statusCode)
  expect([...statuses]).toEqual([404, 429])
  expect(taken.mock.calls.length).toBeLessThan(45)
  taken.mockRestore()
  expect((await here.app.inject({ url: '/bulletin/au-hasard', remoteAddress: '10.9.8.5' })).statusCode).toBe(404)
})

test('a page that is known is read again for whoever shares an address that looked in vain', async () => {
  const { companyId, dispatcher, path } = await aPage()
  await get(path)
  const read = (url: string) => here.app.inject({ url, remoteAddress: '10.9.8.7' })
  for (let n = 0; n < 40; n++) await read(`/bulletin/nulle-part-${n}`)
  await dispatcher(api.postBulletin, { state: 'watch', text: 'Neige vers minuit.' })
  await heard(companyId)
  const answer = await read(path)
  expect([answer.statusCode, answer.body.includes('Neige vers minuit.')]).toEqual([200, true])
})

test('a company that takes its old address back sends nobody round in circles', async () => {
  const { people, path } = await aPage({ address: 'page-aller-retour' })
  await configured(people, { address: 'page-aller' })
  await vi.waitFor(async () => expect((await get(path)).status).toBe(301), patience)
  expect((await get(path)).headers.get('cache-control')).toBe('no-cache')
})

test('an old address leads to the new one for a year, and the short one always', async () => {
  const { people, path } = await aPage({ address: 'page-ancienne' })
  await configured(people, { address: 'page-nouvelle' })
  await vi.waitFor(async () => {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/bulletin/page-nouvelle'])
  }, patience)
  const short = await get('/b/Page-Nouvelle')
  expect([short.status, short.headers.get('location')]).toEqual([301, '/bulletin/page-nouvelle'])

  const { companyId } = people
  await inCompany(
    here,
    companyId,
    (tx) => tx.sql`update bulletin_addresses set until = now() - interval '1 second' where until is not null`,
  )
  here.live.publish(companyId, { topic: 'bulletins' })
  await vi.waitFor(async () => expect((await get(path)).status).toBe(404), patience)
})

test('a heavy logo and the longest texts stay within sixty kilobytes', async () => {
  const { owner, people, path } = await aPage()
  const noise = await sharp({
    create: { width: 900, height: 400, channels: 3, background: '#fff', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
  await owner(api.updateCurrentCompany, { company: { logo: `data:image/png;base64,${noise.toString('base64')}` } })
  const sectorIds: string[] = []
  for (let n = 0; n < 20; n++) sectorIds.push((await newSector(owner)).id)
  await configured(people, { sectorIds, address: path.slice(10) })
  for (const areaId of [...sectorIds, null]) await owner(api.postBulletin, { state: 'under-way', text: 'é'.repeat(600), areaId })
  await vi.waitFor(async () => expect(await pageOf(path)).toContain('<img '), patience)
  const answer = await get(path, { headers: { 'accept-encoding': 'identity' } })
  const html = await answer.text()
  const logo = await get(/<img src="([^"]+)"/.exec(html)?.[1] ?? '')
  expect(logo.headers.get('content-type')).toBe('image/webp')
  expect(Buffer.byteLength(html) + (await logo.arrayBuffer()).byteLength).toBeLessThan(60_000)
})

test('PostgreSQL may be away: what was read is still answered', async () => {
  const { path, companyId } = await aPage()
  await get(path)
  const away = vi.spyOn(here.pool, 'connect').mockImplementation(() => Promise.reject(new Error('away')) as never)
  const notices = vi.fn()
  const leave = here.live.subscribe(companyId, notices)
  here.live.publish(companyId, { topic: 'bulletins' })
  await vi.waitFor(() => expect(notices).toHaveBeenCalled(), patience)
  const answer = await get(path)
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Aucune opération prévue')])
  expect(away).toHaveBeenCalled()
  away.mockRestore()
  leave()
})
