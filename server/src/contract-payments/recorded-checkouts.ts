// Records how a checkout ended, whoever learns of it: the webhook, the client who tries to pay again, or a job.
import { checkoutLife } from '@bordee/core/contracts/online-payment.ts'
import { formatMoney } from '@bordee/core/money.ts'
import { homeZone, todayIn } from '@bordee/core/time.ts'
import { addHistory, followMoney } from '../contracts/contract-moves.ts'
import { mailReceipt } from '../contracts/contracts.letters.ts'
import { heldContracts } from '../contracts/contracts.queries.ts'
import type { OpenCheckout } from '../contracts/open-checkouts.ts'
import { insertCardPayment } from '../contracts/payment-rows.ts'
import { inCompany, type Work } from '../engine/ctx.ts'
import { inStates, state } from '../engine/db/states.ts'
import { change } from '../engine/db/writing.ts'
import type { CheckoutState, PaidCheckout } from '../outside/payments/payments.ts'
import { followPaymentLater } from './followed-payments.ts'

export type CheckoutRef = Pick<OpenCheckout, 'id' | 'companyId' | 'contractId' | 'accountId'>

/** In its own transaction. A checkout that hasn't ended stays open. */
export async function recordEnd(work: Work, checkout: CheckoutRef, found: CheckoutState) {
  if (found.status === 'open' || found.status === 'pending') return
  await inCompany(work, checkout.companyId, async (own) => {
    if (found.status === 'paid') await recordPayment(own, checkout, found)
    else await expireCheckout(own, checkout)
  })
}

/**
 * Records the charge, whatever else was paid meanwhile, once per provider id. Then the status follows the money, the
 * client gets a receipt, and the payment is followed: it may have been refunded before we knew it.
 */
export async function recordPayment(
  work: Work,
  { id, companyId, contractId, accountId }: CheckoutRef,
  { paymentId, amount }: Omit<PaidCheckout, 'status'>,
) {
  await work.tx.sql`select from contracts where company_id = ${companyId} and id = ${contractId} for update`
  await change(work.tx, 'contract_checkouts', { id, companyId }, { status: checkoutLife.to('pay') })
  const [known] = await work.tx.sql`select from contract_payments where provider_id = ${paymentId}`
  if (known) return
  const [before] = await heldContracts(work, [contractId])
  const paidAt = todayIn(before?.timeZone ?? homeZone, work.now)
  await insertCardPayment(work, { companyId, contractId, amount, paidAt, providerId: paymentId, paymentId, accountId })
  const paid = await heldContracts(work, [contractId])
  const detail = `${formatMoney(amount)}, carte de crédit, en ligne`
  await addHistory(
    work,
    'payment',
    paid.map((held) => ({ ...held, detail })),
  )
  await followMoney(work, paid)
  for (const held of paid) await mailReceipt(work, held, { paymentId, amount })
  await followPaymentLater(work, paymentId)
}

export async function expireCheckout({ tx }: Work, { id, companyId }: Pick<CheckoutRef, 'id' | 'companyId'>) {
  await tx.sql`
    update contract_checkouts
    set status = ${state(checkoutLife.to('expire'))}
    where company_id = ${companyId} and id = ${id} and status in ${inStates(checkoutLife.from('expire'))}`
}
