// The numbers that a company's alerts come from, where the provider needs some.
import type { Work } from '../ctx.ts'

/** Gives the company its numbers out of the platform's pool, if it has none yet. False when the pool is empty. */
export async function hasSender(work: Work, companyId: string): Promise<boolean> {
  const { pool } = work.gateways.alerts
  if (!pool) return true
  const held = await sendersOf(work, companyId)
  for (const number of pool.numbers) {
    if (held.length >= pool.perCompany) break
    // One that another company holds is not ours to see, but it conflicts all the same.
    const [taken] = await work.tx.sql`
      insert into sender_numbers (phone, company_id) values (${number}, ${companyId}) on conflict do nothing returning phone`
    if (taken) held.push(number)
  }
  return held.length > 0
}

/** Only those that are still configured: a number given back to the provider sends no more. */
export async function sendersOf({ tx, gateways }: Work, companyId: string): Promise<string[]> {
  const { pool } = gateways.alerts
  if (!pool) return []
  const rows = await tx.sql<{ phone: string }>`
    select phone from sender_numbers where company_id = ${companyId} and phone = any(${pool.numbers}::text[]) order by phone`
  return rows.map(({ phone }) => phone)
}
