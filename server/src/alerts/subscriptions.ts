// Phones that unsubscribe from a company's alerts, or subscribe again. Every change is a row.
import type { SubscriptionChange as ChangeRow } from '@bordee/core/occupants/occupant.ts'
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'

export interface SubscriptionChange {
  companyId: string
  phone: string
  unsubscribed: boolean
  how: ChangeRow['how']
  /** Set when the office recorded the change: who did, and what the occupant asked. */
  office?: { accountId: string; request: string }
}

const nameOf = (a: string) =>
  sql`coalesce(nullif(trim(${sql.ref(`${a}.first_name`)} || ' ' || ${sql.ref(`${a}.last_name`)}), ''), ${sql.ref(`${a}.email`)})`

/** False if the phone was in that state already: nothing is written. */
export async function changeSubscription(
  { tx }: Work,
  { companyId, phone, unsubscribed, how, office }: SubscriptionChange,
): Promise<boolean> {
  const [changed] = unsubscribed
    ? await tx.sql`
        insert into unsubscribed_phones (company_id, phone)
        values (${companyId}, ${phone})
        on conflict do nothing
        returning phone`
    : await tx.sql`
        delete from unsubscribed_phones
        where company_id = ${companyId} and phone = ${phone}
        returning phone`
  if (!changed) return false
  await tx.sql`
    insert into subscription_changes (company_id, phone, unsubscribed, how, request, account_id, account_name)
    select ${companyId}, ${phone}, ${unsubscribed}, ${how}, ${office?.request ?? null}, a.id, ${nameOf('a')}
    from (select) one
    left join accounts a on a.id = ${office?.accountId ?? null}::uuid`
  return true
}

/** Unsubscribes many phones for the office, skipping those that already are. */
export async function unsubscribeMany(
  { tx }: Work,
  by: { companyId: string; accountId: string; request: string; phones: readonly { phone: string; since: Date }[] },
): Promise<void> {
  if (by.phones.length === 0) return
  await tx.sql`
    with added as (
      insert into unsubscribed_phones (company_id, phone, since)
      select ${by.companyId}, phone, min(since)
      from jsonb_to_recordset(${JSON.stringify(by.phones)}::jsonb) as p (phone text, since timestamptz)
      group by phone
      on conflict do nothing
      returning phone)
    insert into subscription_changes (company_id, phone, unsubscribed, how, request, account_id, account_name)
    select ${by.companyId}, added.phone, true, 'office', ${by.request}, a.id, ${nameOf('a')}
    from added
    left join accounts a on a.id = ${by.accountId}::uuid`
}

/** Newest first, at most a hundred. */
export const changesOf = ({ tx }: Work, companyId: string, phone: string) =>
  tx.jsonList(sql<{ json: ChangeRow }>`
    select json_build_object(
      'id', id,
      'unsubscribed', unsubscribed,
      'how', how,
      'byName', account_name,
      'request', request,
      'changedAt', created_at) as json
    from subscription_changes
    where company_id = ${companyId} and phone = ${phone}
    order by created_at desc, id desc
    limit 100`)
