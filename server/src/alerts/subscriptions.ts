// A phone that wants no alerts of a company any more, or again. Every change of mind is a row.
import type { Work } from '../ctx.ts'

export interface SubscriptionChange {
  companyId: string
  phone: string
  unsubscribed: boolean
  how: 'sms' | 'call' | 'carrier' | 'office'
}

/** False when it was so already: then there is nothing to write. */
export async function changeSubscription({ tx }: Work, { companyId, phone, unsubscribed, how }: SubscriptionChange): Promise<boolean> {
  const [changed] = unsubscribed
    ? await tx.sql`insert into unsubscribed_phones (company_id, phone) values (${companyId}, ${phone}) on conflict do nothing returning phone`
    : await tx.sql`delete from unsubscribed_phones where company_id = ${companyId} and phone = ${phone} returning phone`
  if (!changed) return false
  await tx.sql`
    insert into subscription_changes (company_id, phone, unsubscribed, how) values (${companyId}, ${phone}, ${unsubscribed}, ${how})`
  return true
}
