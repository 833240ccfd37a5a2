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
    with expired_lots as (
      select id, remaining, (expires_on + 1)::timestamp at time zone ${zone} as expired_at
      from alert_lots
      where company_id = ${companyId} and remaining > 0 and expires_on < ${todayIn(zone, now)}::date),
    returned_later as ( -- alerts given back to a lot that had expired: they expire at once
      select r.id, r.lot_id, r.created_at, r.amount
      from alert_ledger r
      join expired_lots l on l.id = r.lot_id
      where r.company_id = ${companyId} and r.reason = 'refund' and r.created_at >= l.expired_at),
    movements as (
      select coalesce(l.send_id, l.id) as id, l.reason as kind, l.send_id, l.created_at as at, l.amount as alerts, 0 as billed, 0 as price
      from alert_ledger l
      where l.company_id = ${companyId}
      union all
      select d.send_id, 'send', d.send_id, d.created_at, 0, 1, d.price
      from alert_deliveries d
      where d.company_id = ${companyId} and d.paid_from = 'invoice' and d.price > 0
      union all
      select l.id, 'expiry', null, l.expired_at, coalesce(r.returned, 0) - l.remaining, 0, 0
      from expired_lots l
      left join (select lot_id, sum(amount) as returned from returned_later group by lot_id) r on r.lot_id = l.id
      where l.remaining > coalesce(r.returned, 0)
      union all
      select id, 'expiry', null, created_at, -amount, 0, 0
      from returned_later),
    lines as (
      select id, kind, send_id, min(at) as at, sum(alerts)::int as alerts, sum(billed)::int as billed, sum(price)::int as price
      from movements
      group by id, kind, send_id),
    places as ( -- of two movements at the same instant, what entered the bank comes first
      select *, row_number() over (order by at, alerts < 0, id, kind) as place
      from lines),
    balances as (
      select *, sum(alerts) over (order by place)::int as balance
      from places)
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
    order by b.place desc
    limit ${longest}`)
}
