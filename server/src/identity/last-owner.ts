import { conflict } from '@bordee/core/problem.ts'
import { isPlatform } from '@bordee/core/roles.ts'
import { sentence } from '@bordee/core/text.ts'
import type { Ctx } from '../engine/ctx.ts'
import { isAccessEffective } from './identity.queries.ts'

/**
 * A company keeps an owner who can enter it (an unanswered invitation doesn't count); only platform staff may remove
 * the last one. Locks the companies until the request ends, so that two owners leaving at once wait for each other.
 * The transaction must be able to see the companies and their accesses.
 */
export async function refuseLastOwner({ tx, actor }: Ctx, companyIds: readonly string[], leaving: readonly string[]) {
  if (isPlatform(actor.role)) return
  await lockCompanies({ tx }, companyIds)
  const [orphan] = await tx.sql<{ name: string }>`
    select c.name from companies c
    where c.id = any(${companyIds}::uuid[]) and c.archived_at is null
      and not exists (
        select from accesses x join accounts a on a.id = x.account_id
        where x.company_id = c.id and x.role = 'owner' and x.account_id <> all(${leaving}::uuid[]) and ${isAccessEffective('x')}
          and a.disabled_at is null and (a.password_hash is not null or a.email_verified_at is not null))`
  if (!orphan) return
  const alone = leaving.length === 1 && leaving[0] === actor.accountId
  throw conflict(
    `${alone ? sentence(`Vous êtes le seul propriétaire de ${orphan.name}`) : `${orphan.name} doit garder au moins un propriétaire.`} ` +
      'Nommez-en un autre d’abord.',
  )
}

export async function lockCompanies({ tx }: Pick<Ctx, 'tx'>, companyIds: readonly string[]) {
  await tx.sql`select from companies where id = any(${companyIds}::uuid[]) order by id for no key update`
}

/** The platform also keeps a super administrator. */
export async function refuseLastSuperAdmin(ctx: Ctx, leaving: string[]) {
  const all = await ctx.tx.sql<{ id: string }>`select id from accounts where platform_role = 'super_admin' order by id for update`
  if (all.every(({ id }) => leaving.includes(id))) throw conflict('Bordée doit garder au moins un super administrateur.')
}
