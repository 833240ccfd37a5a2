import { type Claim, claim, prescribedOn } from '@bordee/core/claims/claim.ts'
import { notFound } from '@bordee/core/problem.ts'
import { type Ctx, companyOf } from '../engine/ctx.ts'
import { jsonOf } from '../engine/db/columns.ts'
import { type Sql, sql } from '../engine/db/sql.ts'

type Row = Omit<Claim, 'prescribedOn'> & { happenedOn: string }

const { prescribedOn: _, ...stored } = claim.shape

/** Newest first. The day is the company's: a fall at 23 h is of that day. */
export async function findClaims(ctx: Ctx, where: Sql<unknown>): Promise<Claim[]> {
  const rows = await ctx.tx.sql<{ json: Row }>`
    select ${jsonOf({ ...stored, happenedOn: null }, 'c', {
      customerId: sql`c.client_id`,
      happenedOn: sql`(c.happened_at at time zone m.time_zone)::date`,
    })} as json
    from claims c
    join companies m on m.id = c.company_id
    where c.company_id = ${companyOf(ctx)} and ${where}
    order by c.happened_at desc, c.id desc`
  return rows.map(({ json: { happenedOn, ...rest } }) => ({ ...rest, prescribedOn: prescribedOn(happenedOn) }))
}

export async function readClaim(ctx: Ctx, id: string): Promise<Claim> {
  const [found] = await findClaims(ctx, sql`c.id = ${id}`)
  if (!found) throw notFound('Réclamation')
  return found
}

/** Held until the request ends: read it this way before changing it. */
export async function lockClaim(ctx: Ctx, id: string): Promise<Claim> {
  await ctx.tx.sql`select from claims where company_id = ${companyOf(ctx)} and id = ${id} for update`
  return readClaim(ctx, id)
}
