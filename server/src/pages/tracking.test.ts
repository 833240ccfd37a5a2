// Residents' own pages, over HTTP.
import { randomUUID } from 'node:crypto'
import { api } from '@bordee/core/api.ts'
import { wallClock } from '@bordee/core/time.ts'
import { describe, expect, test } from 'vitest'
import { newMessage, newOccupant, newSender, sentWhole } from '../testing/alerts.ts'
import { newClient, newSite } from '../testing/folders.ts'
import { newRoute } from '../testing/runs.ts'
import { inCompany, newAddress, openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const { sendAlert, listAlertLog, listOccupants, revokeTrackingLinks } = api

interface Page {
  status: number
  html: string
  headers: Record<string, unknown>
}

async function ask(url: string, options: { address?: string; headers?: Record<string, string> } = {}): Promise<Page> {
  const answer = await server.app.inject({
    method: 'GET',
    url,
    remoteAddress: options.address ?? newAddress(),
    headers: options.headers ?? {},
  })
  return { status: answer.statusCode, html: answer.body, headers: answer.headers }
}

async function post(url: string, form: Record<string, string> = {}): Promise<Page> {
  const answer = await server.app.inject({
    method: 'POST',
    url,
    remoteAddress: newAddress(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
  return { status: answer.statusCode, html: answer.body, headers: answer.headers }
}

/** A resident on a route, and the page that a text of the company leads to. */
async function aResident() {
  const sender = await newSender(server)
  const route = await newRoute(sender.owner, 3)
  const [site = ''] = route.siteIds
  const occupant = await newOccupant(sender.owner, { site })
  const path = await linkSentTo(sender, occupant)
  return { ...sender, route, site, occupant, path, token: path.slice('/suivi/'.length) }
}

/** As the outbox of a demo shows it. */
async function linkSentTo(
  sender: Awaited<ReturnType<typeof newSender>>,
  { phone, site }: { phone: string; site: { id: string } },
  target: object = { siteIds: [site.id] },
) {
  const { id: messageId } = await newMessage(sender.owner, { long: `Suivez votre deneigeuse : {suivi} ${randomUUID().slice(0, 8)}` })
  const { code } = await sender.owner(sendAlert, { messageId, ...target })
  await sentWhole(sender.owner, code ?? '')
  const texts = await server.work(async ({ tx }) => {
    await tx.scope({ platform: true })
    return tx.sql<{ text: string }>`select text from outbox where "to" = ${phone} order by created_at desc, id desc limit 1`
  })
  const [, token] = /\/s\/([\w-]{22})/.exec(texts[0]?.text ?? '') ?? []
  return `/suivi/${token}`
}

const runOf = async ({ employee, route }: Awaited<ReturnType<typeof aResident>>) => {
  const run = await employee(api.startRun, { routeId: route.id })
  const { runSites } = await employee(api.getRunDetails, { id: run.id })
  return { run, runSites }
}
const now = () => new Date().toISOString()

test('a text carries a link to the resident’s own page; history does not show it', async () => {
  const { owner, path, token, occupant } = await aResident()
  const page = await ask(path)
  expect(page.status).toBe(200)
  expect(page.html).toContain('Aucune opération en cours.')
  expect(page.html).toContain('Saint-Jean')
  expect(page.headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    refresh: '60',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  expect(page.headers['set-cookie']).toBeUndefined()
  expect(Buffer.byteLength(page.html)).toBeLessThan(40_000)
  expect(page.html).not.toMatch(/<script|https?:\/\/(?!www\.w3)/)
  expect((await ask(`/s/${token}`)).headers.location).toBe(path)

  const [send] = await owner(api.listAlertHistory, { from: '2020-01-01', to: '2100-01-01' })
  const log = await owner(listAlertLog, { code: send?.code ?? '' })
  expect(log.find(({ phone }) => phone === occupant.phone)?.message).toContain('{suivi}')
  expect(JSON.stringify(log)).not.toContain(token)
  expect(await server.sql(`select 1 from tracking_links where encode(token_hash, 'escape') like '%${token}%'`)).toEqual([])
})

describe('the page follows the night', () => {
  test('from the list to the pass', async () => {
    const resident = await aResident()
    const { run, runSites } = await runOf(resident)
    const own = runSites.find(({ siteId }) => siteId === resident.site)
    expect((await ask(resident.path)).html).toContain('Heure impossible à prévoir pour l’instant.')
    await resident.employee(api.markSiteDone, { runId: run.id, runSiteId: own?.id ?? '', at: now() })
    expect((await ask(resident.path)).html).toMatch(/Fait à \d+\u00a0h(\u00a0\d\d)?\./)
  })

  test('what was not done says why, and promises to come back only while a truck may', async () => {
    const resident = await aResident()
    const { run, runSites } = await runOf(resident)
    const own = runSites.find(({ siteId }) => siteId === resident.site)
    await resident.employee(api.markSiteNotDone, { runId: run.id, runSiteId: own?.id ?? '', reason: 'vehicle', at: now() })
    const left = await ask(resident.path)
    expect(left.html).toMatch(/Pas fait à \d+\u00a0h(\u00a0\d\d)?\u00a0: véhicule dans l’entrée\. Communiquez avec nous\./)
    const note = { reason: 'other' as const, note: 'Chien méchant chez les Tremblay' }
    await resident.employee(api.markSiteNotDone, { runId: run.id, runSiteId: own?.id ?? '', ...note, at: now() })
    expect((await ask(resident.path)).html).not.toContain('Chien')
  })

  test('a suspended service says to call', async () => {
    const resident = await aResident()
    const { companyId, site } = resident
    await inCompany(server, companyId, (tx) => tx.sql`update sites set is_inactive = true where company_id = ${companyId} and id = ${site}`)
    expect((await ask(resident.path)).html).toContain('Communiquez avec nous.')
  })

  test('no driver, truck, other address or count of stops is on it', async () => {
    const resident = await aResident()
    await resident.employee(api.startRun, { routeId: resident.route.id, unit: 'Camion 14' })
    const { html } = await ask(resident.path)
    expect(html).not.toMatch(/Camion 14|Prénom|Haute-Ville|arrêts?\b/)
    const others = (await resident.owner(listOccupants)).filter(({ id }) => id !== resident.occupant.id)
    for (const { address } of others) if (address !== resident.occupant.address) expect(html).not.toContain(address)
  })
})

describe('a link opens nothing', () => {
  const dead = async (url: string) => expect(await ask(url)).toMatchObject({ status: 404, html: expect.stringContaining('Lien expiré') })

  test.each(['x', `${'A'.repeat(22)}`, '../../etc/passwd', '%2e%2e%2f', `${'é'.repeat(22)}`, 'A'.repeat(400), "' or 1=1 --"])(
    'that was never given: %s',
    async (token) => {
      expect((await ask(`/suivi/${encodeURIComponent(token)}`)).status).toBe(404)
    },
  )

  test('once it is revoked, for one occupant or for everyone; the next text carries another', async () => {
    const resident = await aResident()
    await resident.owner(revokeTrackingLinks, { occupantIds: [resident.occupant.id] })
    await dead(resident.path)
    const second = await linkSentTo(resident, resident.occupant, { routeId: resident.route.id })
    expect(second).not.toBe(resident.path)
    expect((await ask(second)).status).toBe(200)
    await resident.owner(revokeTrackingLinks)
    await dead(second)
  })

  test('with another phone, in another season, without the occupant or while the company is closed', async () => {
    const resident = await aResident()
    await resident.owner(api.updateOccupant, { id: resident.occupant.id, contact: { phone: '4185550177' } })
    await dead(resident.path)
    await resident.owner(api.updateOccupant, { id: resident.occupant.id, contact: { phone: resident.occupant.phone } })
    expect((await ask(resident.path)).status).toBe(200)
    const { companyId } = resident
    await inCompany(server, companyId, (tx) => tx.sql`update tracking_links set season = season - 1 where company_id = ${companyId}`)
    await dead(resident.path)
    await inCompany(server, companyId, (tx) => tx.sql`update tracking_links set season = season + 1 where company_id = ${companyId}`)
    await inCompany(server, companyId, (tx) => tx.sql`update companies set is_active = false where id = ${companyId}`)
    await dead(resident.path)
    await inCompany(server, companyId, (tx) => tx.sql`update companies set is_active = true where id = ${companyId}`)
    await resident.owner(api.deleteOccupant, { id: resident.occupant.id })
    await dead(resident.path)
  })

  test('another company can’t revoke it', async () => {
    const [resident, other] = [await aResident(), await newSender(server)]
    expect((await other.owner.raw(revokeTrackingLinks, { occupantIds: [resident.occupant.id] })).status).toBe(404)
    await other.owner(revokeTrackingLinks)
    expect((await ask(resident.path)).status).toBe(200)
  })
})

describe('what a resident does there', () => {
  test('quiet hours are set and removed by posting; opening a link changes nothing', async () => {
    const resident = await aResident()
    const quiet = async () => (await resident.owner(listOccupants)).find(({ id }) => id === resident.occupant.id)?.quietHours
    expect((await ask(`${resident.path}/tranquillite?startAt=22:00&endAt=06:00`)).status).toBe(200)
    expect(await quiet()).toBeNull()
    expect(await post(`${resident.path}/tranquillite`, { startAt: '21:30', endAt: '06:30' })).toMatchObject({
      status: 303,
      headers: { location: `${resident.path}?fait=tranquillite` },
    })
    expect(await quiet()).toEqual({ startAt: '21:30', endAt: '06:30' })
    const refused = await post(`${resident.path}/tranquillite`, { startAt: '<script>', endAt: '06:30' })
    expect(refused.status).toBe(422)
    expect(refused.html).not.toContain('<script')
    await post(`${resident.path}/tranquillite`, { aucune: '1' })
    expect(await quiet()).toBeNull()
  })

  test('« Ne plus recevoir d’alertes » unsubscribes the phone, once, and says how', async () => {
    const resident = await aResident()
    expect((await ask(`${resident.path}/desabonnement`)).html).toContain('ne recevra plus aucune alerte')
    for (let i = 0; i < 2; i++) expect((await post(`${resident.path}/desabonnement`)).status).toBe(303)
    expect(await resident.owner(api.listSubscriptionChanges, { id: resident.occupant.id })).toMatchObject([
      { unsubscribed: true, how: 'link' },
    ])
    expect((await ask(resident.path)).html).not.toContain('Ne plus recevoir')
  })

  test('a report reaches the office once, however often it is sent, and never as HTML', async () => {
    const resident = await aResident()
    const report = { id: randomUUID(), kind: 'windrow', text: '<b>La Ville</b> est passée' }
    for (let i = 0; i < 3; i++) expect((await post(`${resident.path}/signaler`, report)).status).toBe(303)
    expect(await inCompany(server, resident.companyId, (tx) => tx.sql`select kind, source, text from replies`)).toEqual([
      { kind: 'windrow', source: 'link', text: '<b>La Ville</b> est passée' },
    ])
    expect((await post(`${resident.path}/signaler`, { id: randomUUID(), text: 'x' })).status).toBe(422)
    expect((await post(`${resident.path}/signaler`, { id: randomUUID(), kind: 'ice', text: 'x'.repeat(7000) })).status).toBe(422)
  })

  test('« J’ai déplacé mon véhicule » is noted', async () => {
    const resident = await aResident()
    expect(await post(`${resident.path}/deplace`)).toMatchObject({ status: 303 })
    expect(await inCompany(server, resident.companyId, (tx) => tx.sql`select site_id, source from moved_cars`)).toEqual([
      { site_id: resident.site, source: 'link' },
    ])
    expect((await ask(`${resident.path}?fait=deplace`)).html).toContain('véhicule est déplacé')
    expect((await ask(`${resident.path}?fait=%3Cscript%3E`)).html).not.toContain('script>')
  })

  test('a link that is hammered is slowed down, and others are not', async () => {
    const [resident, other] = [await aResident(), await aResident()]
    const statuses: number[] = []
    for (let i = 0; i < 40; i++) statuses.push((await ask(resident.path)).status)
    expect(statuses).toContain(429)
    expect((await ask(other.path)).status).toBe(200)
  })

  test('a hammered link leaves alone those who share its address, and so do dead ones', async () => {
    const [resident, other] = [await aResident(), await aResident()]
    const address = newAddress()
    for (let i = 0; i < 60; i++) await ask(resident.path, { address })
    expect((await ask(other.path, { address })).status).toBe(200)
    const statuses: number[] = []
    for (let i = 0; i < 30; i++) statuses.push((await ask(`/suivi/${randomUUID().slice(0, 22)}`, { address })).status)
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
    expect((await ask(other.path, { address })).status).toBe(200)
  })
})

test('{bulletin} is the company’s short address, refused while nothing is published', async () => {
  const { owner } = await newSender(server)
  const occupant = await newOccupant(owner)
  const { id: messageId } = await newMessage(owner, { long: 'Nouvelles : {bulletin}' })
  const order = { messageId, siteIds: [occupant.site.id] }
  expect(await owner(api.previewAlert, order)).toMatchObject({ refusal: expect.stringContaining('bulletin n’est pas publié') })
  const config = await owner(api.getBulletinConfig)
  await owner(api.updateBulletinConfig, { ...config, isOn: true, address: `neige-${Date.now()}` } as never)
  const { address } = await owner(api.getBulletinConfig)
  expect(await owner(api.previewAlert, order)).toMatchObject({ refusal: null, longestText: expect.stringContaining(`/b/${address}`) })
  const { code } = await owner(sendAlert, order)
  await sentWhole(owner, code ?? '')
  expect((await owner(listAlertLog, { code: code ?? '' }))[0]?.message).toContain(`/b/${address}`)
})

test('a client finds the pages of their own sites in the portal, and nobody else’s', async () => {
  const sender = await newSender(server)
  const email = `suivi.${randomUUID()}@exemple.ca`
  const hers = await newSite(sender.owner, (await newClient(sender.owner, { email })).id)
  await newOccupant(sender.owner, { site: hers.id })
  await newOccupant(sender.owner)
  await server.newAccount(email)
  const resident = await server.signIn(email)
  const links = await resident(api.listTrackingLinks)
  const words = { siteAddress: expect.any(String), companyName: expect.any(String), path: expect.any(String) }
  expect(links).toEqual([{ siteId: hers.id, ...words, isServed: false }])
  expect((await ask(links[0]?.path ?? '')).status).toBe(200)
  expect(await resident(api.listTrackingLinks)).toEqual(links)
  const route = await sender.owner(api.createRoute, { route: { name: 'Nord', sites: [{ site: hers.id, sortOrder: 0 }] } })
  const { id } = await sender.owner(api.openOperation, { routeIds: [route.id] })
  expect(await resident(api.listTrackingLinks)).toMatchObject([{ siteId: hers.id, isServed: true }])
  await sender.owner(api.closeOperation, { id })
  expect(await resident(api.listTrackingLinks)).toMatchObject([{ siteId: hers.id, isServed: false }])
})

test('the hour on the page is the company’s', async () => {
  const resident = await aResident()
  const updated = () => `Mis à jour à ${Number(wallClock(new Date(), 'America/Toronto').time.slice(0, 2))}\u00a0h`
  const before = updated()
  const { html } = await ask(resident.path)
  expect([before, updated()].some((words) => html.includes(words))).toBe(true)
})
