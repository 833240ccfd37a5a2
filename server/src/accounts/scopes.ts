// What an access is limited to: the folders of a manager or client, the sectors and alert routes of everyone else. This
// slice owns these relations; sectors and routes write them through these functions.
import type { AccountChanges } from '@bordee/core/accounts/account.ts'
import { customerScoped } from '@bordee/core/accounts/granting.ts'
import { invalid } from '@bordee/core/problem.ts'
import { among, dispatches, type Role } from '@bordee/core/roles.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { isHolderAmong } from '../identity/identity.queries.ts'

/** Lists as sent: undefined leaves one unchanged, null empties it. */
export type Scopes = Partial<Pick<AccountChanges, (typeof scopeKeys)[number]>>
export const scopeKeys = [
  'customerIds',
  'sectorIds',
  'routeForAlertIds',
  'removedCustomerIds',
  'removedSectorIds',
  'removedRouteForAlertIds',
] as const

const relations = {
  customerIds: {
    table: 'access_customers',
    column: 'client_id',
    of: 'clients',
    removed: 'removedCustomerIds',
    unknown: 'Un de ces clients n’existe pas dans votre compagnie.',
  },
  sectorIds: {
    table: 'access_sectors',
    column: 'sector_id',
    of: 'sectors',
    removed: 'removedSectorIds',
    unknown: 'Un de ces secteurs n’existe pas dans votre compagnie.',
  },
  routeForAlertIds: {
    table: 'access_routes',
    column: 'route_id',
    of: 'routes',
    removed: 'removedRouteForAlertIds',
    unknown: 'Un de ces trajets n’existe pas dans votre compagnie.',
  },
} as const
type Relation = (typeof relations)[keyof typeof relations]

/** A role keeps only the lists that apply to it. */
export async function setScopes(ctx: Ctx, accessId: string, role: Role, scopes: Scopes) {
  for (const key of Object.keys(relations) as (keyof typeof relations)[]) {
    const relation = relations[key]
    const given = scopes[key]
    const ids = [...new Set(given)]
    const [found] = await ctx.tx.sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(relation.of)} where company_id = ${companyOf(ctx)} and id = any(${ids}::uuid[])`
    if (found?.n !== ids.length) throw invalid({ account: { [key]: relation.unknown } })
    if ((key === 'customerIds') !== among(customerScoped, role)) await replace(ctx, relation, accessId, [])
    else if (given !== undefined || scopes[relation.removed]) await replace(ctx, relation, accessId, ids, scopes[relation.removed])
  }
}

/** `removed` merges: the others stay. */
async function replace(ctx: Ctx, { table, column }: Relation, accessId: string, ids: readonly string[], removed?: readonly string[]) {
  await ctx.tx.sql`
    delete from ${sql.table(table)}
    where company_id = ${companyOf(ctx)} and access_id = ${accessId}
      and ${removed ? sql`${sql.ref(column)} = any(${removed}::uuid[])` : sql`true`}`
  await ctx.tx.sql`
    insert into ${sql.table(table)} (company_id, access_id, ${sql.ref(column)})
    select ${companyOf(ctx)}, ${accessId}, unnest(${ids}::uuid[])
    on conflict do nothing`
}

/** Where accesses are limited, an employee who doesn't dispatch only sees sectors or routes given to them. `alias` is that table's. */
export function givenTo(ctx: Ctx, key: 'sectorIds' | 'routeForAlertIds', alias: string): Sql<boolean> {
  const { table, column } = relations[key]
  const ofCompany = sql<boolean>`${sql.ref(`${alias}.company_id`)} = ${companyOf(ctx)}`
  if (dispatches(ctx.actor.role)) return ofCompany
  return sql`(${ofCompany} and (
    not ${isLimited(ctx)}
    or ${sql.ref(`${alias}.id`)} in (
      select g.${sql.ref(column)} from ${sql.table(table)} g join accesses x on x.company_id = g.company_id and x.id = g.access_id
      where x.account_id = ${ctx.actor.accountId})))`
}

/** Whether this actor only sees what was given to them. */
export const isLimited = (ctx: Ctx): Sql<boolean> =>
  dispatches(ctx.actor.role) ? sql`false` : sql`(select alert_is_accesses_limited from companies where id = ${companyOf(ctx)})`

/** From the other side: who may send alerts for a route or a sector. */
export const setAccountsOfRoute = (ctx: Ctx, routeId: string, accountIds: readonly string[]) =>
  setAccounts(ctx, relations.routeForAlertIds, routeId, accountIds, ['route', 'accountsForAlertsIds'])

export const setAccountsOfSector = (ctx: Ctx, sectorId: string, accountIds: readonly string[], removed?: readonly string[]) =>
  setAccounts(ctx, relations.sectorIds, sectorId, accountIds, ['siteGroup', 'userIds'], removed)

async function setAccounts(
  ctx: Ctx,
  { table, column }: Relation,
  id: string,
  accountIds: readonly string[],
  [envelope, field]: [string, string],
  removed?: readonly string[],
) {
  const companyId = companyOf(ctx)
  const wanted = [...new Set(accountIds)]
  const accesses = await ctx.tx.sql<{ id: string }>`
    select id
    from accesses
    where company_id = ${companyId} and ${isHolderAmong('accesses', wanted)} and role <> all(${[...customerScoped]})
    order by id
    for update`
  if (accesses.length !== wanted.length)
    throw invalid({ [envelope]: { [field]: 'Un de ces comptes ne peut pas envoyer d’alertes dans votre compagnie.' } })
  const areRemoved = isHolderAmong('accesses', removed ?? [])
  const ofRemoved = sql`access_id in (select id from accesses where company_id = ${companyId} and ${areRemoved})`
  await ctx.tx.sql`
    delete from ${sql.table(table)}
    where company_id = ${companyId} and ${sql.ref(column)} = ${id} and ${removed ? ofRemoved : sql`true`}`
  await ctx.tx.sql`
    insert into ${sql.table(table)} (company_id, access_id, ${sql.ref(column)})
    select ${companyId}, unnest(${accesses.map((access) => access.id)}::uuid[]), ${id}
    on conflict do nothing`
}
