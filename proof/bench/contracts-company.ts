// A company with as many contracts as a bench needs, on top of its clients.
import type { BenchCompany, BenchServer } from './bench-server.ts'
import { fillClients } from './clients-company.ts'

const clauses = Array.from(
  { length: 6 },
  (_, i) =>
    `<h2>Article ${i + 1}</h2>` +
    `<p>${(
      'Le client s’engage à baliser son terrain avant le premier novembre et à déplacer ses véhicules ' +
        'pendant le passage de la machine. '
    ).repeat(4)}</p>`,
).join('')

/** One complete contract per client, with a payment on every third. */
export async function fillContracts(server: BenchServer, contracts: number): Promise<BenchCompany> {
  const made = await fillClients(server, contracts)
  const { company } = made
  await server.inCompany(company, async (tx) => {
    await tx.sql`
      insert into contracts (
        company_id, client_id, client_type, client_name, client_number, client_email, client_phone,
        client_billing_civic_number, client_billing_street, client_billing_city, client_billing_state,
        client_billing_country, client_billing_zip, company_name, company_address, company_state, company_country,
        company_phone, company_email, site_id, site_name, site_civic_number, site_street, site_city, site_state, site_zip,
        site_country,
        start_at, end_at, payment_methods, taxes, subtotal, total_price, clauses)
      select c.company_id, c.id, c.type, c.name, c.number, c.email, c.phone, c.billing_civic_number, c.billing_street,
             c.billing_city, c.billing_state, c.billing_country, c.billing_zip, 'Banc d’essai', 'rue A, Québec (QC) G1R 1P8', 'QC', 'CA',
             '4185550142', 'a@b.ca', s.id, s.name, s.civic_number, s.street, s.city, s.state, s.zip, s.country,
             current_date + 10, current_date + 160, '["check"]', ${JSON.stringify(taxes)}::jsonb, 42500, 48864, ${clauses}
      from clients c
      join sites s on s.company_id = c.company_id and s.client_id = c.id
      where c.company_id = ${company}`
    await tx.sql`
      insert into contract_services (company_id, contract_id, position, name, description, quantity, price, color)
      select k.company_id, k.id, l.position, l.name, l.description, 1, l.price, 'blue'
      from contracts k
      cross join (
        values (0, 'Déneigement', 'Entrée double, jusqu’à six véhicules', 40000), (1, 'Abrasif', null, 2500)
      ) l (position, name, description, price)
      where k.company_id = ${company}`
    await tx.sql`
      insert into contract_instalments (company_id, contract_id, position, payment_date, percent, amount)
      select k.company_id, k.id, i.position, current_date + i.days, i.percent, i.amount
      from contracts k
      cross join (values (0, 30, 40, 19546), (1, 60, 30, 14659), (2, 90, 30, 14659)) i (position, days, percent, amount)
      where k.company_id = ${company}`
    await tx.sql`
      insert into contract_payments (company_id, contract_id, amount, paid_at, type)
      select k.company_id, k.id, 20000, current_date, 'check'
      from contracts k
      where k.company_id = ${company} and k.client_number::int % 3 = 0`
  })
  await server.asOwner((tx) => tx.sql`analyze`)
  return made
}

const taxes = [
  { tax: 'TPS', code: 'gst', percent: 5, amount: 2125 },
  { tax: 'TVQ', code: 'qst', percent: 9.975, amount: 4239 },
]
