// Boréal’s public page: automatic, with the last two storms behind it.
import type { BulletinState } from '@bordee/core/bulletins/bulletin.ts'
import type { Work } from '../engine/ctx.ts'

interface DemoPost {
  hoursAgo: number
  state: BulletinState
  text: string | null
  /** Otherwise it was automatic. */
  isWritten?: true
}

const posts: DemoPost[] = [
  { hoursAgo: 298, state: 'watch', text: 'De 10 à 15\u00a0cm sont attendus. Nos équipes sont prêtes pour cette nuit.', isWritten: true },
  { hoursAgo: 290, state: 'leaving', text: 'Nos équipes partent vers 3\u00a0h.', isWritten: true },
  {
    hoursAgo: 286,
    state: 'first-pass',
    text: 'Passage partiel\u00a0: nous dégageons l’accès et le banc de neige laissé par la Ville. Environ 90\u00a0% des entrées faites.',
  },
  { hoursAgo: 282, state: 'final', text: 'Déplacez votre véhicule dès notre avis. Environ 80\u00a0% des entrées faites.' },
  { hoursAgo: 276, state: 'done', text: 'Un oubli? Signalez-le.' },
  { hoursAgo: 252, state: 'idle', text: null },
  { hoursAgo: 128, state: 'watch', text: 'Une opération est possible cette nuit.', isWritten: true },
  { hoursAgo: 121, state: 'under-way', text: 'Nos équipes sont sur la route. Environ 90\u00a0% des entrées faites.' },
  {
    hoursAgo: 116,
    state: 'windrow',
    text: 'La Ville est repassée dans Limoilou et Maizerets; nous dégageons de nouveau les entrées d’ici 10\u00a0h.',
    isWritten: true,
  },
  { hoursAgo: 112, state: 'done', text: 'Un oubli? Signalez-le.' },
  { hoursAgo: 88, state: 'idle', text: null },
]

/** How many of its sectors it names. */
const named = 4

export async function fillBulletins({ tx, now }: Work, companyId: string) {
  await tx.sql`insert into bulletin_addresses (address, company_id) values ('deneigement-boreal', ${companyId}) on conflict do nothing`
  const links = [{ label: 'Demander une soumission', url: 'https://boreal.bordee.demo/soumission' }]
  await tx.sql`
    insert into bulletin_configs (company_id, is_on, address, color, phone, links)
    values (${companyId}, true, 'deneigement-boreal', 'blue', '4185550142', ${JSON.stringify(links)}::jsonb)
    on conflict do nothing`
  await tx.sql`
    insert into bulletin_areas (company_id, sector_id)
    select company_id, id from sectors where company_id = ${companyId} order by name limit ${named}
    on conflict do nothing`
  for (const { hoursAgo, state, text, isWritten = false } of posts) {
    const at = new Date(now.getTime() - hoursAgo * 3_600_000)
    await tx.sql`
      insert into bulletin_posts (company_id, state, text, is_automatic, created_at, updated_at, account_id, user_name)
      select ${companyId}, ${state}, ${text}, ${!isWritten}, ${at}::timestamptz, ${at}::timestamptz, a.id,
             a.first_name || ' ' || a.last_name
      from (values (1)) one (row)
      left join accounts a on ${isWritten} and a.email = 'repartition@bordee.demo'`
  }
}
