// Random towns: who is alerted, and why the others aren't, against a small model that shares nothing with the query.

import type { CancellationReason, Target } from '@bordee/core/alerts/alert.ts'
import { alertCalls } from '@bordee/core/alerts/alerts.calls.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Tx } from '../engine/db/db.ts'
import { newSender, type Sender } from '../testing/alerts.ts'
import { inCompany, openTestServer } from '../testing/server.ts'

const server = await openTestServer()
const [ours, theirs] = [await newSender(server, { bank: 1_000_000 }), await newSender(server)]

/**
 * Sectors are overlapping bands of latitude: 46.0–47.5, 47.0–48.5, 48.0–49.5. A site lies in the middle of a quarter
 * of a degree, or has no location.
 */
const bands = [46, 47, 48]
const bandHolds = (band: number, lat: number) => lat > band && lat < band + 1.5

const town = fc.record({
  sites: fc.array(
    fc.record({
      lat: fc.option(fc.integer({ min: 0, max: 15 }).map((n) => 45.875 + n / 4)),
      isInactive: fc.boolean(),
      listedIn: fc.uniqueArray(fc.integer({ min: 0, max: 2 })),
      services: fc.uniqueArray(fc.integer({ min: 0, max: 1 })),
      isOnRoute: fc.boolean(),
      occupants: fc.array(fc.record({ phone: fc.integer({ min: 0, max: 9 }), method: fc.constantFrom('sms' as const, 'call' as const) }), {
        maxLength: 4,
      }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  unsubscribed: fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 3 }),
  toldBefore: fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 3 }),
  missedBefore: fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { maxLength: 3 }),
  routeServices: fc.uniqueArray(fc.integer({ min: 0, max: 1 })),
  grouped: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { minLength: 1 }),
  target: fc.constantFrom('sector', 'group', 'route'),
})
type Town = typeof town extends fc.Arbitrary<infer T> ? T : never

const phoneOf = (n: number) => `418555010${n}`

/** The rules of docs/product/alerts.md, person by person. */
function expected({ sites, unsubscribed, toldBefore, routeServices, grouped, target }: Town) {
  const isMember = (site: Town['sites'][number], sector: number) =>
    site.listedIn.includes(sector) || (site.lat !== null && bandHolds(bands[sector] ?? 0, site.lat))
  const isAimed = {
    sector: (site: Town['sites'][number]) => isMember(site, 0),
    group: (site: Town['sites'][number]) => grouped.some((sector) => isMember(site, sector)),
    route: (site: Town['sites'][number]) => site.isOnRoute,
  }[target]
  const told = new Set<number>()
  return sites.filter(isAimed).flatMap((site) =>
    site.occupants.map(({ phone, method }) => {
      const shares = routeServices.length === 0 || routeServices.some((service) => site.services.includes(service))
      let reason: CancellationReason | null = null
      if (site.isInactive) reason = 'inactive_site'
      else if (unsubscribed.includes(phone)) reason = 'unsubscribed'
      else if (target === 'route' && !shares) reason = 'no_common_services'
      else if (toldBefore.includes(phone) || told.has(phone)) reason = 'no_double'
      else told.add(phone)
      return { phone: phoneOf(phone), method, reason }
    }),
  )
}

