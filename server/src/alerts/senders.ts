// The numbers that a company's alerts come from, where the provider needs some.
import type { Ctx, Work } from '../engine/ctx.ts'

/** What a company has to send from, and what of it was taken from the pool just now. */
export interface Senders {
  isEnough: boolean
  newNumbers: string[]
}

/** Gives the company its numbers out of the platform's pool, if it has none yet. Not enough: the pool is empty. */
export async function takeSenders(work: Work, companyId: string): Promise<Senders> {
  const { pool } = work.gateways.alerts
  const newNumbers: string[] = []
  if (!pool) return { isEnough: true, newNumbers }
  const owned = await sendersOf(work, companyId)
  for (const number of pool.numbers) {
    if (owned.length + newNumbers.length >= pool.perCompany) break
    // One that another company holds is not ours to see, but it conflicts all the same.
    const [ours] = await work.tx.sql`
      insert into sender_numbers (phone, company_id)
      values (${number}, ${companyId})
      on conflict do nothing
      returning phone`
    if (ours) newNumbers.push(number)
  }
  return { isEnough: owned.length + newNumbers.length > 0, newNumbers }
}

/** Nothing was sent after all: nobody has heard from these yet. */
export async function leaveSenders({ tx }: Work, companyId: string, { newNumbers }: Senders) {
  if (newNumbers.length === 0) return
  await tx.sql`
    delete from sender_numbers
    where company_id = ${companyId} and phone = any(${newNumbers}::text[])`
}

/** Only those that are still configured: a number given back to the provider sends no more. */
export async function sendersOf({ tx, gateways }: Work, companyId: string): Promise<string[]> {
  const { pool } = gateways.alerts
  if (!pool) return []
  const rows = await tx.sql<{ phone: string }>`
    select phone
    from sender_numbers
    where company_id = ${companyId} and phone = any(${pool.numbers}::text[])
    order by phone`
  return rows.map(({ phone }) => phone)
}

/** How many numbers the company has, or would get at its next send, without taking any. Enough: at least one. */
export async function sendersToBe(ctx: Ctx, companyId: string): Promise<{ count: number; isEnough: boolean }> {
  const { tx, actor, gateways } = ctx
  const { pool } = gateways.alerts
  if (!pool) return { count: 0, isEnough: true }
  const owned = await sendersOf(ctx, companyId)
  const missing = Math.max(0, pool.perCompany - owned.length)
  // Which company has which is nobody else's business; how many are left is. Not aside: many who look at once would wait for each other's connections.
  await tx.scope({ platform: true })
  const [left] = await tx.sql<{ free: number }>`
    select count(*)::int as free
    from unnest(${pool.numbers}::text[]) as number
    where number not in (select phone from sender_numbers)`
  await tx.scope({ account: actor.accountId, companies: actor.companies })
  const count = owned.length + Math.min(missing, left?.free ?? 0)
  return { count, isEnough: count > 0 }
}
