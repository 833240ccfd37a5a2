import { api } from '@bordee/core/api.ts'
import { expect, test } from 'vitest'
import { enqueueChangedRoutes, measureRoute } from '../routes/route-lengths.ts'
import { newContract } from '../testing/contracts.ts'
import { newClient, newSector, newSite, square } from '../testing/folders.ts'
import { inCompany, openTestServer, type People } from '../testing/server.ts'
import { enqueueDueCompanies, lookAtSeason } from './season.jobs.ts'

const server = await openTestServer()

const linesOf = async ({ owner }: People) => (await owner(api.getSeasonCheck)).lines.map(({ check, title }) => `${check}: ${title}`)
const countOf = async ({ owner }: People, wanted: string) => (await owner(api.getSeasonCheck)).checks.find(({ check }) => check === wanted)
const address = (civicNumber: string, location: object | null) => ({ address: { street: 'rue A', civicNumber, city: 'Québec', location } })

test('a company that has nothing yet has nothing to fix', async () => {
  const people = await server.newCompany()
  expect(await people.owner(api.getSeasonCheck)).toEqual({ score: 100, checks: [], lines: [] })
})

test('a signed contract’s site must be on one route, on the map and drawn', async () => {
  const people = await server.newCompany()
  const { owner } = people
  const contract = await newContract(owner)
  await owner(api.setContractStatuses, { contractIds: [contract.id], status: 'accepted' })
  const siteId = contract.siteId ?? ''
  const [site] = await owner(api.listSites)
  const named = (check: string) =>
    `${check}: ${[site?.address.civicNumber, site?.address.street, site?.address.city].filter(Boolean).join(', ')}`
  expect(await linesOf(people)).toContain(named('site-without-route'))
  const routes = ['Nord', 'Sud'].map((name) => owner(api.createRoute, { route: { name, sites: [{ site: siteId, sortOrder: 0 }] } }))
  await Promise.all(routes)
  expect(await linesOf(people)).not.toContain(named('site-without-route'))
  expect(await linesOf(people)).toEqual(
    expect.arrayContaining([named('site-on-two-routes'), 'route-without-driver: Nord', 'route-without-driver: Sud']),
  )
})

test('a site that is drawn, placed and in a sector has nothing to fix, and one that isn’t does', async () => {
  const people = await server.newCompany()
  await people.super_admin(api.updateCurrentCompany, { alertConfig: { isActive: true } })
  const { id } = await newClient(people.owner)
  const good = await newSite(people.owner, id, { areas: [{ name: 'Entrée', polygon: square() }] })
  await people.owner(api.createOccupant, { contact: { site: good.id, phone: '4185550142' } })
  await newSector(people.owner)
  expect((await people.owner(api.getSeasonCheck)).score).toBe(100)
  await newSite(people.owner, id, address('1', null))
  await newSite(people.owner, id, { ...address('2', { lat: 45, lng: -73 }), areas: [] })
  const alone = await newSite(people.owner, id, { areas: [{ name: 'Entrée', polygon: square(60) }] })
  expect(await linesOf(people)).toEqual([
    'site-nobody-to-warn: 500, rue Saint-Jean, Québec',
    'site-not-placed: 1, rue A, Québec',
    'site-outside-sectors: 2, rue A, Québec',
    'site-without-area: 1, rue A, Québec',
    'site-without-area: 2, rue A, Québec',
  ])
  expect((await people.owner(api.getSeasonCheck)).lines[0]).toMatchObject({ id: alone.id, customerId: id })
  expect((await people.owner(api.getSeasonCheck)).score).toBeLessThan(100)
})

