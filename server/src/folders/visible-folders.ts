// Who sees which folder: a client with their sites and their occupants.
import type { Client } from '@bordee/core/clients/client.ts'
import { notFound } from '@bordee/core/problem.ts'
import { runsCompany } from '@bordee/core/roles.ts'
import type { Actor, Ctx } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'

/** The office sees its company's folders, a manager those of their customers, a client those with their e-mail. */
export function visibleClients({ actor }: Ctx, c: string): Sql<boolean> {
  const companyId = sql.ref(`${c}.company_id`)
  if (actor.role === 'client') {
    const ofHisEmail = sql`${sql.ref(`${c}.email`)} = (
      select email from accounts where id = ${actor.accountId} and email_verified_at is not null)`
    return sql`(${companyId} = any(${actor.companies}::uuid[]) and (${ofHisEmail} or ${grantedClients(actor, c)}))`
  }
  if (actor.role === 'manager') return sql`(${companyId} = ${actor.companyId} and ${grantedClients(actor, c)})`
  return sql`${companyId} = ${actor.companyId}`
}

/** Named in the access of a manager or of a client. */
const grantedClients = ({ accountId, role }: Actor, c: string) => sql`${sql.ref(`${c}.id`)} in (
  select g.client_id from access_customers g join accesses x on x.company_id = g.company_id and x.id = g.access_id
  where x.account_id = ${accountId} and x.role = ${role})`

/** Notes belong to the company: managers and clients never get them. */
export const seesNotes = ({ role }: Actor) => runsCompany(role)
export const notesOf = (actor: Actor, alias: string) => (seesNotes(actor) ? sql.ref(`${alias}.notes`) : sql`null::text`)

/** 404 for all if this actor may not see one of them. */
export async function requireClients(ctx: Ctx, ids: readonly string[]) {
  const wanted = [...new Set(ids)]
  const rows = await ctx.tx.sql`select c.id from clients c where ${visibleClients(ctx, 'c')} and c.id = any(${wanted}::uuid[])`
  if (rows.length !== wanted.length) throw notFound('Client')
}

/** Locked until the request ends. 404 for all if this actor may not see one of them. */
export async function lockClients(ctx: Ctx, ids: readonly string[]) {
  const wanted = [...new Set(ids)]
  const rows = await ctx.tx.sql<{ id: string; type: Client['type'] }>`
    select c.id, c.type from clients c where ${visibleClients(ctx, 'c')} and c.id = any(${wanted}::uuid[]) order by c.id for update`
  if (rows.length !== wanted.length) throw notFound('Client')
  return rows
}