/** Builds one town in both companies: a query without a company filter finds twice as many. Returns the targets. */
async function build(
  { companyId, messageId }: Sender,
  { sites, unsubscribed, toldBefore, missedBefore, routeServices, grouped }: Town,
  tx: Tx,
) {
  await tx.sql`delete from clients where company_id = ${companyId}`
  await tx.sql`delete from routes where company_id = ${companyId}`
  await tx.sql`delete from services where company_id = ${companyId}`
  await tx.sql`delete from sectors where company_id = ${companyId}`
  await tx.sql`delete from sector_groups where company_id = ${companyId}`
  await tx.sql`delete from unsubscribed_phones where company_id = ${companyId}`
  await tx.sql`delete from alert_sends where company_id = ${companyId}`
  const one = async (rows: Promise<{ id: string }[]>) => (await rows)[0]?.id ?? ''
  const client = await one(tx.sql`insert into clients (company_id, name) values (${companyId}, 'Client') returning id`)
  const group = await one(tx.sql`insert into sector_groups (company_id, name) values (${companyId}, 'Tout') returning id`)
  const sectors: string[] = []
  for (const [i, band] of bands.entries()) {
    const corners = [
      { lat: band, lng: -72 },
      { lat: band, lng: -70 },
      { lat: band + 1.5, lng: -70 },
      { lat: band + 1.5, lng: -72 },
    ]
    sectors.push(
      await one(tx.sql`
        insert into sectors (company_id, name, polygon, group_id)
        values (${companyId}, ${`Bande ${i}`}, ${JSON.stringify(corners)}, ${grouped.includes(i) ? group : null}) returning id`),
    )
  }
  const services: string[] = []
  for (const name of ['Déneigement', 'Déglaçage'])
    services.push(await one(tx.sql`insert into services (company_id, name) values (${companyId}, ${name}) returning id`))
  const route = await one(tx.sql`insert into routes (company_id, name) values (${companyId}, 'Nord') returning id`)
  for (const service of routeServices)
    await tx.sql`insert into route_services (company_id, route_id, service_id) values (${companyId}, ${route}, ${services[service]})`
  for (const [i, site] of sites.entries()) {
    const id = await one(tx.sql`
      insert into sites (company_id, client_id, name, type, street, lat, lng, is_inactive)
      values (
        ${companyId}, ${client}, ${`Entrée ${i}`}, 'residential', 'rue A',
        ${site.lat}, ${site.lat === null ? null : -71}, ${site.isInactive})
      returning id`)
    for (const sector of site.listedIn)
      await tx.sql`insert into sector_sites (company_id, sector_id, site_id) values (${companyId}, ${sectors[sector]}, ${id})`
    for (const service of site.services) {
      const corners = JSON.stringify([
        { lat: 46, lng: -71 },
        { lat: 46, lng: -71.1 },
        { lat: 46.1, lng: -71 },
      ])
      const area = await one(tx.sql`
        insert into areas (company_id, site_id, position, name, polygon, is_simple)
        values (${companyId}, ${id}, ${service}, 'Cour', ${corners}, true)
        returning id`)
      await tx.sql`insert into area_services (company_id, area_id, service_id) values (${companyId}, ${area}, ${services[service]})`
    }
    if (site.isOnRoute)
      await tx.sql`insert into route_sites (company_id, route_id, site_id, sort_order) values (${companyId}, ${route}, ${id}, ${i})`
    for (const { phone, method } of site.occupants)
      await tx.sql`
        insert into occupants (company_id, site_id, phone, alert_method)
        values (${companyId}, ${id}, ${phoneOf(phone)}, ${method})`
  }
  await tx.sql`
    insert into unsubscribed_phones (company_id, phone) select ${companyId}, unnest(${unsubscribed.map(phoneOf)}::text[])`
  const before = await one(tx.sql`
    insert into alert_sends (company_id, target, target_name, message, sent_by_name, expected)
    select company_id, 'elsewhere', 'Ailleurs', long, 'Camille', 0
    from messages
    where company_id = ${companyId} and id = ${messageId}
    returning id`)
  await tx.sql`
    insert into alert_deliveries (company_id, send_id, method, phone, site_name, client_name, status)
    select ${companyId}, ${before}, 'sms', phone, '', '', status
    from (
      select unnest(${toldBefore.map(phoneOf)}::text[]), 'accepted'
      union all
      select unnest(${missedBefore.map(phoneOf)}::text[]), 'failed') x (phone, status)`
  return { sector: { sectorId: sectors[0] ?? '' }, group: { sectorGroupId: group }, route: { routeId: route } }
}

const sorted = (rows: { phone: string; method: string; reason: string | null }[]) =>
  rows.map(({ phone, method, reason }) => `${phone} ${method} ${reason ?? 'told'}`).toSorted()

test('in any town the right people are alerted, and everyone else has the right reason', async () => {
  await fc.assert(
    fc.asyncProperty(town, town, async (town, otherTown) => {
      await inCompany(server, theirs.companyId, (tx) => build(theirs, otherTown, tx))
      const targets = await inCompany(server, ours.companyId, (tx) => build(ours, town, tx))
      const target: Target = targets[town.target]
      const { owner, messageId } = ours
      const people = expected(town)
      const told = people.filter(({ reason }) => reason === null)
      const cancelled = Object.fromEntries(
        [...Map.groupBy(people, ({ reason }) => reason)].flatMap(([reason, some]) => (reason ? [[reason, some.length]] : [])),
      )

      expect(await owner(alertCalls.previewAlert, { messageId, ...target })).toMatchObject({
        expectedCount: people.length,
        byMethod: {
          sms: told.filter(({ method }) => method === 'sms').length,
          call: told.filter(({ method }) => method === 'call').length,
        },
        cancelled,
      })
      const sent = await owner(alertCalls.sendAlert, { messageId, ...target })
      if (people.length === 0) {
        expect(sent).toMatchObject({ type: 'warning', code: null })
        return
      }
      expect(sent).toMatchObject({ type: 'success', expectedCount: people.length, cancelledCount: people.length - told.length })
      const log = await owner(alertCalls.listAlertLog, { code: sent.code ?? '' })
      expect(sorted(log.map(({ phone, alertMethod: method, cancellationReason: reason }) => ({ phone, method, reason })))).toEqual(
        sorted(people),
      )
      const strangers = await inCompany(
        server,
        ours.companyId,
        (tx) =>
          tx.sql`
            select
            from alert_deliveries d
            where d.send_id = ${sent.code}
              and not exists (select from occupants o where o.company_id = ${ours.companyId} and o.id = d.occupant_id)`,
      )
      expect(strangers).toEqual([])
    }),
    { numRuns: 60 },
  )
})
