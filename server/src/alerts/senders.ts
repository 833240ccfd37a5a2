// The numbers a company's alerts come from, if the provider needs any.
import type { Ctx, Work } from '../engine/ctx.ts'
import { isTrialCompany } from '../identity/trial-companies.ts'

/** Whether a company can send, and the numbers it just took from the pool. */
export interface Senders {
  isEnough: boolean
  newNumbers: string[]
}

/** Gives the company its numbers from the platform's pool. Not enough means the pool is empty. */
export async function takeSenders(work: Work, companyId: string): Promise<Senders> {
  const { pool } = work.gateways.alerts
  const newNumbers: string[] = []
  if (!pool || (await isTrialCompany(work, companyId))) return { isEnough: true, newNumbers }
  const owned = await sendersOf(work, companyId)
  for (const number of pool.numbers) {
    if (owned.length + newNumbers.length >= pool.perCompany) break
    // Row-level security hides a number held by another company, but the insert still conflicts with it.
    const [ours] = await work.tx.sql`
      insert into sender_numbers (phone, company_id)
      values (${number}, ${companyId})
      on conflict do nothing
      returning phone`
    if (ours) newNumbers.push(number)
  }
  return { isEnough: owned.length + newNumbers.length > 0, newNumbers }
}

/** Nothing was sent after all: these numbers return to the pool, as nobody has heard from them yet. */
export async function leaveSenders({ tx }: Work, companyId: string, { newNumbers }: Senders) {
  if (newNumbers.length === 0) return
  await tx.sql`
    delete from sender_numbers
    where company_id = ${companyId} and phone = any(${newNumbers}::text[])`
}

/** Only numbers that are still configured: one returned to the provider can't send. */
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

/** How many numbers the company has, or would get at its next send; takes none. Enough: at least one. */
export async function forecastSenders(ctx: Ctx, companyId: string): Promise<{ count: number; isEnough: boolean }> {
  const { tx, actor, gateways } = ctx
  const { pool } = gateways.alerts
  if (!pool) return { count: 0, isEnough: true }
  const owned = await sendersOf(ctx, companyId)
  const missing = Math.max(0, pool.perCompany - owned.length)
  // The platform scope shows how many numbers are left, not whose the others are. Not `aside`: many previews at once
  // would wait for each other's connections.
  await tx.scope({ platform: true })
  const [left] = await tx.sql<{ free: number }>`
    select count(*)::int as free
    from unnest(${pool.numbers}::text[]) as number
    where number not in (select phone from sender_numbers)`
  await tx.scope({ account: actor.accountId, companies: actor.companies })
  const count = owned.length + Math.min(missing, left?.free ?? 0)
  return { count, isEnough: count > 0 }
}
