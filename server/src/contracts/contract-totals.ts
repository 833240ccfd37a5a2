// A contract's amounts, stored beside its content.
import { largestTotal, negativeSubtotal, tooExpensive } from '@bordee/core/contracts/contract.ts'
import { contractTotal, instalments } from '@bordee/core/contracts/contract-money.ts'
import { taxPlace, taxRates } from '@bordee/core/contracts/taxes.ts'
import { toCents } from '@bordee/core/money.ts'
import { invalid } from '@bordee/core/problem.ts'
import type { Work } from '../engine/ctx.ts'
import { type Held, heldContracts } from './contracts.queries.ts'

/** Reads the contract again, in the same transaction. */
export async function reread(ctx: Pick<Work, 'tx' | 'now'>, id: string): Promise<Held> {
  const [held] = await heldContracts(ctx, [id])
  if (!held) throw new Error('a locked contract is gone')
  return held
}

/** Writes amounts at the tax rates of the first day: at each change of a draft, and for good when it leaves draft. */
export async function writeTotals({ tx }: Pick<Work, 'tx'>, contracts: readonly Held[]) {
  if (contracts.length === 0) return
  const totals = contracts.map((held) => ({ held, ...totalOf(held) }))
  const rows = totals.map(({ held: { id, companyId }, subtotal, taxes, totalPrice }) => ({ id, companyId, subtotal, taxes, totalPrice }))
  await tx.sql`
    update contracts k set subtotal = t.subtotal, taxes = t.taxes, total_price = t."totalPrice"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (id uuid, "companyId" uuid, subtotal int, taxes jsonb, "totalPrice" int)
    where k.id = t.id and k.company_id = t."companyId"`
  const dues = totals.flatMap(({ held: { companyId, paymentShedules }, totalPrice }) =>
    instalments(totalPrice, paymentShedules).map(({ id, amount }) => ({ id, companyId, amount })),
  )
  await tx.sql`
    update contract_instalments i set amount = d.amount
    from jsonb_to_recordset(${JSON.stringify(dues)}::jsonb) as d (id uuid, "companyId" uuid, amount int)
    where i.id = d.id and i.company_id = d."companyId" and i.amount <> d.amount`
}

function totalOf(held: Held) {
  const { site } = held
  const place = taxPlace(
    site && { state: site.siteState, country: site.siteCountry },
    { state: held.clientBillingState, country: held.clientBillingCountry },
    { state: held.companyState, country: held.companyCountry },
  )
  const rates = held.isTaxesCharged ? taxRates(place, held.startAt ?? held.today) : []
  const lines = held.services.map(({ pricing, price, quantity }) => ({ pricing, price: toCents(price), quantity }))
  const total = contractTotal(lines, rates)
  if (total.subtotal < 0) throw invalid({ contract: { services: negativeSubtotal } })
  if (total.totalPrice > largestTotal) throw invalid({ contract: { services: tooExpensive } })
  return total
}

/** Caps the kept surplus at the actual one: money refunded since isn't kept, and a later overpayment shows. */
export async function trimKept({ tx }: Pick<Work, 'tx'>, companyId: string, contractId: string) {
  await tx.sql`
    with surplus as (
      select greatest(0, case k.status
               when 'canceled' then coalesce(sum(p.amount) filter (where p.deleted_at is null and p.was_online), 0)
               else coalesce(sum(p.amount) filter (where p.deleted_at is null), 0) - k.total_price end)::int as amount
      from contracts k
      left join contract_payments p on p.company_id = k.company_id and p.contract_id = k.id
      where k.company_id = ${companyId} and k.id = ${contractId}
      group by k.id),
    rows as (
      select p.id, p.kept, sum(p.kept) over (order by p.created_at, p.id) - p.kept as before
      from contract_payments p
      where p.company_id = ${companyId} and p.contract_id = ${contractId} and p.kept > 0)
    update contract_payments p
    set kept = greatest(0, least(rows.kept, surplus.amount - rows.before))
    from rows, surplus
    where p.company_id = ${companyId} and p.id = rows.id`
}
