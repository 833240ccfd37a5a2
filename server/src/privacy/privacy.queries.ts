// What is held about a client. Each list is filtered by the folders they see: their own, in all their companies.
import { type Erasure, erasure } from '@bordee/core/privacy/erasure.ts'
import { type PersonalData, personalData, type ReceivedErasure, receivedErasure } from '@bordee/core/privacy/privacy.ts'
import { notFound } from '@bordee/core/problem.ts'
import { receivedAlerts } from '../alerts/history.ts'
import { wholeInvoices } from '../client-invoices/client-invoices.queries.ts'
import { visibleContracts, wholeContracts } from '../contracts/contracts.queries.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { visibleClients } from '../folders/visible-folders.ts'
import { ownQuotes } from '../quotes/quotes.queries.ts'
import { addressJson, addressText } from '../sites/site-address.ts'

/** A company that serves the client, and its folders about them. */
export interface Serving {
  id: string
  name: string
  folders: string[]
}

export const servingCompanies = (ctx: Ctx): Promise<Serving[]> =>
  ctx.tx.sql<Serving>`
    select m.id, m.name,
           coalesce((
             select array_agg(c.name order by c.name)
             from clients c
             where c.company_id = m.id and ${visibleClients(ctx, 'c')}), '{}') as folders
    from companies m
    where m.id = any(${ctx.actor.companies}::uuid[])
    order by m.name, m.id`

interface Asked {
  companyId: string
  name: string
  createdAt: Date
}

/** Their requests of the last day, oldest first. */
export const recentRequests = ({ tx, actor, now }: Ctx): Promise<Asked[]> =>
  tx.sql<Asked>`
    select r.company_id as "companyId", m.name, r.created_at as "createdAt"
    from erasure_requests r
    join companies m on m.id = r.company_id
    where r.company_id = any(${actor.companies}::uuid[]) and (r.account_id = ${actor.accountId} or r.email = ${actor.email})
      and r.created_at > ${now}::timestamptz - interval '1 day'
    order by r.created_at, m.name`

export async function readPersonalData(ctx: Ctx): Promise<PersonalData> {
  const listed = async <T>(query: Sql<{ json: T }>) => (await ctx.tx.rows(query)).map(({ json }) => json)
  const [account] = await listed(accountOf(ctx))
  if (!account) throw new Error('no account')
  return {
    account,
    folders: await listed(foldersOf(ctx)),
    sites: await listed(sitesOf(ctx)),
    occupants: await listed(occupantsOf(ctx)),
    contracts: (await listed(wholeContracts(visibleContracts(ctx, 'k')))).map(({ companyLogo: _, ...contract }) => contract),
    signatures: await listed(signaturesOf(ctx)),
    invoices: await listed(wholeInvoices(ctx)),
    alerts: await listed(receivedAlerts(ctx)),
    replies: await listed(repliesOf(ctx)),
    photos: await listed(photosOf(ctx)),
    quoteRequests: await listed(quotesOf(ctx)),
    erasureRequests: await listed(requestsOf(ctx)),
  }
}

const { account, folders, sites, occupants, signatures, replies, photos, quoteRequests, erasureRequests } = personalData.shape
type Listed<K extends keyof PersonalData> = { json: PersonalData[K] extends (infer Row)[] ? Row : PersonalData[K] }

const accountOf = ({ actor }: Ctx) => sql<Listed<'account'>>`
  select ${jsonOf(account.shape, 'a')} as json from accounts a where a.id = ${actor.accountId}`

const foldersOf = (ctx: Ctx) => sql<Listed<'folders'>>`
  select ${jsonOf(folders.element.shape, 'c', {
    companyName: sql`m.name`,
    transferCode: sql`(select o.code from client_codes o where o.company_id = c.company_id and o.client_id = c.id)`,
  })} as json
  from clients c
  join companies m on m.id = c.company_id
  where ${visibleClients(ctx, 'c')}
  order by m.name, c.name, c.id`

const sitesOf = (ctx: Ctx) => sql<Listed<'sites'>>`
  select ${jsonOf(sites.element.shape, 's', {
    companyName: sql`m.name`,
    customerName: sql`c.name`,
    address: addressJson('s'),
  })} as json
  from sites s
  join clients c on c.company_id = s.company_id and c.id = s.client_id
  join companies m on m.id = s.company_id
  where ${visibleClients(ctx, 'c')}
  order by m.name, s.name, s.id`

