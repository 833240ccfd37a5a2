// Credit notes: the only way to undo an invoice that was issued, whole or by line. A line is credited once.
import { clientInvoiceLife } from '@bordee/core/client-invoices/client-invoice-life.ts'
import { creditOf } from '@bordee/core/client-invoices/client-invoice-money.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { conflict, notFound } from '@bordee/core/problem.ts'
import { releaseBillables } from '../billables/taking.ts'
import type { Ctx } from '../engine/ctx.ts'
import { type Held, lockInvoice } from './client-invoices.queries.ts'
import { addHistory, followMoney } from './invoice-moves.ts'
import { nextNumbers } from './issuing.ts'

interface Wanted {
  creditId: string
  lineIds?: string[] | undefined
  reason: string
  isBilledAgain: boolean
}

export async function creditInvoice(ctx: Ctx, id: string, wanted: Wanted) {
  const held = await lockInvoice(ctx, id)
  if (await isKnown(ctx, held, wanted.creditId)) return
  const { companyId, today } = held
  const lines = linesOf(held, wanted.lineIds)
  const lineIds = lines.map((line) => line.id)
  const rates = held.taxes.map(({ tax, code, percent }) => ({ tax, code, percent }))
  const known = held.lines.map((line) => ({ ...line, isCredited: line.creditNumber !== null }))
  const { subtotal, taxes, totalPrice } = creditOf(known, lineIds, rates)
  if (totalPrice < 0)
    throw conflict('Ces lignes sont elles-mêmes un crédit\u00a0: créditez-les avec les lignes dont elles sont déduites.', {
      code: 'credit-negative',
    })
  if (held.creditedAmount + totalPrice > held.totalPrice)
    throw conflict('Une note de crédit ne peut pas dépasser la facture\u00a0: créditez aussi les lignes qui en sont déduites.', {
      code: 'credit-beyond',
    })
  const [number = ''] = await nextNumbers(ctx, companyId, { kind: 'credit', day: today, count: 1 })
  const [made] = await ctx.tx.sql`
    insert into client_invoice_credits (
      id, company_id, invoice_id, number, issued_on, reason, subtotal, taxes, total_price, account_id, created_at)
    values (${wanted.creditId}, ${companyId}, ${id}, ${number}, ${today}, ${wanted.reason}, ${subtotal}, ${JSON.stringify(taxes)},
            ${totalPrice}, ${ctx.actor.accountId}, ${ctx.now})
    on conflict (id) do nothing
    returning id`
  if (!made) throw keyUsed()
  await ctx.tx.sql`
    update client_invoice_lines
    set credit_id = ${wanted.creditId}
    where company_id = ${companyId} and invoice_id = ${id} and id = any(${lineIds}::uuid[])`
  if (wanted.isBilledAgain)
    await releaseBillables(
      ctx,
      id,
      lines.flatMap(({ billableId }) => billableId ?? []),
    )
  if (wanted.isBilledAgain) ctx.publish(companyId, { topic: 'billables' })
  const [after = held] = await followMoney(ctx, companyId, [id])
  await addHistory(ctx, 'credit', [{ ...after, detail: `${number}, ${formatMoney(totalPrice)}\u00a0: ${wanted.reason}` }])
}

/** The same credit, sent again. */
async function isKnown({ tx }: Ctx, { id, companyId }: Held, creditId: string): Promise<boolean> {
  const [known] = await tx.sql<{ invoiceId: string }>`
    select invoice_id as "invoiceId" from client_invoice_credits where company_id = ${companyId} and id = ${creditId}`
  if (known && known.invoiceId !== id) throw keyUsed()
  return known !== undefined
}

const keyUsed = () => conflict('Cette clé a déjà servi à une autre note de crédit.', { code: 'request-key-used' })

/** Those that are asked for, or all that are left. */
function linesOf(held: Held, lineIds: readonly string[] | undefined) {
  if (held.number === null) throw conflict('Un brouillon ne se crédite pas\u00a0: modifiez-le ou supprimez-le.', { code: 'invoice-draft' })
  const open = held.lines.filter(({ creditNumber }) => creditNumber === null)
  if (open.length === 0 || !clientInvoiceLife.from('settle').includes(held.status))
    throw conflict(`La facture ${held.number} est déjà créditée en entier.`, { code: 'invoice-credited' })
  if (!lineIds) return open
  const chosen = held.lines.filter(({ id }) => lineIds.includes(id))
  if (chosen.length < new Set(lineIds).size) throw notFound('Ligne')
  if (chosen.some(({ creditNumber }) => creditNumber !== null))
    throw conflict('Une de ces lignes est déjà créditée.', { code: 'line-credited' })
  return chosen
}
