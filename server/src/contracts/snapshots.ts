// A contract's copy of its client, site and company: as they were when it was written or last synced.
import { createHash } from 'node:crypto'
import type { Client } from '@bordee/core/clients/client.ts'
import type { Company } from '@bordee/core/companies/company.ts'
import { invalid, notFound } from '@bordee/core/problem.ts'
import type { Work } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { sql } from '../engine/db/sql.ts'
import { prefixed } from '../engine/db/writing.ts'

const billing = [
  'billingCivicNumber',
  'billingStreet',
  'billingApartment',
  'billingCity',
  'billingState',
  'billingCountry',
  'billingZip',
] as const satisfies (keyof Client)[]
const clientKeys = ['type', 'name', 'number', 'email', 'phone', ...billing] as const satisfies (keyof Client)[]
type ClientSnapshot = Pick<Client, (typeof clientKeys)[number]>

/** In the form `jsonOf` takes. */
const keyed = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, true]))

/** Locks the client against deletion until the request ends. */
export async function clientSnapshot({ tx }: Work, companyId: string, clientId: string) {
  const found = await tx.row(sql<{ json: ClientSnapshot }>`
    select ${jsonOf(keyed(clientKeys), 'c')} as json from clients c where c.company_id = ${companyId} and c.id = ${clientId} for key share`)
  if (!found) throw notFound('Client')
  return { clientId, clientType: found.json.type, clientName: found.json.name, ...prefixed('client', found.json) }
}

const siteKeys = ['name', 'civicNumber', 'street', 'apartment', 'city', 'state', 'zip', 'country'] as const
type SiteSnapshot = Record<(typeof siteKeys)[number], string | null>

type DrawnArea = { name: string; polygon: { lat: number; lng: number }[] }
type KeptSite = { siteId: string | null; siteAreas: DrawnArea[] } & { [K in keyof SiteSnapshot as `site${Capitalize<K>}`]?: string | null }

/** A site's areas, as printed. */
export const drawnAreas = (s: string) => sql`(
  select coalesce(json_agg(json_build_object('name', a.name, 'polygon', a.polygon) order by a.position, a.id), '[]')
  from areas a
  where a.company_id = ${sql.ref(`${s}.company_id`)} and a.site_id = ${sql.ref(`${s}.id`)})`

/** The site must belong to the client, unless `clientId` is undefined. Empty without a site. */
export async function siteSnapshot(
  { tx }: Work,
  companyId: string,
  clientId: string | null | undefined,
  siteId: string | null,
): Promise<KeptSite> {
  if (!siteId) return { siteId: null, siteAreas: [], ...prefixed('site', noSite) }
  const found = await tx.row(sql<{ json: SiteSnapshot; clientId: string; areas: DrawnArea[] }>`
    select ${jsonOf(keyed(siteKeys), 's')} as json,
           s.client_id as "clientId",
           ${drawnAreas('s')} as areas
    from sites s
    where s.company_id = ${companyId} and s.id = ${siteId}
    for key share`)
  if (!found) throw notFound('Point de service')
  if (clientId !== undefined && found.clientId !== clientId)
    throw invalid({ contract: { siteId: 'Ce point de service n’est pas celui du client.' } })
  return { siteId, siteAreas: found.areas, ...prefixed('site', found.json) }
}
const noSite = Object.fromEntries(siteKeys.map((key) => [key, null])) as SiteSnapshot

interface Brand {
  companyLogo: string | null
  companyName: string | null
  companyEmail: string | null
}
const companyKeys = ['name', 'state', 'country', 'phone', 'email', 'tps', 'tvq', 'hst', 'QEN'] as const satisfies (keyof Company)[]
type CompanySnapshot = Pick<Company, (typeof companyKeys)[number]> & { address: string }

/** « 1120, boulevard Charest Ouest, Québec (QC) G1N 2E5 ». */
export const companyAddress = (c: string) => {
  const [civic, street, apartment, city, state, zip] = ['civic_number', 'street', 'apartment', 'city', 'state', 'zip'].map((name) =>
    sql.ref(`${c}.${name}`),
  )
  return sql`concat_ws(', ', ${civic}, ${street}, 'app. ' || ${apartment}, ${city} || ' (' || ${state} || ') ' || ${zip})`
}

/** With its template's brand instead of the company's own, where platform staff set one. */
export async function companySnapshot(work: Work, companyId: string, brand: Brand | null) {
  const found = await work.tx.row(sql<{ json: CompanySnapshot; logo: string | null }>`
    select ${jsonOf(keyed([...companyKeys, 'address']), 'c', {
      address: companyAddress('c'),
    })} as json,
    c.logo
    from companies c
    where c.id = ${companyId}`)
  if (!found) throw notFound('Compagnie')
  const { json, logo } = found
  const own = { ...json, name: brand?.companyName ?? json.name, email: brand?.companyEmail ?? json.email }
  return { ...prefixed('company', own), companyName: own.name, companyLogoId: await keepLogo(work, companyId, brand?.companyLogo ?? logo) }
}

/** Each logo is stored once, however many contracts share it. */
async function keepLogo({ tx }: Work, companyId: string, logo: string | null): Promise<string | null> {
  if (!logo) return null
  const digest = createHash('sha256').update(logo).digest('hex')
  await tx.sql`
    insert into contract_logos (company_id, digest, logo) values (${companyId}, ${digest}, ${logo})
    on conflict (company_id, digest) do nothing`
  const [kept] = await tx.sql<{ id: string }>`select id from contract_logos where company_id = ${companyId} and digest = ${digest}`
  return kept?.id ?? null
}
