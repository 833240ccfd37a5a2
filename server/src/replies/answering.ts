// The office answers by one text, and says whom a reply is from.
import { conflict, invalid, notFound } from '@bordee/core/problem.ts'
import type { replyChanges } from '@bordee/core/replies/reply.ts'
import type * as z from 'zod'
import { sendDirectly } from '../alerts/direct-texts.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { writer } from '../operations/site-requests.ts'
import { noteMovedCar } from './moved-cars.ts'
import { answerRefusal } from './replies.queries.ts'

interface Answer {
  id: string
  text: string
  requestKey: string
}

/** All in one transaction: what a crash undoes was never sent, and what was sent is in the conversation. */
export async function answerReply(ctx: Ctx, { id, text, requestKey }: Answer) {
  const companyId = companyOf(ctx)
  await ctx.tx.sql`select pg_advisory_xact_lock(hashtextextended(${`answer:${companyId}:${requestKey}`}, 0))`
  const [known] = await ctx.tx.sql<{ replyId: string; text: string }>`
    select reply_id as "replyId", text from reply_answers where company_id = ${companyId} and request_key = ${requestKey}`
  if (known && (known.replyId !== id || known.text !== text))
    throw conflict('Cette clé a déjà servi à une autre réponse.', { code: 'request-key-used' })
  if (known) return
  const to = await lockReply(ctx, id)
  const refusal = await answerRefusal(ctx, to.phone)
  if (refusal || !to.phone) throw conflict(refusal ?? '', { code: 'not-sent' })
  const sendId = await sendDirectly(ctx, {
    purpose: 'answer',
    target: `reply:${to.phone}`,
    targetName: `Réponse à ${to.name ?? 'un numéro inconnu'}`,
    operationId: to.operationId,
    texts: [{ method: 'sms', text, ...to, phone: to.phone }],
  })
  await ctx.tx.sql`
    insert into reply_answers (company_id, reply_id, request_key, text, send_id, at, account_id, user_name)
    select ${companyId}, ${id}, ${requestKey}, ${text}, ${sendId}, ${ctx.now}, ${writer(ctx)}`
  await markRead(ctx, to)
  ctx.publish(companyId, { topic: 'replies' })
}

/** Whoever reads or answers one has its whole conversation before them. */
const markRead = (ctx: Ctx, { id, phone }: { id: string; phone: string | null }) =>
  ctx.tx.sql`
    update replies
    set read_at = ${ctx.now}
    where company_id = ${companyOf(ctx)} and (id = ${id} or phone = ${phone}) and read_at is null`

/** Locked until the request ends. */
async function lockReply(ctx: Ctx, id: string) {
  const [found] = await ctx.tx.sql<{
    id: string
    kind: string
    at: Date
    phone: string | null
    occupantId: string | null
    siteId: string | null
    operationId: string | null
    firstName: string | null
    lastName: string | null
    name: string | null
    siteName: string
    clientName: string
  }>`
    select r.id,
           r.kind,
           r.at,
           r.phone,
           r.occupant_id as "occupantId",
           r.site_id as "siteId",
           r.operation_id as "operationId",
           o.first_name as "firstName",
           o.last_name as "lastName",
           coalesce(nullif(trim(concat_ws(' ', o.first_name, o.last_name)), ''), c.name) as name,
           coalesce(s.name, '') as "siteName",
           coalesce(c.name, '') as "clientName"
    from replies r
    left join occupants o on o.company_id = r.company_id and o.id = r.occupant_id
    left join sites s on s.company_id = r.company_id and s.id = r.site_id
    left join clients c on c.company_id = r.company_id and c.id = r.client_id
    where r.company_id = ${companyOf(ctx)} and r.id = ${id}
    for update of r`
  if (!found) throw notFound('Réponse')
  return found
}

type ReplyChanges = z.output<z.ZodObject<typeof replyChanges>>

/** An occupant brings their site. « Parti », once its site is known, is a car that was moved then. */
export async function changeReply(ctx: Ctx, id: string, { isRead, occupantId, siteId }: ReplyChanges) {
  const companyId = companyOf(ctx)
  const held = await lockReply(ctx, id)
  if (isRead) await markRead(ctx, held)
  if (isRead === false) await ctx.tx.sql`update replies set read_at = null where company_id = ${companyId} and id = ${id}`
  if (occupantId !== undefined || siteId !== undefined) {
    const about = await findSubject(ctx, occupantId ?? null, siteId ?? null)
    await ctx.tx.sql`
      update replies
      set occupant_id = ${about.occupantId},
          site_id = ${about.siteId},
          client_id = ${about.clientId}
      where company_id = ${companyId} and id = ${id}`
    if (held.kind === 'moved' && about.siteId && about.siteId !== held.siteId)
      await noteMovedCar(ctx, { companyId, siteId: about.siteId, occupantId: about.occupantId, source: 'text', at: held.at })
  }
  ctx.publish(companyId, { topic: 'replies' })
}

async function findSubject(ctx: Ctx, occupantId: string | null, siteId: string | null) {
  if (!occupantId && !siteId) return { occupantId: null, siteId: null, clientId: null }
  const [found] = occupantId
    ? await ctx.tx.sql<{ occupantId: string | null; siteId: string; clientId: string }>`
        select o.id as "occupantId", s.id as "siteId", s.client_id as "clientId"
        from occupants o
        join sites s on s.company_id = o.company_id and s.id = o.site_id
        where o.company_id = ${companyOf(ctx)} and o.id = ${occupantId}`
    : await ctx.tx.sql<{ occupantId: string | null; siteId: string; clientId: string }>`
        select null as "occupantId", s.id as "siteId", s.client_id as "clientId"
        from sites s
        where s.company_id = ${companyOf(ctx)} and s.id = ${siteId}`
  if (!found) throw notFound(occupantId ? 'Occupant' : 'Point de service')
  if (occupantId && siteId && found.siteId !== siteId) throw invalid({ input: { siteId: 'Cet occupant est d’un autre point de service.' } })
  return found
}