test('a phone that failed three times and never since answered is to be fixed', async () => {
  const people = await server.newCompany()
  await people.super_admin(api.updateCurrentCompany, { alertConfig: { isActive: true } })
  const { id: clientId } = await newClient(people.owner)
  const site = await newSite(people.owner, clientId)
  for (const phone of ['4185550101', '4185550102']) await people.owner(api.createOccupant, { contact: { site: site.id, phone } })
  const { companyId } = people
  const deliver = (phone: string, status: string, minutes: number) =>
    inCompany(
      server,
      companyId,
      (tx) => tx.sql`
        with send as (
          insert into alert_sends (company_id, target, target_name, message, sent_by_name, expected)
          values (${companyId}, 'sector:none', 'Nord', 'Bonjour', 'Camille', 1) returning id)
        insert into alert_deliveries (company_id, send_id, site_id, client_id, method, phone, site_name, client_name, status, created_at)
        select ${companyId}, id, ${site.id}, ${clientId}, 'sms', ${phone}, 'Entrée', 'Client', ${status},
               now() - make_interval(mins => ${minutes})
        from send`,
    )
  for (const phone of ['4185550101', '4185550102']) for (const minutes of [9, 8, 7]) await deliver(phone, 'failed', minutes)
  await deliver('4185550102', 'delivered', 6)
  expect((await linesOf(people)).filter((line) => line.startsWith('phone-failing'))).toEqual(['phone-failing: 4185550101'])
})

test('contracts that are drafts, to sign, free or without requirements are listed, and archived ones are not', async () => {
  const people = await server.newCompany()
  const [draft, sent] = [await newContract(people.owner), await newContract(people.owner)]
  const [free, gone] = [await newContract(people.owner), await newContract(people.owner)]
  await people.owner(api.setContractStatuses, { contractIds: [sent.id], status: 'sent' })
  await people.owner(api.setContractStatuses, { contractIds: [free.id], status: 'accepted' })
  await inCompany(server, people.companyId, (tx) => tx.sql`update contracts set total_price = 0 where id = ${free.id}`)
  await inCompany(server, people.companyId, (tx) => tx.sql`update contracts set status = 'canceled' where id = ${gone.id}`)
  const ofContracts = (await linesOf(people)).filter((line) => line.startsWith('contract-'))
  expect(ofContracts).toEqual([
    `contract-draft: ${draft.contractNumber}`,
    `contract-free: ${free.contractNumber}`,
    `contract-unsigned: ${sent.contractNumber}`,
    `contract-without-requirement: ${free.contractNumber}`,
  ])
})

test('a route that zigzags is to be shortened, until its stops are put in order', async () => {
  const people = await server.newCompany()
  const { owner, companyId } = people
  const { id } = await newClient(owner)
  const along = async (n: number) => (await newSite(owner, id, address(String(n), { lat: 46.8 + n / 100, lng: -71.2 }))).id
  const [a, b, c, d] = [await along(0), await along(1), await along(2), await along(3)]
  const inOrder = (...sites: (string | undefined)[]) => sites.map((site = '', sortOrder) => ({ site, sortOrder }))
  const route = await owner(api.createRoute, { route: { name: 'Nord', sites: inOrder(a, d, b, c) } })
  const isLong = async () => (await linesOf(people)).includes('route-too-long: Nord')
  const measure = () => server.work((work) => measureRoute(work, { companyId, routeId: route.id }))
  await measure()
  expect((await owner(api.getSeasonCheck)).lines.find(({ check }) => check === 'route-too-long')).toMatchObject({
    id: route.id,
    title: 'Nord',
    detail: '6,7\u00a0km; ordre plus court\u00a0: 3,3\u00a0km',
  })
  await owner(api.updateRoute, { id: route.id, route: { sites: inOrder(a, b, c, d) } })
  await measure()
  expect(await isLong()).toBe(false)

  // A site that moves makes it long again.
  const isChanged = () =>
    server.work(async (work) => {
      const asked: string[] = []
      const later = async (_: unknown, { routeId }: { routeId: string }) => void asked.push(routeId)
      await enqueueChangedRoutes({ ...work, later } as never)
      return asked.includes(route.id)
    })
  expect(await isChanged()).toBe(false)
  await owner(api.updateSite, { id: b ?? '', site: address('1', { lat: 46.9, lng: -71.2 }) })
  expect(await isChanged()).toBe(true)
  await measure()
  expect(await isLong()).toBe(true)

  // Without stops it has no length.
  await owner(api.updateRoute, { id: route.id, route: { sites: [] } })
  await measure()
  expect(await isLong()).toBe(false)
})

