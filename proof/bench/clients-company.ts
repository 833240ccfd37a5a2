// A company with as many clients as a bench needs.
import { type BenchCompany, type BenchServer, newBenchCompany } from './bench-server.ts'

/** Each client has one site and two occupants; `secondSites` have an empty second site. */
export async function fillClients(server: BenchServer, clients: number, secondSites = 0): Promise<BenchCompany> {
  const made = await newBenchCompany(server)
  const { company } = made
  await server.inCompany(company, async (tx) => {
    await tx.sql`
      insert into clients (
        company_id, name, number, email, phone,
        billing_civic_number, billing_street, billing_city, billing_state, billing_country, billing_zip)
      select ${company}, 'Client ' || md5(n::text), n::text, 'client' || n || '@exemple.ca', '418' || lpad(n::text, 7, '5'),
             n::text, 'rue Saint-Jean', 'Québec', 'QC', 'CA', 'G1R 1P8'
      from generate_series(1, ${clients}::int) n`
    await tx.sql`
      insert into sites (company_id, client_id, name, type, civic_number, street, city, state, country, zip, lat, lng)
      select company_id, id, 'Entrée', 'residential',
             billing_civic_number, billing_street, billing_city, billing_state, billing_country, billing_zip,
             46.7 + random() / 5, -71.4 + random() / 3
      from clients where company_id = ${company}`
    await tx.sql`
      insert into sites (company_id, client_id, name, type, civic_number, street, city, state, country, zip, lat, lng)
      select company_id, client_id, 'Arrière', type, civic_number, street, city, state, country, zip, lat, lng
      from sites where company_id = ${company} order by id limit ${secondSites}`
    await tx.sql`
      insert into occupants (company_id, site_id, first_name, last_name, phone)
      select company_id, s.id, 'Prénom', 'Nom', '418555' || lpad((row_number() over () % 10000)::text, 4, '0')
      from sites s
      cross join generate_series(1, 2)
      where company_id = ${company} and s.name = 'Entrée'`
  })
  await server.asOwner((tx) => tx.sql`analyze`)
  return made
}
