import type { LedgerLine } from '@bordee/core/billing/ledger.ts'
import { todayIn } from '@bordee/core/time.ts'
import type { Work } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'

const longest = 200

/** The latest movements of the bank and what was billed beside them, newest first. A send is one line. */
export async function ledgerOf({ tx, now }: Work, companyId: string) {
  const [company] = await tx.sql<{ zone: string }>`select time_zone as zone from companies where id = ${companyId}`
  const zone = company?.zone ?? 'UTC'
  return tx.jsonList(sql<{ json: LedgerLine }>`
    with movements as (
      select coalesce(l.send_id, l.id) as id, l.reason as kind, l.send_id, l.created_at as at, l.amount as alerts, 0 as billed, 0 as price
      from alert_ledger l
      where l.company_id = ${companyId}
      union all
      select d.send_id, 'send', d.send_id, d.created_at, 0, 1, d.price
      from alert_deliveries d
      where d.company_id = ${companyId} and d.paid_from = 'invoice' and d.price > 0
      union all
      select l.id, 'expiry', null, (l.expires_on + 1)::timestamp at time zone ${zone}, -l.remaining, 0, 0
      from alert_lots l
      where l.company_id = ${companyId} and l.remaining > 0 and l.expires_on < ${todayIn(zone, now)}::date),
    lines as (
      select id, kind, send_id, min(at) as at, sum(alerts)::int as alerts, sum(billed)::int as billed, sum(price)::int as price
      from movements
      group by id, kind, send_id),
    balances as (
      select *, sum(alerts) over (order by at, id, kind)::int as balance
      from lines)
    select json_build_object(
      'id', b.id || '-' || b.kind,
      'at', b.at,
      'kind', b.kind,
      'code', s.id,
      'targetName', s.target_name,
      'alerts', b.alerts,
      'balance', b.balance,
      'billed', b.billed,
      'billedAmount', b.price) as json
    from balances b
    left join alert_sends s on s.company_id = ${companyId} and s.id = b.send_id
    order by b.at desc, b.id desc, b.kind desc
    limit ${longest}`)
}