const occupantsOf = (ctx: Ctx) => sql<Listed<'occupants'>>`
  select ${jsonOf(occupants.element.shape, 'o', {
    companyName: sql`m.name`,
    siteName: sql`s.name`,
    unsubscribed: sql`u.phone is not null`,
    address: addressText('s'),
  })} as json
  from occupants o
  join sites s on s.company_id = o.company_id and s.id = o.site_id
  join clients c on c.company_id = s.company_id and c.id = s.client_id
  join companies m on m.id = o.company_id
  left join unsubscribed_phones u on u.company_id = o.company_id and u.phone = o.phone
  where ${visibleClients(ctx, 'c')}
  order by m.name, s.name, o.created_at, o.id`

/** Only their own signatures: someone else may have signed for the same folder with another e-mail. */
const signaturesOf = (ctx: Ctx) => sql<Listed<'signatures'>>`
  select ${jsonOf(signatures.element.shape, 'g', { companyName: sql`k.company_name`, contractNumber: sql`k.contract_number` })} as json
  from contract_signatures g
  join contracts k on k.company_id = g.company_id and k.id = g.contract_id
  where ${visibleContracts(ctx, 'k')} and g.email = ${ctx.actor.email}
  order by g.signed_at, g.contract_id`

const repliesOf = (ctx: Ctx) => sql<Listed<'replies'>>`
  select ${jsonOf(replies.element.shape, 'r', {
    companyName: sql`m.name`,
    siteAddress: sql`case when s.id is not null then ${addressText('s')} end`,
  })} as json
  from replies r
  join clients c on c.company_id = r.company_id and c.id = r.client_id
  join companies m on m.id = r.company_id
  left join sites s on s.company_id = r.company_id and s.id = r.site_id
  where ${visibleClients(ctx, 'c')}
  order by r.at desc, r.id desc`

const photosOf = (ctx: Ctx) => sql<Listed<'photos'>>`
  select ${jsonOf(photos.element.shape, 'p', { companyName: sql`m.name`, siteAddress: addressText('s') })} as json
  from photos p
  join sites s on s.company_id = p.company_id and s.id = p.site_id
  join clients c on c.company_id = s.company_id and c.id = s.client_id
  join companies m on m.id = p.company_id
  where ${visibleClients(ctx, 'c')} and p.deleted_at is null
  order by p.taken_at desc, p.id`

const quotesOf = (ctx: Ctx) => sql<Listed<'quoteRequests'>>`
  select ${jsonOf(quoteRequests.element.shape, 'q', {
    companyName: sql`m.name`,
    location: sql`json_build_object('lat', q.lat, 'lng', q.lng)`,
  })} as json
  from quote_requests q
  join companies m on m.id = q.company_id
  where ${ownQuotes(ctx, 'q')}
  order by q.submitted_at, m.name, q.id`

const requestsOf = ({ actor }: Ctx) => sql<Listed<'erasureRequests'>>`
  select ${jsonOf(erasureRequests.element.shape, 'r', { companyName: sql`m.name` })} as json
  from erasure_requests r
  join companies m on m.id = r.company_id
  where r.company_id = any(${actor.companies}::uuid[]) and r.account_id = ${actor.accountId}
  order by r.created_at, m.name`

/** What the company was asked, newest first; only the one with this id, if given. */
export const receivedErasures = (ctx: Ctx, id?: string) => sql<{ json: ReceivedErasure }>`
  select ${jsonOf(receivedErasure.shape, 'r', {
    folders: sql`coalesce((
      select json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name, c.id)
      from clients c
      where c.company_id = r.company_id and c.email = r.email), '[]')`,
  })} as json
  from erasure_requests r
  where r.company_id = ${companyOf(ctx)} and (${id === undefined} or r.id = ${id ?? null})
  order by r.created_at desc, r.id desc`

/** The folders that had the request's e-mail and were deleted since. */
export async function readFormerIds(ctx: Ctx, requestId: string): Promise<string[]> {
  const [request] = await ctx.tx.sql<{ ids: string[] }>`
    select former_client_ids as ids from erasure_requests where company_id = ${companyOf(ctx)} and id = ${requestId}`
  return request?.ids ?? []
}

/** Newest first. */
export async function readErasures(ctx: Ctx, where: Sql<unknown>): Promise<Erasure[]> {
  const rows = await ctx.tx.sql<{ json: Erasure }>`
    select ${jsonOf(erasure.shape, 'e')} as json
    from erasures e
    where e.company_id = ${companyOf(ctx)} and ${where}
    order by e.at desc, e.id desc`
  return rows.map(({ json }) => json)
}

/** Of a folder, which may be gone. */
export const ofFolder = (id: string) => sql`e.folders @> ${JSON.stringify([{ id }])}::jsonb`

export async function answeringCompany(ctx: Ctx): Promise<{ name: string; email: string }> {
  const [company] = await ctx.tx.sql<{ name: string; email: string }>`select name, email from companies where id = ${companyOf(ctx)}`
  if (!company) throw notFound('Compagnie')
  return company
}
