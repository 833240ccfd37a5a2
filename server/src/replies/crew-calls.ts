// « Rappel de l'équipe »: asks operators by text whether they come, and calls those who did not answer.
import { conflict, invalid, notFound } from '@bordee/core/problem.ts'
import { type Crew, type CrewCall, crewCall, type newCrewCall, summonsCall, summonsText } from '@bordee/core/replies/crew-call.ts'
import type { HourMinute } from '@bordee/core/time.ts'
import type * as z from 'zod'
import { isKnownHere } from '../accounts/accounts.queries.ts'
import { type DirectText, sendDirectly } from '../alerts/direct-texts.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { isAccessEffective } from '../identity/identity.queries.ts'
import { requireOperation } from '../operations/operations.queries.ts'
import { writer } from '../operations/site-requests.ts'

/** For the access `x` of the account `a`: as the company calls them. */
const nameHere = sql<string>`coalesce(
  nullif(trim(concat_ws(' ', x.first_name, x.last_name)), ''),
  case when ${isKnownHere('x')} then coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email) else x.given_to end)`

const people = crewCall.shape.people.element.shape

const callJson = jsonOf(crewCall.shape, 'c', {
  people: sql`coalesce((
    select json_agg(${jsonOf(people, 'p', {
      routeName: sql`r.name`,
      status: sql`(
        select case when d.status = 'sending' then 'queued' else d.status end
        from alert_deliveries d
        where d.company_id = p.company_id and d.send_id = c.send_id and d.phone = p.phone
        limit 1)`,
    })} order by r.name, p.id)
    from crew_call_people p
    join routes r on r.company_id = p.company_id and r.id = p.route_id
    where p.company_id = c.company_id and p.crew_call_id = c.id), '[]')`,
})

async function findCrewCall(ctx: Ctx, where: Sql<unknown>): Promise<CrewCall | undefined> {
  const [row] = await ctx.tx.sql<{ json: CrewCall }>`
    select ${callJson} as json
    from crew_calls c
    where c.company_id = ${companyOf(ctx)} and ${where}
    order by c.at desc, c.id desc
    limit 1`
  return row?.json
}

export async function readCrewCall(ctx: Ctx, id: string): Promise<CrewCall> {
  const found = await findCrewCall(ctx, sql`c.id = ${id}`)
  if (!found) throw notFound('Rappel')
  return found
}

export async function readCrew(ctx: Ctx, operationId: string): Promise<Crew> {
  await requireOperation(ctx, operationId)
  const companyId = companyOf(ctx)
  const members = await ctx.tx.sql<Crew['members'][number]>`
    select x.id as "accessId", ${nameHere} as name, x.phone
    from accesses x
    join accounts a on a.id = x.account_id
    where x.company_id = ${companyId} and x.role <> 'client' and ${isAccessEffective('x')}
    order by 2, x.id`
  const routes = await ctx.tx.sql<Crew['routes'][number]>`
    select r.id as "routeId",
           r.name as "routeName",
           n.unit,
           coalesce((
             select json_agg(distinct x.id)
             from run_operators o
             join accesses x on x.company_id = o.company_id and x.account_id = o.account_id and x.role <> 'client'
             where o.company_id = n.company_id and o.run_id = n.id and ${isAccessEffective('x')}), '[]') as "accessIds"
    from operation_routes p
    join routes r on r.company_id = p.company_id and r.id = p.route_id
    left join lateral (
      select n.company_id, n.id, n.unit
      from runs n
      where n.company_id = r.company_id and n.route_id = r.id and not n.is_redo and n.started_at > now() - interval '1 year'
      order by n.started_at desc, n.id desc
      limit 1) n on true
    where p.company_id = ${companyId} and p.operation_id = ${operationId}
    order by r.name, r.id`
  return { members, routes, lastCall: (await findCrewCall(ctx, sql`c.operation_id = ${operationId}`)) ?? null }
}

type NewCrewCall = z.output<z.ZodObject<typeof newCrewCall>>

interface Summoned {
  routeId: string
  routeName: string
  accessId: string
  name: string
  phone: string | null
  unit: string | null
}

