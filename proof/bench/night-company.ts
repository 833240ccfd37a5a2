// A company in the middle of a night: every route in its third round, half done, with a truck on each.
import { operationCalls } from '../../core/src/operations/operations.calls.ts'
import { insertPerson } from '../../server/src/testing/people.ts'
import { assertRight } from './bench.ts'
import type { BenchCompany, BenchServer } from './bench-server.ts'
import { fillClients } from './clients-company.ts'

export interface Night extends BenchCompany {
  operationId: string
  sites: number
  trucks: { runId: string; headers: { authorization: string } }[]
}

const rounds = 3

interface Wanted {
  sites: number
  routes: number
  former?: number
  /** A company that has its sites already. */
  made?: BenchCompany
}

/** `former` nights like it lie behind, in the same season. */
export async function fillNight(server: BenchServer, { sites, routes, former = 0, made: known }: Wanted) {
  const made = known ?? (await fillClients(server, sites))
  const { company, headers } = made
  await server.inCompany(company, async (tx) => {
    await tx.sql`update companies set geolocation_is_active = true where id = ${company}`
    await tx.sql`
      insert into routes (company_id, name)
      select ${company}, 'Trajet ' || lpad(n::text, 3, '0') from generate_series(1, ${routes}::int) n`
    // Neighbours are on one route.
    await tx.sql`
      insert into route_sites (company_id, route_id, site_id, sort_order)
      select ${company}, r.id, s.id, row_number() over (partition by r.id order by s.lng, s.id) - 1
      from (select id, lng, ntile(${routes}) over (order by lat, id) as part from sites where company_id = ${company}) s
      join (select id, row_number() over (order by name) as part from routes where company_id = ${company}) r on r.part = s.part`
  })
  for (let night = former; night >= 0; night--) await insertNight(server, company, night)
  await server.asOwner((tx) => tx.sql`analyze`)
  const { text, status } = await server.ask('GET', operationCalls.listOperations.path, undefined, headers)
  const [operation] = status === 200 ? (JSON.parse(text) as { id: string; closedAt: string | null }[]) : []
  assertRight(operation?.closedAt === null, text.slice(0, 200))
  return { ...made, sites, operationId: operation?.id ?? '', trucks: await driversOf(server, company, operation?.id ?? '') } satisfies Night
}

/** Three rounds; in tonight's third, every other stop is done, and one in a hundred could not be. */
async function insertNight(server: BenchServer, company: string, daysAgo: number) {
  await server.inCompany(company, async (tx) => {
    const [operation] = await tx.sql<{ id: string }>`
      insert into operations (company_id, kind, name, opened_at, closed_at, defaults)
      values (
        ${company}, 'snow', 'Nuit ' || ${daysAgo}::int,
        now() - make_interval(days => ${daysAgo}, hours => 9),
        case when ${daysAgo}::int > 0 then now() - make_interval(days => ${daysAgo}) end,
        '{"triggerDepth": null, "doneBy": "07:00", "hoursAfter": null, "ice": null}')
      returning id`
    await tx.sql`
      insert into operation_routes (company_id, operation_id, route_id)
      select ${company}, ${operation?.id}, id from routes where company_id = ${company}`
    for (let round = 1; round <= rounds; round++) {
      const isUnderWay = daysAgo === 0 && round === rounds
      await tx.sql`
        with begun as (
          insert into runs (company_id, route_id, route_name, operation_id, unit, started_at, last_sign_at, finished_at)
          select ${company}, r.id, r.name, ${operation?.id}, right(r.name, 2),
                 now() - make_interval(days => ${daysAgo}, hours => ${9 - 3 * (round - 1)}),
                 now() - make_interval(days => ${daysAgo}),
                 case when not ${isUnderWay} then now() - make_interval(days => ${daysAgo}, hours => ${9 - 3 * round}) end
          from routes r
          where r.company_id = ${company}
          returning id, route_id, started_at)
        insert into run_sites (company_id, run_id, site_id, site_name, site_address, customer_name, lat, lng, sort_order, state, decided_at)
        select ${company}, b.id, s.id, s.name, s.street, 'Client', s.lat, s.lng, m.sort_order, d.state,
               case when d.state <> 'todo' then least(now(), b.started_at + m.sort_order * interval '25 seconds') end
        from begun b
        join route_sites m on m.company_id = ${company} and m.route_id = b.route_id
        join sites s on s.company_id = m.company_id and s.id = m.site_id
        cross join lateral (
          select case
            when not ${isUnderWay} then 'done'
            when m.sort_order % 100 = 0 then 'not-done'
            when m.sort_order % 2 = 0 then 'done'
            else 'todo'
          end as state) d`
    }
  })
}

/** Gives each run of the third round its driver. */
async function driversOf(server: BenchServer, company: string, operationId: string): Promise<Night['trucks']> {
  const runs = await server.inCompany(
    company,
    (tx) => tx.sql<{ id: string; lat: number; lng: number }>`
      select r.id, s.lat, s.lng
      from runs r
      join run_sites s on s.company_id = r.company_id and s.run_id = r.id and s.sort_order = 0
      where r.company_id = ${company} and r.operation_id = ${operationId} and r.finished_at is null
      order by r.route_name`,
  )
  const trucks: Night['trucks'] = []
  for (const { id, lat, lng } of runs) {
    const { accountId, token } = await insertPerson(server, company, 'employee')
    await server.inCompany(
      company,
      (tx) => tx.sql`
        with driver as (
          insert into run_operators (company_id, run_id, account_id, name, phone, started_at, last_moved_at, last_acted_at)
          values (${company}, ${id}, ${accountId}, 'Marc Roy', '4185550199', now() - interval '3 hours', now(), now())
          returning id),
        begun as (
          insert into run_actions (company_id, run_id, operator_id, type, at)
          select ${company}, ${id}, id, 'start', now() - interval '3 hours' from driver)
        insert into run_tracks (company_id, run_id, operator_id, source, lat, lng, last_at)
        select ${company}, ${id}, id, 'phone', ${lat}, ${lng}, now() from driver`,
    )
    trucks.push({ runId: id, headers: { authorization: `Bearer ${token}` } })
  }
  return trucks
}
