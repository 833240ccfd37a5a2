import { assertRight, type Bench, ms, percentile, timed } from './bench.ts'
import { type BenchServer, openBenchServer } from './bench-server.ts'
import { fillClients } from './clients-company.ts'

const sites = 20_000
const rows = 10
const sectors = rows * rows
const rounds = 11

export const bench: Bench = {
  title: `GET /sectors with ${sectors} sectors and ${sites.toLocaleString('en')} sites`,
  async run() {
    await using server = await openBenchServer()
    const { company, headers } = await fillClients(server, sites)
    await drawSectors(server, company)
    const list = () => server.ask('GET', '/sectors', undefined, headers)
    const choices = () => server.ask('GET', '/sectors/for-alerts', undefined, headers)

    const { status, text } = await list()
    assertRight(status === 200, `the list answered ${status}`)
    const answered = JSON.parse(text) as { id: string; siteIds: string[]; contactsCount: number }[]
    assertRight(answered.length === sectors, `${answered.length} sectors answered`)
    assertRight(
      answered.every(({ siteIds, contactsCount }) => siteIds.length > 100 && contactsCount === 2 * siteIds.length),
      'each has its sites, with two occupants each',
    )
    assertRight(
      JSON.stringify(JSON.parse(await byPostgres(server, company))) === JSON.stringify(answered),
      'PostgreSQL alone produces the same JSON',
    )
    const members = answered.reduce((total, { siteIds }) => total + siteIds.length, 0)
    assertRight((await allWithAll(server, company)) === members, 'comparing every sector with every site finds the same members')

    const times = { ours: [] as number[], chosen: [] as number[], bare: [] as number[], compared: [] as number[] }
    for (let i = 0; i < rounds; i++) {
      times.ours.push(await timed(list))
      times.bare.push(await timed(() => byPostgres(server, company)))
      times.chosen.push(await timed(choices))
      times.compared.push(await timed(() => allWithAll(server, company)))
    }
    const ours = percentile(times.ours, 0.5)
    const bare = percentile(times.bare, 0.5)
    const chosen = percentile(times.chosen, 0.5)
    const compared = percentile(times.compared, 0.5)
    return [
      {
        what: 'the whole call against PostgreSQL producing the same JSON in one query',
        ratio: ours / bare,
        most: 1.5,
        figures: `medians ${ms(ours)} over HTTP against ${ms(bare)} in PostgreSQL; ${(text.length / 1e6).toFixed(1)} MB`,
      },
      {
        what: 'the whole call against comparing every sector with every site',
        ratio: ours / compared,
        most: 0.5,
        figures: `medians ${ms(ours)} over HTTP against ${ms(compared)} in PostgreSQL`,
      },
      {
        // It finds the same members and counts the same people, and only writes less: slightly faster at best.
        what: 'GET /sectors/for-alerts against the whole list',
        ratio: chosen / ours,
        most: 1.25,
        figures: `medians ${ms(chosen)} against ${ms(ours)}`,
      },
    ]
  },
}

/** A town in squares, each with a 24-corner sector around it that overlaps its neighbours a little. */
async function drawSectors(server: BenchServer, company: string) {
  const drawn = Array.from({ length: sectors }, (_, n) => {
    const lat = 46.7 + (Math.floor(n / rows) + 0.5) * 0.02
    const lng = -71.4 + ((n % rows) + 0.5) / 30
    const polygon = Array.from({ length: 24 }, (_corner, i) => ({
      lat: lat + 0.013 * Math.sin((i * Math.PI) / 12),
      lng: lng + 0.021 * Math.cos((i * Math.PI) / 12),
    }))
    return { name: `Secteur ${n}`, polygon }
  })
  await server.inCompany(company, async (tx) => {
    await tx.sql`
      insert into sectors (company_id, name, polygon)
      select ${company}, name, polygon from jsonb_to_recordset(${JSON.stringify(drawn)}::jsonb) as s (name text, polygon jsonb)`
  })
  await server.asOwner((tx) => tx.sql`analyze`)
}

/** The same JSON in the most direct way: one hand-written query, with nothing between it and the socket. */
function byPostgres(server: BenchServer, company: string): Promise<string> {
  return server.inCompany(company, async (tx) => {
    const [row] = await tx.sql<{ json: string }>`
      select json_agg(json_build_object(
        'id', s.id, 'name', s.name, 'siteIds', coalesce(m.sites, '[]'), 'polygon', s.polygon,
        'alertId', s.group_id, 'groupId', s.group_id, 'groupName', null, 'userIds', '[]'::json,
        'contactsCount', coalesce(m.contacts, 0), 'notifiedAt', null) order by s.name, s.id)::text as json
      from sectors s left join (
        select s.id, json_agg(x.id order by x.id) as sites, sum(coalesce(o.n, 0))::int as contacts
        from sectors s join sites x on x.company_id = s.company_id and x.lat between s.south and s.north and x.lng between s.west and s.east
          and s.shape @> point(x.lng, x.lat)
        left join (select site_id, count(*) as n from occupants group by site_id) o on o.site_id = x.id
        where s.company_id = ${company} group by s.id) m on m.id = s.id
      where s.company_id = ${company}`
    return row?.json ?? ''
  })
}

/** What a naive list would do: compare every sector with every site. */
function allWithAll(server: BenchServer, company: string): Promise<number> {
  return server.inCompany(company, async (tx) => {
    const [row] = await tx.sql<{ n: number }>`
      select count(*)::int as n from sectors s join sites x on x.company_id = s.company_id and s.shape @> point(x.lng, x.lat)
      where s.company_id = ${company}`
    return row?.n ?? 0
  })
}
