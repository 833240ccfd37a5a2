import { type Message, type MessageFields, message, messageErrors, modelsFor, textsOf } from '@bordee/core/messages/message.ts'
import type { messageCalls } from '@bordee/core/messages/messages.calls.ts'
import { asksReason, reasonVariable } from '@bordee/core/messages/variables.ts'
import { conflict, invalid, notFound } from '@bordee/core/problem.ts'
import { runsCompany } from '@bordee/core/roles.ts'
import { type Ctx, companyOf, type Handlers } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { sql } from '../engine/db/sql.ts'
import { change, insert } from '../engine/db/writing.ts'

export const messageHandlers: Handlers<typeof messageCalls> = {
  listMessages: (ctx, { active }) =>
    ctx.tx.jsonList(sql<{ json: Message }>`
      ${messageRows(ctx)} ${active === undefined ? sql`` : sql`and m.is_active = ${active}`} order by m.short, m.id`),

  listModels: async (ctx) => modelsFor(await companyName(ctx)),

  async createMessage(ctx, { message }) {
    return readMessage(ctx, await insertMessage(ctx, message))
  },

  async updateMessage(ctx, { id, message }) {
    const held = await lockMessage(ctx, id)
    // Clearing the model keeps its texts: they become the message's own.
    const sent = Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined)) as Partial<Message>
    const wanted = { ...held, ...sent }
    const errors = messageErrors(wanted)
    if (Object.keys(errors).length > 0) throw invalid({ message: errors })
    const texts = textsOf(wanted, await companyName(ctx))
    if (asksReason(texts.long)) {
      const route = await routeThatSends(ctx, id)
      if (route) throw invalid({ message: { long: `${notByRoutes} Le trajet «\u00a0${route.name}\u00a0» envoie ce message.` } })
    }
    await change(ctx.tx, 'messages', { id }, { ...wanted, ...texts })
    return readMessage(ctx, id)
  },

  async deleteMessage(ctx, { id }) {
    await lockMessage(ctx, id)
    const route = await routeThatSends(ctx, id)
    if (route) throw conflict(`Ce message est utilisé par le trajet «\u00a0${route.name}\u00a0»\u00a0: il ne peut pas être supprimé.`)
    await ctx.tx.sql`delete from messages where id = ${id}`
    return null
  },
}

/** Returns its id. */
export async function insertMessage(ctx: Ctx, message: MessageFields): Promise<string> {
  const texts = textsOf(message, await companyName(ctx))
  return insert(ctx.tx, 'messages', { ...message, ...texts, companyId: companyOf(ctx) })
}

async function companyName(ctx: Ctx): Promise<string> {
  const [company] = await ctx.tx.sql<{ name: string }>`select name from companies where id = ${companyOf(ctx)}`
  return company?.name ?? ''
}

/** An employee sees only the active messages. */
const messageRows = (ctx: Ctx) => sql<{ json: Message }>`
  select ${jsonOf(message.shape, 'm')} as json from messages m
  where m.company_id = ${companyOf(ctx)} ${runsCompany(ctx.actor.role) ? sql`` : sql`and m.is_active`}`

async function readMessage(ctx: Ctx, id: string) {
  const found = await ctx.tx.jsonOne(sql<{ json: Message }>`${messageRows(ctx)} and m.id = ${id}`)
  if (!found) throw notFound('Message')
  return found
}

/** Locked until the request ends. */
async function lockMessage(ctx: Ctx, id: string): Promise<Message> {
  const found = await ctx.tx.row(sql<{ json: Message }>`${messageRows(ctx)} and m.id = ${id} for update`)
  if (!found) throw notFound('Message')
  return found.json
}

async function routeThatSends(ctx: Ctx, id: string): Promise<{ name: string } | undefined> {
  const [route] = await ctx.tx.sql<{ name: string }>`
    select name from routes where company_id = ${companyOf(ctx)} and ${id} in (message_id, initial_message_id) limit 1`
  return route
}

/** A truck on its way has no reason to give. */
const notByRoutes = `Une alerte automatique ne peut pas contenir ${reasonVariable}.`

/** Why a route can't send this message; undefined if it can. */
export async function routeMessageError(ctx: Ctx, id: string): Promise<string | undefined> {
  const [found] = await ctx.tx.sql<{ long: string }>`
    select long from messages where company_id = ${companyOf(ctx)} and id = ${id} for key share`
  if (!found) return 'Ce message n’existe pas.'
  return asksReason(found.long) ? notByRoutes : undefined
}
