// Nine kinds of results, each found by its words; clients and occupants also by phone.
import { claimKindNames } from '@bordee/core/claims/claim.ts'
import { formatPhone } from '@bordee/core/phone.ts'
import { runsCompany } from '@bordee/core/roles.ts'
import { type Hit, mostHits } from '@bordee/core/search/search.calls.ts'
import { type SearchWord, searchedDigits, searchWords } from '@bordee/core/search/search-words.ts'
import { wordFor } from '../board/journal.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { visibleClients } from '../folders/visible-folders.ts'
import { visibleRoutes } from '../routes/routes.queries.ts'
import { visibleRuns } from '../runs/runs.queries.ts'
import { visibleSectors } from '../sectors/sectors.queries.ts'
import { addressText } from '../sites/site-address.ts'

export async function findHits(ctx: Ctx, text: string): Promise<Hit[]> {
  const words = searchWords(text)
  const digits = searchedDigits(text)
  if (!words.length) return []
  const ofTheNight = [operationsFound(ctx, words), runsFound(ctx, words)]
  const ofTheOffice = () => [
    clientsFound(ctx, words, digits),
    sitesFound(ctx, words),
    occupantsFound(ctx, words, digits),
    claimsFound(ctx, words),
    invoicesFound(ctx, words),
    routesFound(ctx, words),
    sectorsFound(ctx, words),
  ]
  const kinds = runsCompany(ctx.actor.role) ? [...ofTheOffice(), ...ofTheNight] : ofTheNight
  const rows = await ctx.tx.sql<FoundRow>`${sql.join(
    kinds.map((found) => sql`(${found})`),
    ' union all ',
  )}`
  return rows.map(asHit)
}

interface FoundRow extends Omit<Hit, 'detail'> {
  phone: string | null
  details: (string | null)[]
}

const asHit = ({ title, phone, details, ...hit }: FoundRow): Hit => ({
  ...hit,
  title: title || formatPhone(phone),
  detail: [title && phone && formatPhone(phone), ...details].filter(Boolean).join(' · '),
})

const clientsFound = (ctx: Ctx, words: SearchWord[], digits: string | undefined) => sql`
  select 'client' as kind, c.id, c.name as title, c.phone, array['nº ' || c.number, c.email] as details,
         c.id as "clientId", null::uuid as "siteId"
  from clients c
  where ${visibleClients(ctx, 'c')} and (${hasWords(sql`c.words`, words)} or ${hasDigits('c.phone', digits)})
  order by ${beginsWith(sql`c.words`, words)} desc, c.name, c.id
  limit ${mostHits}`

const sitesFound = (ctx: Ctx, words: SearchWord[]) => sql`
  select 'site', s.id, s.name, null, array[${addressText('s')}, c.name], c.id, s.id
  from sites s
  join clients c on c.company_id = s.company_id and c.id = s.client_id
  where ${visibleClients(ctx, 'c')} and s.company_id = ${companyOf(ctx)} and ${hasWords(sql`s.words`, words)}
  order by ${beginsWith(sql`s.words`, words)} desc, s.street, s.civic_number, s.id
  limit ${mostHits}`

const occupantsFound = (ctx: Ctx, words: SearchWord[], digits: string | undefined) => sql`
  select 'occupant', o.id, concat_ws(' ', o.first_name, o.last_name), o.phone, array[${addressText('s')}, c.name], c.id, s.id
  from (
    select * from occupants o
    where o.company_id = ${companyOf(ctx)} and (${hasWords(sql`o.words`, words)} or ${hasDigits('o.phone', digits)})) o
  join sites s on s.company_id = o.company_id and s.id = o.site_id
  join clients c on c.company_id = s.company_id and c.id = s.client_id
  where ${visibleClients(ctx, 'c')}
  order by ${beginsWith(sql`o.words`, words)} desc, o.last_name, o.first_name, o.id
  limit ${mostHits}`