export async function callCrew(ctx: Ctx, { operationId, leavesAt, crew, requestKey }: NewCrewCall): Promise<CrewCall> {
  const companyId = companyOf(ctx)
  await ctx.tx.sql`select pg_advisory_xact_lock(hashtextextended(${`crew:${companyId}:${requestKey}`}, 0))`
  const known = await findCrewCall(ctx, sql`c.request_key = ${requestKey}`)
  if (known && (known.operationId !== operationId || known.leavesAt !== leavesAt))
    throw conflict('Cette clé a déjà servi à un autre rappel.', { code: 'request-key-used' })
  if (known) return known
  await requireOperation(ctx, operationId, { evenClosed: false })
  const summoned = await readSummoned(ctx, crew)
  const { companyName, operationName } = await readNames(ctx, operationId)
  const sendId = await sendDirectly(ctx, {
    purpose: 'crew',
    target: `crew:${operationId}`,
    targetName: `Rappel de l’équipe, ${operationName}`,
    operationId,
    texts: summoned.map((one) => textTo(one, 'sms', summonsText({ ...one, companyName, leavesAt }))),
  })
  const [made] = await ctx.tx.sql<{ id: string }>`
    insert into crew_calls (company_id, operation_id, request_key, leaves_at, send_id, at, account_id, user_name)
    select ${companyId}, ${operationId}, ${requestKey}, ${leavesAt}, ${sendId}, ${ctx.now}, ${writer(ctx)}
    returning id`
  const { id } = made as { id: string }
  await ctx.tx.sql`
    insert into crew_call_people (company_id, crew_call_id, route_id, access_id, name, phone, unit)
    select ${companyId}, ${id}, p."routeId", p."accessId", p.name, p.phone, p.unit
    from jsonb_to_recordset(${JSON.stringify(summoned)}::jsonb) p ("routeId" uuid, "accessId" uuid, name text, phone text, unit text)`
  ctx.publish(companyId, { topic: 'operations', operationId })
  return readCrewCall(ctx, id)
}

const textTo = ({ phone, name, routeName }: Summoned, method: 'sms' | 'call', text: string): DirectText => ({
  method,
  phone: phone ?? '',
  text,
  lastName: name,
  siteName: routeName,
})

/** Each once, with a phone of their own. */
async function readSummoned(ctx: Ctx, crew: NewCrewCall['crew']): Promise<(Summoned & { phone: string })[]> {
  const found = await ctx.tx.sql<Summoned>`
    select r.id as "routeId", r.name as "routeName", x.id as "accessId", ${nameHere} as name, x.phone, w.unit
    from jsonb_to_recordset(${JSON.stringify(crew)}::jsonb) w ("routeId" uuid, "accessId" uuid, unit text)
    join routes r on r.company_id = ${companyOf(ctx)} and r.id = w."routeId"
    join accesses x on x.company_id = r.company_id and x.id = w."accessId" and x.role <> 'client' and ${isAccessEffective('x')}
    join accounts a on a.id = x.account_id
    order by r.name, x.id`
  if (found.length !== crew.length) throw notFound('Opérateur ou trajet')
  if (new Set(found.map(({ accessId }) => accessId)).size < found.length)
    throw invalid({ input: { crew: 'Chaque personne ne peut être rappelée que pour un trajet.' } })
  return found.map(({ phone, ...one }) => {
    if (!phone) throw invalid({ input: { crew: `${one.name} n’a pas de téléphone dans son accès.` } })
    return { ...one, phone }
  })
}

async function readNames(ctx: Ctx, operationId: string) {
  const [names] = await ctx.tx.sql<{ companyName: string; operationName: string }>`
    select c.name as "companyName", o.name as "operationName"
    from operations o
    join companies c on c.id = o.company_id
    where o.company_id = ${companyOf(ctx)} and o.id = ${operationId}`
  if (!names) throw notFound('Opération')
  return names
}

/** Those who answered meanwhile, or were called already, are left alone. */
export async function phoneCrew(ctx: Ctx, { id, personIds }: { id: string; personIds: readonly string[] }): Promise<CrewCall> {
  const companyId = companyOf(ctx)
  await ctx.tx.sql`select from crew_calls where company_id = ${companyId} and id = ${id} for update`
  const { people: called, operationId, leavesAt } = await readCrewCall(ctx, id)
  if (!personIds.every((one) => called.some((person) => person.id === one))) throw notFound('Opérateur')
  const silent = called.filter((person) => personIds.includes(person.id) && !person.answer && !person.calledAt)
  if (silent.length === 0) return readCrewCall(ctx, id)
  const { companyName, operationName } = await readNames(ctx, operationId)
  await sendDirectly(ctx, {
    purpose: 'crew',
    target: `crew:${operationId}`,
    targetName: `Rappel de l’équipe, ${operationName}`,
    operationId,
    texts: silent.map((one) =>
      textTo({ ...one, accessId: '' }, 'call', summonsCall({ ...one, companyName, leavesAt: leavesAt as HourMinute })),
    ),
  })
  await ctx.tx.sql`
    update crew_call_people
    set called_at = ${ctx.now}
    where company_id = ${companyId} and id = any(${silent.map((one) => one.id)}::uuid[])`
  ctx.publish(companyId, { topic: 'operations', operationId })
  return readCrewCall(ctx, id)
}
