// Déneigement Montcalm waits for platform staff: to be admitted to quote requests, and for the contract module.
import type { Work } from '../engine/ctx.ts'

export const montcalm = '0197a000-0000-7000-8000-000000000003'

const sector = [
  { lat: 46.812, lng: -71.235 },
  { lat: 46.812, lng: -71.205 },
  { lat: 46.795, lng: -71.215 },
  { lat: 46.797, lng: -71.24 },
]

export async function fillWaitingCompany({ tx }: Work) {
  await tx.sql`
    insert into companies (id, name, qen, email, phone, civic_number, street, city, zip, lat, lng, proven_email,
                           quote_is_active, quote_polygon)
    values (${montcalm}, 'Déneigement Montcalm', '1172650418', 'info@montcalm.bordee.demo', '4185550127',
            '975', 'avenue Cartier', 'Québec', 'G1R 2S2', 46.8046, -71.2257, 'info@montcalm.bordee.demo',
            true, ${JSON.stringify(sector)}::jsonb)
    on conflict (id) do nothing`
}

export async function fillModuleRequest({ tx }: Work, askedBy: string) {
  await tx.sql`
    insert into module_requests (company_id, module, asked_by, asked_at)
    values (${montcalm}, 'contracts', ${askedBy}, now() - interval '2 days')
    on conflict do nothing`
}
