// The lots of a bank. A bought lot doesn't expire: what was paid for keeps its worth (docs/product/bank.md).
import type { Lot } from '@bordee/core/bank/bank.ts'
import { invalid } from '@bordee/core/problem.ts'
import { homeZone, wallClock } from '@bordee/core/time.ts'
import type { Work } from '../engine/ctx.ts'
import { type Sql, sql } from '../engine/db/sql.ts'
import { insert } from '../engine/db/writing.ts'

export const lotRows: Sql<{ json: Lot }> = sql<{ json: Lot }>`
  select json_build_object(
    'id', id,
    'amount', amount,
    'remaining', remaining,
    'expiresAt', expires_on,
    'createdAt', created_at) as json
  from alert_lots`

/** A larger bank is a typing error. */
const largestBank = 1_000_000_000

/** Call before adding alerts, with the company locked. */
export async function refuseOverflow(work: Work, companyId: string, more: number) {
  const { amount, expiredAmount } = await totalOf(work, companyId)
  if (amount + expiredAmount + more > largestBank) throw invalid({ transaction: { amount: 'La banque contiendrait trop d’alertes.' } })
}

/** Call in the transaction that marks the invoice paid, with the company locked. */
export async function addBoughtLot(
  { tx }: Work,
  { companyId, invoiceId, amount, accountId }: { companyId: string; invoiceId: string; amount: number; accountId: string | null },
) {
  const lotId = await insert(tx, 'alert_lots', { companyId, amount, remaining: amount, invoiceId })
  await tx.sql`
    insert into alert_ledger (company_id, lot_id, amount, reason, account_id, invoice_id)
    values (${companyId}, ${lotId}, ${amount}, 'purchase', ${accountId}, ${invoiceId})`
}

export const boughtLot = ({ tx }: Work, companyId: string, invoiceId: string) =>
  tx.jsonOne(sql<{ json: Lot }>`${lotRows} where company_id = ${companyId} and invoice_id = ${invoiceId}`)

/** A lot is good through its last day, in the company's time zone. */
export async function totalOf(work: Work, companyId: string) {
  const day = await today(work, companyId)
  const [total] = await work.tx.sql<{ amount: number; expiredAmount: number }>`
    select coalesce(sum(remaining) filter (where expires_on is null or expires_on >= ${day}), 0)::int as amount,
           coalesce(sum(remaining) filter (where expires_on < ${day}), 0)::int as "expiredAmount"
    from alert_lots
    where company_id = ${companyId}`
  return total ?? { amount: 0, expiredAmount: 0 }
}

export async function today({ tx, now }: Work, companyId: string) {
  const [company] = await tx.sql<{ zone: string }>`select time_zone as zone from companies where id = ${companyId}`
  return wallClock(now, company?.zone ?? homeZone).date
}