/** By who claims, whose site it is, its address, or the insurer with its number. */
const claimsFound = (ctx: Ctx, words: SearchWord[]) => sql`
  select 'claim', c.id, c.claimant, null,
         array[${claimKind} || ' du ' || to_char(c.happened_at at time zone m.time_zone, 'DD/MM/YYYY'), c.site_address, c.customer_name],
         c.client_id, c.site_id
  from claims c
  join companies m on m.id = c.company_id
  where c.company_id = ${companyOf(ctx)}
    and ${hasWords(sql`as_words(concat_ws(' ', c.claimant, c.customer_name, c.site_address, c.insurer, c.insurer_number))`, words)}
  order by c.happened_at desc, c.id
  limit ${mostHits}`
const claimKind = wordFor(sql`c.kind`, claimKindNames)

/** By number, client or order number. */
const invoicesFound = (ctx: Ctx, words: SearchWord[]) => sql`
  select 'invoice', i.id, coalesce(i.number, 'Brouillon'), null, array[i.client_name, i.site_address, i.purchase_order],
         i.client_id, i.site_id
  from client_invoices i
  where i.company_id = ${companyOf(ctx)}
    and ${hasWords(sql`i.words`, words)}
  order by i.created_at desc, i.id
  limit ${mostHits}`

// A company has only dozens of claims, routes and sectors: their words aren't stored.
const routesFound = (ctx: Ctx, words: SearchWord[]) => sql`
  select 'route', r.id, r.name, null, array[]::text[], null::uuid, null::uuid
  from routes r
  where ${visibleRoutes(ctx, 'r')} and ${hasWords(sql`as_words(r.name)`, words)}
  order by r.name, r.id
  limit ${mostHits}`

const sectorsFound = (ctx: Ctx, words: SearchWord[]) => sql`
  select 'sector', s.id, s.name, null, array[]::text[], null::uuid, null::uuid
  from sectors s
  where ${visibleSectors(ctx, 's')} and ${hasWords(sql`as_words(s.name)`, words)}
  order by s.name, s.id
  limit ${mostHits}`

/** The latest first: an operation is known by its day. */
const operationsFound = (ctx: Ctx, words: SearchWord[]) => sql`
  select 'operation' as kind, o.id, o.name as title, null as phone, array[extract(year from o.opened_at)::text] as details,
         null::uuid as "clientId", null::uuid as "siteId"
  from operations o
  where o.company_id = ${companyOf(ctx)} and ${hasWords(sql`as_words(o.name)`, words)}
  order by o.opened_at desc, o.id
  limit ${mostHits}`

/** Those under way, by route, unit or driver. */
const runsFound = (ctx: Ctx, words: SearchWord[]) => sql`
  select 'run', r.id, r.route_name, null, array['unité ' || r.unit, d.names], null::uuid, null::uuid
  from runs r
  cross join lateral (
    select string_agg(o.name, ', ' order by o.started_at, o.id) as names
    from run_operators o
    where o.company_id = r.company_id and o.run_id = r.id and o.is_present) d
  where ${visibleRuns(ctx)} and r.finished_at is null and ${hasWords(sql`as_words(concat_ws(' ', r.route_name, r.unit, d.names))`, words)}
  order by r.route_name, r.id
  limit ${mostHits}`

/** All words, in any order. They contain only letters and digits, so `like` has no wildcards to escape. */
export const hasWords = (column: Sql<unknown>, words: SearchWord[]) =>
  sql<boolean>`(${sql.join(
    words.map(({ begins, is }) => sql`${column} like any(${[...begins.map((it) => `% ${it}%`), ...is.map((it) => `% ${it} %`)]}::text[])`),
    ' and ',
  )})`

const hasDigits = (column: string, digits: string | undefined) => (digits ? sql`${sql.ref(column)} like ${`%${digits}%`}` : sql`false`)

/** Rows that begin as typed come first. */
const beginsWith = (column: Sql<unknown>, [first]: SearchWord[]) =>
  sql<boolean>`${column} like any(${(first?.begins ?? []).map((it) => ` ${it}%`)}::text[])`
