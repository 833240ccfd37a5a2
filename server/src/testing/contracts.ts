// Contracts for the tests, with a season's terms by default.
import { api } from '@bordee/core/api.ts'
import type { Input } from '@bordee/core/call.ts'
import { addDays, todayIn } from '@bordee/core/time.ts'
import type { Tx } from '../engine/db/db.ts'
import { sql } from '../engine/db/sql.ts'
import { newClient, newSite } from './folders.ts'
import { type Caller, inCompany, type TestServer } from './server.ts'

type NewTemplate = Input<typeof api.createTemplate>['contractTemplate']

let count = 0
/** Today, where the test companies are. */
export const today = () => todayIn('America/Toronto', new Date())
export const inDays = (days: number) => addDays(today(), days)

/** 425 $ in two halves, due in one and two months, for a season that begins in ten days. */
export const terms = () => ({
  startAt: inDays(10),
  endAt: inDays(160),
  services: [{ name: 'Déneigement', price: 425, quantity: 1 }],
  clauses: '<p>Le client s’engage.</p>',
  isTaxesCharged: true,
})
export const schedule = () => [
  { paymentDate: inDays(30), percent: 50 },
  { paymentDate: inDays(60), percent: 50 },
]

export const newTemplate = (owner: Caller, template: object = {}) =>
  owner(api.createTemplate, {
    contractTemplate: {
      name: `Modèle ${++count}`,
      ...terms(),
      paymentSchedules: schedule(),
      contractTemplatePaymentMethod: ['credit_card', 'check'],
      ...template,
    } as NewTemplate,
  })

interface Wanted {
  /** A new client by default. */
  clientId?: string
  email?: string | null
  [field: string]: unknown
}

/** A complete contract, ready to be sent. */
export async function newContract(owner: Caller, { clientId, email = `client${++count}@exemple.ca`, ...contract }: Wanted = {}) {
  const client = clientId ?? (await newClient(owner, { email, billingState: 'QC' })).id
  const site = contract.siteId === undefined ? (await newSite(owner, client)).id : contract.siteId
  return owner(api.createContract, {
    contract: { clientId: client, siteId: site as string, paymentMethods: ['check'], ...terms(), paymentShedules: schedule(), ...contract },
  })
}

/** As if it had been signed that many days ago. */
export const signedDaysAgo = (server: TestServer, { companyId, id }: { companyId: string; id: string }, days: number) =>
  inCompany(server, companyId, (tx) => tx.sql`update contracts set signed_at = signed_at - make_interval(days => ${days}) where id = ${id}`)

/**
 * Copies the contract, each with a new client (`client1@copie.exemple.ca` …) and site. Returns the ids in that order.
 */
export async function copyContract(tx: Tx, { companyId, id }: { companyId: string; id: string }, count: number): Promise<string[]> {
  await tx.scope({ companies: [companyId] })
  const copies = await tx.sql<{ id: string }>`
    with copied_clients as (
      insert into clients (company_id, name, email, billing_state, number)
      select ${companyId}, 'Copie ' || lpad(n::text, 5, '0'), 'client' || n || '@copie.exemple.ca', 'QC', 'c' || n
      from generate_series(1, ${count}::int) n
      returning id, name, email, number),
    copied_sites as (
      insert into sites (company_id, client_id, name, type, civic_number, street, city, state, country)
      select ${companyId}, c.id, 'Entrée', 'residential', '500', 'rue Saint-Jean', 'Québec', 'QC', 'CA' from copied_clients c
      returning id, client_id)
    insert into contracts
    select (jsonb_populate_record(k, jsonb_build_object(
      'id', uuidv7(), 'contract_number', null, 'client_id', c.id, 'client_name', c.name,
      'client_number', c.number, 'client_email', c.email, 'site_id', s.id))).*
    from contracts k
    cross join copied_clients c
    join copied_sites s on s.client_id = c.id
    where k.company_id = ${companyId} and k.id = ${id}
    order by c.name
    returning id`
  const ids = copies.map((copy) => copy.id)
  for (const table of ['contract_services', 'contract_instalments'])
    await tx.sql`
      insert into ${sql.table(table)}
      select (jsonb_populate_record(p, jsonb_build_object('id', uuidv7(), 'contract_id', k.id))).*
      from ${sql.table(table)} p
      cross join contracts k
      where p.company_id = ${companyId} and p.contract_id = ${id} and k.id = any(${ids}::uuid[])`
  return ids
}
