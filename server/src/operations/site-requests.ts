// Someone asked for a site: it is to redo until it is done after that.
import { notFound } from '@bordee/core/problem.ts'
import { type Ctx, companyOf, type Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'

/** The caller as `account_id, user_name`. */
export const writer = ({ actor }: Ctx) => sql`
  a.id, coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email)
  from accounts a
  where a.id = ${actor.accountId}`

export async function requireSite(ctx: Ctx, siteId: string) {
  const [site] = await ctx.tx.sql`select from sites where company_id = ${companyOf(ctx)} and id = ${siteId}`
  if (!site) throw notFound('Point de service')
}

interface SiteRequest {
  siteId: string
  source: 'call' | 'resident'
  note?: string | null | undefined
  isUrgent: boolean
}

/** Returns its id. Without an operation it waits for the next one. The caller holds the lock of the operations. */
export async function insertSiteRequest(ctx: Ctx, operationId: string | null, request: SiteRequest) {
  await requireSite(ctx, request.siteId)
  return insertRequest(ctx, companyOf(ctx), operationId, request, writer(ctx))
}

/** The same, by someone without an account, at a site that exists. */
export const insertResidentRequest = (work: Work, companyId: string, operationId: string | null, request: Omit<SiteRequest, 'source'>) =>
  insertRequest(work, companyId, operationId, { ...request, source: 'resident' }, sql`null::uuid, 'Résident'`)

async function insertRequest(
  work: Work,
  companyId: string,
  operationId: string | null,
  { siteId, source, note = null, isUrgent }: SiteRequest,
  by: Sql<unknown>,
) {
  const [made] = await work.tx.sql<{ id: string }>`
    insert into site_requests (company_id, operation_id, site_id, source, note, is_urgent, at, account_id, user_name)
    select ${companyId}, ${operationId}, ${siteId}, ${source}, ${note}, ${isUrgent}, ${work.now}, ${by}
    returning id`
  if (operationId) work.publish(companyId, { topic: 'operations', operationId })
  return (made as { id: string }).id
}

/** For how many days a request waits: the next storm may be weeks away. */
const waitingDays = 7

/** The requests that wait become those of an operation that opens. */
export const takeWaitingRequests = ({ tx, now }: Work, companyId: string, operationId: string) => tx.sql`
  update site_requests
  set operation_id = ${operationId}
  where company_id = ${companyId} and operation_id is null and settled_at is null
    and at > ${now}::timestamptz - make_interval(days => ${waitingDays})`
