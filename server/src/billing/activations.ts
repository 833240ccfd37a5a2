// Activating the alert module, for a fee: charged once, whatever crashes, and active once paid (provider-sync.ts).
import { activationBill } from '@bordee/core/billing/bill.ts'
import type { BankAction } from '@bordee/core/billing/invoice.ts'
import { unsettledStates } from '@bordee/core/billing/invoice-life.ts'
import { conflict } from '@bordee/core/problem.ts'
import type { Ctx } from '../engine/ctx.ts'
import { sql } from '../engine/db/sql.ts'
import { inStates } from '../engine/db/states.ts'
import { change } from '../engine/db/writing.ts'
import { noteInvoice, ratesOf, type StoredInvoice, storedInvoice } from './invoices.queries.ts'
import { cardToPress, chargeNow, jobTakesOverAt, lockPresser } from './purchasing.ts'

export async function activate(ctx: Ctx, paymentMethodId: string | null): Promise<{ message: string; type: 'success' } | BankAction> {
  const invoiceId = await ctx.aside((work) => noteActivation({ ...ctx, ...work }, paymentMethodId))
  const outcome = await chargeNow(ctx, invoiceId)
  return outcome === 'paid' ? { message: 'Le module d’alertes est maintenant actif.', type: 'success' } : outcome
}

/** A company has one activation under way at most: pressing again continues it, perhaps with another card. */
async function noteActivation(ctx: Ctx, paymentMethodId: string | null): Promise<string> {
  const { companyId, ...presser } = await lockPresser(ctx)
  const [company] = await ctx.tx.sql<{ isActive: boolean }>`select alert_is_active as "isActive" from companies where id = ${companyId}`
  if (company?.isActive) throw conflict('Le module d’alertes est déjà actif.', { code: 'alerts-active' })
  const [paid] = await ctx.tx.sql`select from invoices where company_id = ${companyId} and purpose = 'activation' and status = 'paid'`
  if (paid)
    throw conflict(
      'Les frais d’activation sont déjà payés, et l’équipe de Bordée a désactivé le module\u00a0: contactez-la pour le réactiver.',
      {
        code: 'activation-paid',
      },
    )
  const press = await cardToPress(ctx, { companyId, ...presser }, paymentMethodId)
  const [begun] = await ctx.tx.rows(sql<StoredInvoice>`
    ${storedInvoice}
    where company_id = ${companyId} and purpose = 'activation' and status in ${inStates(unsettledStates)}
    for update`)
  if (begun) {
    await chargeAnew(ctx, begun, press.cardId)
    return begun.id
  }
  return noteInvoice(ctx, {
    ...press,
    purpose: 'activation',
    bill: activationBill(await ratesOf(ctx, companyId)),
    periodStart: ctx.now,
    periodEnd: ctx.now,
    nextAttemptAt: jobTakesOverAt(ctx),
  })
}

/** The same card goes on, unless it was refused. The provider never charges an invoice that is already paid. */
async function chargeAnew(ctx: Ctx, { id, companyId, cardId: before, attempts, attemptOutcome }: StoredInvoice, cardId: string) {
  if (cardId === before && attemptOutcome !== 'refused') return
  const isTried = attempts > 0
  await change(
    ctx.tx,
    'invoices',
    { companyId, id },
    { cardId, ...(isTried && { attempts: attempts + 1, attemptOutcome: null, refusal: null }) },
  )
}
