// Accesses of accounts to companies. This slice owns `accounts` and `accesses`; identity, passwords, sessions and
// codes.
import { type Account, access, account } from '@bordee/core/accounts/account.ts'
import type { JsonText } from '@bordee/core/call.ts'
import { notFound } from '@bordee/core/problem.ts'
import { isPlatform, roleOf } from '@bordee/core/roles.ts'
import type { Actor, Ctx } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { insertOwnerAccess } from '../identity/access-rows.ts'
import { insertAccount, recordStaffEntry, setCurrentCompany, setSessionCompany } from '../identity/account-rows.ts'
import { holderId, isAccessEffective, isHolderAmong, isTrial, markEntered } from '../identity/identity.queries.ts'
import { sendVerification } from '../identity/proofs.ts'

const idsOf = (table: string, column: string) => sql`coalesce((
  select json_agg(s.${sql.ref(column)} order by s.${sql.ref(column)})
  from ${sql.table(table)} s
  where s.company_id = x.company_id and s.access_id = x.id), '[]')`

/** Access `x` to company `c`. */
const accessJson = (isCurrent: Sql<unknown>) =>
  jsonOf(access.shape, 'x', {
    companyName: sql`c.name`,
    isCurrent,
    customerIds: idsOf('access_customers', 'client_id'),
    sectorIds: idsOf('access_sectors', 'sector_id'),
    routeForAlertIds: idsOf('access_routes', 'route_id'),
  })

/** The caller: every open access, or for platform staff every company entered so far; during a trial night, that one. */
export async function readCurrentAccount({ tx, actor }: Ctx): Promise<JsonText<Account>> {
  const isStaff = isPlatform(actor.role)
  const accesses = isStaff
    ? sql`
        select null::uuid as id, e.company_id, ${actor.role}::text as role, false as can_dispatch, null as phone, e.entered_at as since
        from staff_entries e
        where e.account_id = a.id
        union
        select null, ${actor.companyId}::uuid, ${actor.role}::text, false, null, now()
        where not exists (select from staff_entries e where e.account_id = a.id and e.company_id = ${actor.companyId}::uuid)`
    : sql`
        select w.id, w.company_id, w.role, w.can_dispatch, w.phone, w.created_at as since
        from accesses w
        where w.account_id = a.id and (not ${actor.byLink} or w.role = 'client') and ${isAccessEffective('w')}`
  await tx.scope({ account: actor.accountId, companies: actor.companies, platform: isStaff })
  const found = await tx.jsonOne(sql<{ json: Account }>`
    with own_accesses as (
      select x.company_id,
             x.since,
             ${accessJson(sql`x.company_id = ${actor.companyId}::uuid and x.role = ${roleOf(actor.role)}`)} as json
      from accounts a
      cross join lateral (${accesses}) x
      join companies c on c.id = x.company_id
      where a.id = ${actor.accountId} and c.is_active and c.archived_at is null
        and (c.id = ${actor.companyId} or not (${actor.isTrial} or ${isTrial})))
    select ${jsonOf(account.shape, 'a', {
      role: sql`${roleOf(actor.role)}::text`,
      accesses: sql`coalesce((select json_agg(json order by since, company_id) from own_accesses), '[]')`,
      currentAccess: sql`(select json from own_accesses where (json->>'isCurrent')::boolean limit 1)`,
      emailVerified: sql`a.email_verified_at is not null`,
      letterRefusal: sql`null::text`,
    })} as json
    from accounts a
    where a.id = ${actor.accountId}`)
  if (!found) throw notFound('Compte')
  return found
}

/** A folder gives its client access automatically; the company learns that they have an account once they come. */
export const isListed = (access: string) =>
  sql<boolean>`(not ${sql.ref(`${access}.derived`)} or ${sql.ref(`${access}.entered_at`)} is not null)`

/** Until its holder has entered, an access shows the company only the e-mail it was given to. */
export const isKnownHere = (access: string) => {
  const [givenTo, withAccount, enteredAt] = ['given_to', 'with_account', 'entered_at'].map((column) => sql.ref(`${access}.${column}`))
  return sql<boolean>`(${givenTo} is null or ${withAccount} or ${enteredAt} is not null)`
}

/** Which company someone works in now is their own business: of two accesses here, the one to work counts. */
const firstToWork = sql`not (x.is_client and x.works_here)`

/**
 * The accounts this actor may see, `id` being the account's own: those with access to their company; platform staff also
 * see platform staff.
 */
