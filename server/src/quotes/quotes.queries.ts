// Quote requests, and the companies one reaches.
import type { Point } from '@bordee/core/geo.ts'
import { notFound } from '@bordee/core/problem.ts'
import { type QuoteRequest, quoteRequest } from '@bordee/core/quotes/quote-request.ts'
import { type Ctx, companyOf, type Work } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'

const quoteJson = jsonOf(quoteRequest.shape, 'r', { location: sql`json_build_object('lat', r.lat, 'lng', r.lng)` })

/** The company's requests, newest first. */
export const quoteRows = (ctx: Ctx, where: Sql<unknown> = sql`true`) => sql<{ json: QuoteRequest }>`
  select ${quoteJson} as json
  from quote_requests r
  where r.company_id = ${companyOf(ctx)} and ${where}
  order by r.submitted_at desc, r.id desc`

export async function readQuote(ctx: Ctx, id: string) {
  const found = await ctx.tx.jsonOne(quoteRows(ctx, sql`r.id = ${id}`))
  if (!found) throw notFound('Demande')
  return found
}

/** Requests that reached nobody, for platform staff, under their submission's id. */
export const unmatchedRows = sql<{ json: QuoteRequest }>`
  select s.unmatched || jsonb_build_object('id', s.id, 'submittedAt', s.submitted_at, 'withdrawnAt', s.withdrawn_at) as json
  from quote_submissions s
  where s.unmatched is not null
  order by s.submitted_at desc, s.id desc`

/** Requests a client sent from their own proven e-mail, in the companies that serve them. */
export const ownQuotes = ({ actor }: Ctx, q: string): Sql<boolean> => sql`(
  ${sql.ref(`${q}.company_id`)} = any(${actor.companies}::uuid[])
  and ${sql.ref(`${q}.email`)} = (select email from accounts where id = ${actor.accountId} and email_verified_at is not null))`

export interface Recipient {
  id: string
  name: string
}

/** Condition on a company `c`: its form is open, and staff have admitted it. */
export const takesRequests = sql`c.quote_is_active and c.quote_admission = 'admitted' and c.is_active and c.archived_at is null`

/** Companies whose sector contains the point; on a company's own page, only that one. Needs the platform scope. */
export const recipientsOf = ({ tx }: Work, { lat, lng }: Point, companyId: string | null | undefined) => tx.sql<Recipient>`
  select c.id, c.name
  from companies c
  where ${takesRequests}
    and ${companyId ? sql`c.id = ${companyId}` : sql`c.quote_shape @> point(${lng}, ${lat})`}
  order by c.name, c.id`

/** The sites that may show its form in a frame. Needs the platform scope. */
export async function framingSites({ tx }: Pick<Work, 'tx'>, companyId: string): Promise<string[]> {
  const [found] = await tx.sql<{ sites: string[] }>`
    select c.quote_allowed_origins as sites from companies c where c.id = ${companyId} and ${takesRequests}`
  return found?.sites ?? []
}
