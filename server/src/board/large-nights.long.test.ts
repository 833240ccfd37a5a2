import { api } from '@bordee/core/api.ts'
import { expect, test } from 'vitest'
import { around, newSector } from '../testing/folders.ts'
import { driveAll, minute, newRoute } from '../testing/runs.ts'
import { inCompany, openTestServer } from '../testing/server.ts'

const server = await openTestServer()

test('nine thousand sites on sixty routes, before PostgreSQL knows how many there are', async () => {
  const people = await server.newCompany()
  const { id: routeId, siteIds } = await newRoute(people.owner, 1)
  await inCompany(server, people.companyId, async (tx) => {
    await tx.sql`
      insert into routes (company_id, name)
      select ${people.companyId}, 'Trajet ' || n from generate_series(1, 59) n`
    await tx.sql`
      insert into sites (company_id, client_id, name, type, street, lat, lng)
      select company_id, client_id, 'Porte ' || n, type, street, lat + 2, lng
      from sites, generate_series(1, 8999) n
      where id = ${siteIds[0] ?? ''}`
    await tx.sql`
      insert into route_sites (company_id, route_id, site_id, sort_order)
      select s.company_id, r.id, s.id, s.n / 60
      from (
        select *, row_number() over (order by id) as n
        from sites
        where company_id = ${people.companyId} and id <> ${siteIds[0] ?? ''}) s
      join (
        select id, row_number() over (order by id = ${routeId} desc, id) as n
        from routes
        where company_id = ${people.companyId}) r on r.n = s.n % 60 + 1
      on conflict do nothing`
  })
  const { id, routes } = await people.owner(api.openOperation)
  expect(routes).toHaveLength(60)
  const counts = async () => (await people.owner(api.getBoard, { id })).counts
  expect(await counts()).toMatchObject({ total: 9000, left: 9000, done: 0 })
  expect(await people.owner(api.listOperationSites, { id })).toHaveLength(9000)
  await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql`
    insert into operation_sites (company_id, operation_id, site_id, is_required, at, user_name)
    select company_id, ${id}, id, false, now(), 'Bureau' from sites where company_id = ${people.companyId}`,
  )
  expect(await people.owner(api.listOperationSites, { id, state: 'unneeded' })).toHaveLength(9000)
  await inCompany(server, people.companyId, (tx) => tx.sql`delete from operation_sites`)
  await server.sql('analyze sites, route_sites, routes') // as PostgreSQL does by itself within a minute
  const run = await driveAll(people, routeId, minute, 0)
  expect(run.sitesCount).toBe(150)
  expect(await counts()).toMatchObject({ total: 9000, left: 8850, done: 150 })
  const sector = await newSector(people.owner, { polygon: around.map(({ lat, lng }) => ({ lat: lat + 2, lng })) })
  await people.owner(api.prepareRound, { id, kind: 'windrow', sectorId: sector.id })
  expect(await counts()).toMatchObject({ total: 9000, left: 8999, done: 1 }) // the first site is elsewhere
  await people.owner(api.closeOperation, { id })
}, 120_000)