export function visibleAccounts(actor: Actor) {
  const staffToo = isPlatform(actor.role)
  return sql<{ json: Account }>`
    select ${jsonOf(account.shape, 'h', {
      id: sql`coalesce(x.holder_id, a.id)`,
      role: sql`coalesce(x.role, a.platform_role)`,
      accesses: sql`coalesce(x.accesses, '[]')`,
      currentAccess: sql`x.accesses->0`,
      emailVerified: sql`h.is_known and a.email_verified_at is not null`,
      letterRefusal: sql`x.letter_refusal`,
      createdAt: sql`coalesce(x.created_at, a.created_at)`,
    })} as json,
      a.id, coalesce(x.role, a.platform_role) as role, h.last_name, h.first_name
    from accounts a left join lateral (
      select (array_agg(x.role order by x.is_client))[1] as role, json_agg(${accessJson(firstToWork)} order by x.is_client) as accesses,
             (array_agg(x.first_name order by x.is_client))[1] as first_name, (array_agg(x.last_name order by x.is_client))[1] as last_name,
             min(x.given_to) as given_to, bool_or(${isKnownHere('x')}) as is_known, min(x.created_at) as created_at,
             (array_agg(x.letter_refusal order by x.is_client))[1] as letter_refusal,
             (array_agg(${holderId('x')} order by x.given_to is null or x.entered_at is not null desc, x.is_client))[1] as holder_id
      from (
        select *, bool_or(not is_client) over () as works_here from accesses
        where account_id = a.id and company_id = ${actor.companyId} and ${isListed('accesses')}) x
      join companies c on c.id = x.company_id) x on true
    cross join lateral (
      select coalesce(x.first_name, case when x.is_known is not false then a.first_name else '' end) as first_name,
             coalesce(x.last_name, case when x.is_known is not false then a.last_name else '' end) as last_name,
             coalesce(x.is_known, true) as is_known, case when x.is_known is false then x.given_to else a.email end as email) h
    where x.role is not null ${staffToo ? sql`or a.platform_role is not null` : sql``}`
}

export async function readAccount({ tx, actor }: Ctx, accountId: string): Promise<JsonText<Account>> {
  const found = await tx.jsonOne(sql<{ json: Account }>`select json from (${visibleAccounts(actor)}) a where id = ${accountId}`)
  if (!found) throw notFound('Compte')
  return found
}

/** The accounts that a company names by these ids; one that this actor can't see is a 404 for all. */
export async function findHolders({ tx, actor }: Ctx, ids: readonly string[]): Promise<string[]> {
  const seesStaff = isPlatform(actor.role)
  const wanted = [...new Set(ids)]
  const found = await tx.sql<{ accountId: string; named: string[] }>`
    select x.account_id as "accountId", array[x.id, ${holderId('x')}] as named
    from accesses x
    where x.company_id = ${actor.companyId} and ${isListed('x')} and ${isHolderAmong('x', wanted)}
    union all
    select a.id, array[a.id]
    from accounts a
    where ${seesStaff} and a.platform_role is not null and a.id = any(${wanted}::uuid[])`
  const named = new Set(found.flatMap((one) => one.named))
  if (!wanted.every((id) => named.has(id))) throw notFound('Compte')
  return [...new Set(found.map(({ accountId }) => accountId))]
}

export async function findHolder(ctx: Ctx, id: string): Promise<string> {
  const [accountId = id] = await findHolders(ctx, [id])
  return accountId
}

/** Platform staff may enter any active company, which is audited; everyone else needs an access. */
export async function enterCompany({ tx, actor }: Ctx, companyId: string): Promise<boolean> {
  const isStaff = isPlatform(actor.role)
  await tx.scope({ account: actor.accountId, companies: actor.companies, platform: isStaff })
  const [company] = await tx.sql<{ id: string }>`
    select c.id
    from companies c
    where c.id = ${companyId} and c.is_active and c.archived_at is null and not ${isTrial}
      and (${isStaff} or exists (
        select from accesses x
        where x.company_id = c.id and x.account_id = ${actor.accountId}
          and (not ${actor.byLink} or x.role = 'client')
          and ${isAccessEffective('x')}))`
  if (!company) return false
  if (actor.byLink) await setSessionCompany(tx, actor.sessionId, companyId)
  else await setCurrentCompany(tx, actor.accountId, companyId)
  if (!isStaff) await markEntered({ tx }, actor.accountId, companyId)
  else await recordStaffEntry(tx, actor.accountId, companyId)
  return true
}

/** The first owner of a company that registers. The unique constraint refuses an existing e-mail. */
export async function registerOwner(
  ctx: Ctx,
  { firstName, lastName, email, passwordHash }: { firstName: string; lastName: string; email: string; passwordHash: string },
  companyId: string,
) {
  const accountId = await insertAccount(ctx.tx, { email, firstName, lastName, passwordHash, currentCompanyId: companyId })
  await insertOwnerAccess(ctx.tx, companyId, accountId)
  await sendVerification(ctx, { accountId }, email)
}
