// The calls that the office noted.
import { missingOf, type newPhoneCall, type PhoneCall, phoneCall } from '@bordee/core/callers/phone-call.ts'
import { conflict, invalid, notFound } from '@bordee/core/problem.ts'
import type * as z from 'zod'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { requireClients } from '../folders/visible-folders.ts'
import { currentOperation, lockOperations } from '../operations/belonging.ts'
import { requireModule } from '../operations/operation-changes.ts'
import { insertSiteRequest, writer } from '../operations/site-requests.ts'
import { addressText } from '../sites/site-address.ts'

/** For the call with alias `p`. */
const phoneCallJson = jsonOf(phoneCall.shape, 'p', {
  customerId: sql`p.client_id`,
  customerName: sql`(select c.name from clients c where c.company_id = p.company_id and c.id = p.client_id)`,
  siteAddress: sql`(select ${addressText('s')} from sites s where s.company_id = p.company_id and s.id = p.site_id)`,
  operationId: sql`(select q.operation_id from site_requests q where q.company_id = p.company_id and q.id = p.request_id)`,
})

/** The latest that `where` chooses, as JSON. */
export const latestCalls = (companyId: string, where: Sql<unknown>, most: number) => sql`coalesce((
  select json_agg(${phoneCallJson} order by p.at desc, p.id desc)
  from (select * from phone_calls p where p.company_id = ${companyId} and ${where} order by p.at desc, p.id desc limit ${most}) p), '[]')`

type NewPhoneCall = z.output<z.ZodObject<typeof newPhoneCall>>

export async function notePhoneCall(ctx: Ctx, sent: NewPhoneCall): Promise<PhoneCall> {
  // Of two that are sent at once, the second finds the first.
  if (sent.id) await ctx.tx.sql`select pg_advisory_xact_lock(hashtextextended(${`call:${sent.id}`}, 0))`
  const known = sent.id && (await findCall(ctx, sent.id))
  if (known) return known
  const missing = missingOf(sent)
  if (Object.keys(missing).length > 0) throw invalid({ input: missing })
  const { siteId = null, phone = null, kind, text = null, isUrgent } = sent
  const customerId = siteId ? await clientOf(ctx, siteId) : (sent.customerId ?? null)
  if (customerId) await requireClients(ctx, [customerId])
  const requestId = kind === 'request' && siteId ? await request(ctx, { siteId, note: text, isUrgent }) : null
  const [made] = await ctx.tx.sql<{ id: string }>`
    insert into phone_calls (id, company_id, client_id, site_id, phone, kind, text, is_urgent, request_id, at, account_id, user_name)
    select coalesce(${sent.id ?? null}, uuidv7()), ${companyOf(ctx)}, ${customerId}, ${siteId}, ${phone}, ${kind}, ${text},
           ${isUrgent}, ${requestId}, ${ctx.now}, ${writer(ctx)}
    on conflict (id) do nothing
    returning id`
  const call = made && (await findCall(ctx, made.id))
  if (!call) throw conflict('Cet identifiant a déjà servi à un autre appel.', { code: 'id-used' })
  ctx.publish(companyOf(ctx), { topic: 'callers' })
  return call
}

async function findCall({ tx, ...ctx }: Ctx, id: string): Promise<PhoneCall | undefined> {
  const [row] = await tx.sql<{ json: PhoneCall }>`
    select ${phoneCallJson} as json from phone_calls p where p.company_id = ${ctx.actor.companyId} and p.id = ${id}`
  return row?.json
}

async function clientOf(ctx: Ctx, siteId: string): Promise<string> {
  const [site] = await ctx.tx.sql<{ clientId: string }>`
    select client_id as "clientId" from sites where company_id = ${companyOf(ctx)} and id = ${siteId}`
  if (!site) throw notFound('Point de service')
  return site.clientId
}

/** To the board of the operation that is open; otherwise it waits for the next one. */
async function request(ctx: Ctx, asked: { siteId: string; note: string | null; isUrgent: boolean }): Promise<string> {
  requireModule(ctx)
  await lockOperations(ctx, companyOf(ctx))
  const [open] = await ctx.tx.sql<{ id: string | null }>`select ${currentOperation(companyOf(ctx))} as id`
  return insertSiteRequest(ctx, open?.id ?? null, { ...asked, source: 'call' })
}
