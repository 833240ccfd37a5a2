// The money of a contract, written beside what it says.
import { largestTotal, negativeSubtotal, tooExpensive } from '@bordee/core/contracts/contract.ts'
import { contractTotal, instalments } from '@bordee/core/contracts/contract-money.ts'
import { taxPlace, taxRates } from '@bordee/core/contracts/taxes.ts'
import { toCents } from '@bordee/core/money.ts'
import { invalid } from '@bordee/core/problem.ts'
import type { Work } from '../engine/ctx.ts'
import { change } from '../engine/writing.ts'
import { type Held, heldContracts } from './contracts.queries.ts'

/** As it is now, in the same transaction. */
export async function again(ctx: Pick<Work, 'tx' | 'now'>, id: string): Promise<Held> {
  const [held] = await heldContracts(ctx, [id])
  if (!held) throw new Error('a contract that is held has gone')
  return held
}

/**
 * The money of what it says, at the rates of its first day. Written with every change of a draft, and once more when it leaves draft: from then on it stays.
 */
export async function writeTotals(ctx: Pick<Work, 'tx' | 'now'>, id: string): Promise<Held> {
  const held = await again(ctx, id)
  const { site } = held
  const place = taxPlace(
    site && { state: site.siteState, country: site.siteCountry },
    { state: held.clientBillingState, country: held.clientBillingCountry },
    { state: held.companyState, country: held.companyCountry },
  )
  const rates = held.isTaxesCharged ? taxRates(place, held.startAt ?? held.today) : []
  const lines = held.services.map(({ price, quantity }) => ({ price: toCents(price), quantity }))
  const { subtotal, taxes, totalPrice } = contractTotal(lines, rates)
  if (subtotal < 0) throw invalid({ contract: { services: negativeSubtotal } })
  if (totalPrice > largestTotal) throw invalid({ contract: { services: tooExpensive } })
  await change(ctx.tx, 'contracts', { id, companyId: held.companyId }, { subtotal, taxes, totalPrice })
  const amounts = instalments(totalPrice, held.paymentShedules).map((due) => ({ id: due.id, amount: due.amount }))
  await ctx.tx.sql`
    update contract_instalments i set amount = d.amount
    from jsonb_to_recordset(${JSON.stringify(amounts)}::jsonb) as d (id uuid, amount int)
    where i.id = d.id and i.company_id = ${held.companyId} and i.contract_id = ${id} and i.amount <> d.amount`
  return again(ctx, id)
}
