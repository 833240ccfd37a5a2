// What Déneigement Boréal has invoiced to its clients: one invoice in each state; the rest waits in « À facturer ».
import { randomUUID } from 'node:crypto'
import { addDays, homeZone, instantOf, todayIn } from '@bordee/core/time.ts'
import { type Held, heldInvoices } from '../client-invoices/client-invoices.queries.ts'
import { creditInvoice } from '../client-invoices/crediting.ts'
import { editDraft, makeDrafts } from '../client-invoices/drafting.ts'
import { addHistory, followMoney } from '../client-invoices/invoice-moves.ts'
import { issueInvoices } from '../client-invoices/issuing.ts'
import { insertCardRows } from '../client-invoices/payment-rows.ts'
import { addPayment } from '../client-invoices/payments-by-hand.ts'
import { actingAs, type Ctx, type Work } from '../engine/ctx.ts'
import { boreal, demoPaymentAccount } from './payments.ts'

const states = ['overdue', 'paid', 'partial', 'credited', 'card', 'issued', 'draft'] as const

/** Of the oldest nights of each client. */
export async function fillClientInvoices(work: Work, ownerId: string) {
  const { tx } = work
  const today = todayIn(homeZone, work.now)
  const nights = await tx.sql<{ clientId: string; operationId: string; day: string; ids: string[] }>`
    select client_id as "clientId", operation_id as "operationId", day::text as day, array_agg(id::text) as ids
    from billables
    where company_id = ${boreal} and state = 'proposed' and amount > 0 and client_id is not null and day < ${today}::date
    group by 1, 2, 3
    order by day, client_id
    limit ${states.length}`
  for (const [i, { day, ids }] of nights.entries()) {
    const issuedOn = addDays(day, 1)
    // As if it had been done the day after.
    const then = { ...work, now: instantOf(issuedOn, '09:00', homeZone) }
    const ctx = actingAs(then, { accountId: ownerId, email: 'proprio@bordee.demo', role: 'owner', companyId: boreal })
    const state = states[i]
    const [id = ''] = await makeDrafts(ctx, { billableIds: ids, by: 'site', purchaseOrder: state === 'paid' ? 'BC-2041' : null })
    if (state === 'draft') continue
    if (state === 'overdue') await editDraft(ctx, id, { dueDate: issuedOn })
    await issueInvoices(ctx, [id])
    const [held] = await heldInvoices(ctx, [id])
    if (!held) continue
    const pay = (amount: number) => addPayment(ctx, id, { id: randomUUID(), amount, paidAt: issuedOn, type: 'check' })
    if (state === 'paid') await pay(held.totalPrice)
    if (state === 'partial') await pay(Math.round(held.totalPrice / 2))
    if (state === 'card') await payByCard(ctx, held)
    if (state === 'credited')
      await creditInvoice(ctx, id, { creditId: randomUUID(), reason: 'Passage contesté par le client', isBilledAgain: false })
  }
}

/** In the portal, through the sandbox. */
async function payByCard(ctx: Ctx, { id, number, companyName, totalPrice: amount, issuedOn: paidAt }: Held) {
  const paymentId = 'pi_demo_invoice'
  await ctx.tx.sql`
    insert into sandbox_checkouts (id, key, account_id, client_secret, amount, description, status, payment_id, paid_at)
    values ('cs_' || ${paymentId}, ${paymentId}, ${demoPaymentAccount}, 'cs_' || ${paymentId} || '_secret', ${amount},
            ${`Facture ${number}, ${companyName}`}, 'paid', ${paymentId}, ${ctx.now})
    on conflict do nothing`
  const row = { companyId: boreal, paidAt: paidAt ?? '', movement: 'payment', providerId: paymentId, paymentId } as const
  await insertCardRows(ctx, { ...row, accountId: demoPaymentAccount }, [{ id, amount }])
  await addHistory({ ...ctx, visitor: null }, 'payment', await followMoney(ctx, boreal, [id]))
}
