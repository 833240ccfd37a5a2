import { assertRight, type Bench, ms, percentile, timed } from './bench.ts'
import { type BenchServer, openBenchServer } from './bench-server.ts'
import { fillClients } from './clients-company.ts'

const clients = 20_000
const rounds = 15

export const bench: Bench = {
  title: `GET /customers with ${clients.toLocaleString('en')} clients`,
  async run() {
    await using server = await openBenchServer()
    const { company, headers } = await fillClients(server, clients)
    const list = () => server.ask('GET', '/customers', undefined, headers)

    const { status, text } = await list()
    assertRight(status === 200, `the list answered ${status}`)
    const answered = JSON.parse(text) as { id: string; sites: unknown[]; contactsCount: number; status: string }[]
    assertRight(answered.length === clients, `${answered.length} clients answered`)
    assertRight(
      answered.every(({ sites, contactsCount, status: state }) => sites.length === 1 && contactsCount === 2 && state === 'active'),
      'each has one site, two occupants and is active',
    )
    const same = await byPostgres(server, company)
    assertRight(JSON.stringify(JSON.parse(same)) === JSON.stringify(answered), 'PostgreSQL alone produces the same JSON')

    const ours: number[] = []
    const theirs: number[] = []
    for (let i = 0; i < rounds; i++) {
      ours.push(await timed(list))
      theirs.push(await timed(() => byPostgres(server, company)))
    }
    const [mine, bare] = [percentile(ours, 0.5), percentile(theirs, 0.5)]
    const figures = `medians ${ms(mine)} over HTTP against ${ms(bare)} in PostgreSQL; ${(text.length / 1e6).toFixed(1)} MB`
    return [{ what: 'the whole call against PostgreSQL producing the same JSON in one query', ratio: mine / bare, most: 1.3, figures }]
  },
}

/** The same JSON in the most direct way: one hand-written query, with nothing between it and the socket. */
function byPostgres(server: BenchServer, company: string): Promise<string> {
  return server.inCompany(company, async (tx) => {
    const [row] = await tx.sql<{ json: string }>`
      select json_agg(json_build_object(
        'id', c.id, 'type', c.type, 'name', c.name, 'number', c.number, 'email', c.email, 'phone', c.phone, 'post', c.post,
        'firstName', c.first_name, 'lastName', c.last_name,
        'billingCivicNumber', c.billing_civic_number, 'billingStreet', c.billing_street,
        'billingApartment', c.billing_apartment, 'billingCity', c.billing_city, 'billingState', c.billing_state,
        'billingCountry', c.billing_country, 'billingZip', c.billing_zip,
        'billingLatitude', c.billing_latitude, 'billingLongitude', c.billing_longitude, 'notes', c.notes,
        'status', client_status(s.statuses), 'sites', coalesce(s.sites, '[]'), 'sectors', '[]'::json,
        'contactsCount', coalesce(s.contacts, 0))
        order by c.name, c.id)::text as json
      from clients c
      left join (
        select s.client_id, array_agg(t.status) as statuses, sum(coalesce(o.n, 0))::int as contacts,
               json_agg(json_build_object('id', s.id, 'name', s.name, 'address', json_build_object(
                 'civicNumber', s.civic_number, 'apartment', s.apartment, 'street', s.street, 'zip', s.zip, 'city', s.city,
                 'state', s.state, 'country', s.country,
                 'location', case when s.lat is not null then json_build_object('lat', s.lat, 'lng', s.lng) end),
                 'status', t.status) order by s.created_at, s.id) as sites
        from sites s
        join site_states t on t.site_id = s.id
        left join (select site_id, count(*) as n from occupants group by site_id) o on o.site_id = s.id
        where s.company_id = ${company}
        group by s.client_id) s on s.client_id = c.id
      where c.company_id = ${company}`
    return row?.json ?? ''
  })
}
