// What residents wrote, and the conversation around it.
import { formatPhone } from '@bordee/core/phone.ts'
import { notFound } from '@bordee/core/problem.ts'
import { type Conversation, type ConversationLine, type Reply, type ReplyFilter, reply } from '@bordee/core/replies/reply.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import type { PiecedList } from '../engine/db/pieces.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { addressText } from '../sites/site-address.ts'
import { occupantsWith } from './phone-owners.ts'

const isUnread = sql`r.read_at is null`

/** Neither an occupant's nor an operator's. */
const isUnknown = sql`(
  r.site_id is null
  and not exists (select from accesses x where x.company_id = r.company_id and x.phone = r.phone))`

const filters: Record<ReplyFilter, Sql<unknown>> = { unread: isUnread, unknown: isUnknown }
const chosen = (filter: ReplyFilter | undefined) => (filter ? filters[filter] : sql`true`)

export const replyList = (filter: ReplyFilter | undefined): PiecedList<Reply> => ({
  order: { 'r.at': 'timestamptz', 'r.id': 'uuid' },
  descending: true,
  from: (ctx) => sql`replies r where r.company_id = ${companyOf(ctx)} and ${chosen(filter)}`,
  rows: (ctx, ids) => replyRows(ctx, sql`r.id = any(${ids}::uuid[])`),
})

export const wholeList = (ctx: Ctx, filter: ReplyFilter | undefined) => replyRows(ctx, chosen(filter))

const replyRows = (ctx: Ctx, where: Sql<unknown>) => sql<{ json: Reply }>`
  select ${jsonOf(reply.shape, 'r', {
    isRead: sql`r.read_at is not null`,
    occupantName: sql`coalesce(
      nullif(trim(concat_ws(' ', o.first_name, o.last_name)), ''),
      (
        select nullif(trim(concat_ws(' ', x.first_name, x.last_name)), '')
        from accesses x
        where x.company_id = r.company_id and x.phone = r.phone and r.site_id is null
        order by x.id
        limit 1))`,
    siteAddress: sql`case when s.id is not null then ${addressText('s')} end`,
    customerId: sql`r.client_id`,
    customerName: sql`c.name`,
    operationName: sql`n.name`,
    answersCount: sql`(select count(*)::int from reply_answers a where a.company_id = r.company_id and a.reply_id = r.id)`,
  })} as json
  from replies r
  left join occupants o on o.company_id = r.company_id and o.id = r.occupant_id
  left join sites s on s.company_id = r.company_id and s.id = r.site_id
  left join clients c on c.company_id = r.company_id and c.id = r.client_id
  left join operations n on n.company_id = r.company_id and n.id = r.operation_id
  where r.company_id = ${companyOf(ctx)} and ${where}
  order by r.at desc, r.id desc`

async function readReply(ctx: Ctx, id: string): Promise<Reply> {
  const [row] = await ctx.tx.rows(replyRows(ctx, sql`r.id = ${id}`))
  if (!row) throw notFound('Réponse')
  return row.json
}

/** The lines of a conversation that are shown: the last ones. */
const mostLines = 100

export async function readConversation(ctx: Ctx, id: string): Promise<Conversation> {
  const found = await readReply(ctx, id)
  const { phone } = found
  const lines = await ctx.tx.rows(conversationLines(ctx, phone === null ? sql`r.id = ${id}` : sql`r.phone = ${phone}`, phone))
  return {
    reply: found,
    lines: lines.map(({ json }) => json),
    candidates: phone === null ? [] : await occupantsWith(ctx, companyOf(ctx), phone),
    refusal: await answerRefusal(ctx, phone),
  }
}

/** How a text left is in its delivery; what the office answered is kept longer than that. */
function conversationLines(ctx: Ctx, ofReplies: Sql<unknown>, phone: string | null) {
  const companyId = companyOf(ctx)
  const status = sql`case when d.status = 'sending' then 'queued' else d.status end`
  return sql<{ json: ConversationLine }>`
    select json_build_object('id', id, 'at', at, 'from', "from", 'text', text, 'userName', user_name, 'status', status) as json
    from (
      select *
      from (
        select r.id, r.at, 'resident' as "from", r.text, null as user_name, null as status
        from replies r
        where r.company_id = ${companyId} and ${ofReplies}
        union all
        select a.id, a.at, 'office', a.text, a.user_name, (
                 select ${status} from alert_deliveries d where d.company_id = a.company_id and d.send_id = a.send_id limit 1)
        from reply_answers a
        join replies r on r.company_id = a.company_id and r.id = a.reply_id
        where a.company_id = ${companyId} and ${ofReplies}
        union all
        select d.id, d.created_at, 'alert', coalesce(d.message, s.message), s.sent_by_name, ${status}
        from alert_deliveries d
        join alert_sends s on s.company_id = d.company_id and s.id = d.send_id and s.purpose in ('alert', 'crew')
        where d.company_id = ${companyId} and d.phone = ${phone} and d.status <> 'cancelled') l
      order by at desc, id desc
      limit ${mostLines}) l
    order by at, id`
}

export async function answerRefusal(ctx: Ctx, phone: string | null): Promise<string | null> {
  if (phone === null) return 'Ce signalement n’a pas de numéro de téléphone.'
  const [gone] = await ctx.tx.sql`select from unsubscribed_phones where company_id = ${companyOf(ctx)} and phone = ${phone}`
  return gone ? `Le ${formatPhone(phone)} ne veut plus recevoir de textos\u00a0: appelez plutôt.` : null
}

export async function countUnread(ctx: Ctx): Promise<number> {
  const [row] = await ctx.tx.sql<{ count: number }>`
    select count(*)::int as count from replies r where r.company_id = ${companyOf(ctx)} and ${isUnread}`
  return row?.count ?? 0
}