test('a line is ignored for a reason, counts as done, and comes back', async () => {
  const people = await server.newCompany()
  const { id } = await newClient(people.owner)
  await newSite(people.owner, id, address('1', null))
  const [line] = (await people.owner(api.getSeasonCheck)).lines.filter(({ check }) => check === 'site-not-placed')
  const key = { line: line?.line ?? '' }
  await people.owner(api.ignoreSeasonLine, { ...key, reason: 'Nouvelle rue' })
  expect(await countOf(people, 'site-not-placed')).toMatchObject({ open: 0, ignored: 1, total: 1 })
  const ignored = (await people.owner(api.getSeasonCheck)).lines.find(({ line: one }) => one === key.line)
  expect(ignored?.ignoredReason).toBe('Nouvelle rue')
  await people.owner(api.ignoreSeasonLine, { ...key, reason: null })
  expect(await countOf(people, 'site-not-placed')).toMatchObject({ open: 1, ignored: 0 })
  await expect(people.owner(api.ignoreSeasonLine, { line: 'weather:1', reason: 'x' })).rejects.toMatchObject({ status: 404 })
})

test('another company’s line is not there to be ignored', async () => {
  const [ours, theirs] = [await server.newCompany(), await server.newCompany()]
  for (const people of [ours, theirs]) await newSite(people.owner, (await newClient(people.owner)).id, address('1', null))
  const [line] = (await theirs.owner(api.getSeasonCheck)).lines.filter(({ check }) => check === 'site-not-placed')
  await expect(ours.owner(api.ignoreSeasonLine, { line: line?.line ?? '', reason: 'Pas à nous' })).rejects.toMatchObject({ status: 404 })
  expect(await countOf(theirs, 'site-not-placed')).toMatchObject({ open: 1, ignored: 0 })
})

test('on Mondays from October to April owners read what is new, once', async () => {
  const people = await server.newCompany('Neige du Lundi')
  const { companyId } = people
  const { id } = await newClient(people.owner)
  await newSite(people.owner, id, address('1', null))
  const { email } = await people.owner(api.getCurrentAccount)
  const look = (monday: string) => server.work((work) => lookAtSeason(work, { companyId, monday }))
  await look('2026-07-20')
  await look('2026-11-16')
  const first = await server.letterTo(email, /Bilan de saison/)
  expect(first.text).toContain('Pas sur la carte\u00a0: 1, rue A, Québec')
  await look('2026-11-16')
  await newSite(people.owner, id, address('2', null))
  await look('2026-11-23')
  const second = await server.letterTo(email, /Bilan de saison/, 2)
  expect(second.text).toContain('Pas sur la carte\u00a0: 2, rue A, Québec')
  expect(second.text).not.toContain('1, rue A')
})

test('the clock looks once a week, on Monday morning', async () => {
  const people = await server.newCompany()
  const dueAt = (at: string) =>
    server.work(async (work) => {
      const asked: string[] = []
      const later = async (_: unknown, { companyId }: { companyId: string }) => void asked.push(companyId)
      await enqueueDueCompanies({ ...work, now: new Date(at), later } as never)
      return asked.includes(people.companyId)
    })
  expect(await dueAt('2026-11-16T12:59:00Z')).toBe(false) // 7:59 in Québec
  expect(await dueAt('2026-11-16T13:01:00Z')).toBe(true)
  expect(await dueAt('2026-11-19T13:01:00Z')).toBe(true) // a server that was down catches up
})
