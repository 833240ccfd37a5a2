// A client pays an instalment by card: opens a checkout with the provider, and records what it confirms, once.
import { type Checkout, instalmentToPay } from '@bordee/core/contracts/online-payment.ts'
import { conflict, notFound } from '@bordee/core/problem.ts'
import type { Held } from '../contracts/contracts.queries.ts'
import { lockOpenCheckouts, type OpenCheckout } from '../contracts/open-checkouts.ts'
import { lockOwnContract } from '../contracts/signing.ts'
import type { Ctx, Work } from '../engine/ctx.ts'
import { insert } from '../engine/db/writing.ts'
import type { CheckoutState, PaymentNews } from '../outside/payments/payments.ts'
import { accountOf } from '../payments/payment-accounts.ts'
import { closeCheckout } from './closing-checkouts.ts'
import { type CheckoutRef, expireCheckout, recordEnd, recordPayment } from './recorded-checkouts.ts'

/** Others may pay, change or archive the contract meanwhile: retries this many times. */
const maxAttempts = 4

/**
 * Three steps, each complete in itself: record what is to be paid, have the provider open a session under that
 * record's id, record the session. After a crash the next try finds the record, and the provider returns the same
 * session. Nobody gets a session that isn't recorded.
 */
export async function payContract(ctx: Ctx, id: string, paymentScheduleId: string | undefined): Promise<Checkout> {
  const { payments } = ctx.gateways
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { checkout, isStale, description } = await ctx.aside((work) => noteCheckout({ ...ctx, ...work }, id, paymentScheduleId))
    if (isStale) {
      refuseSecondPayment(await closeCheckout(ctx, checkout))
      continue
    }
    const { accountId, sessionId, amount, createdAt: since } = checkout
    const asked = { key: checkout.id, sessionId, since, accountId, amount, description }
    const session = await ctx.aside((work) => payments.openCheckout(work, asked))
    if (session.status !== 'open') await recordEnd(ctx, checkout, session)
    refuseSecondPayment(session.status)
    const noted = { ...checkout, sessionId: session.id }
    if (session.status === 'open' && (await ctx.aside((work) => noteSession(work, noted))))
      return { clientSecret: session.clientSecret, provider: payments.name, accountId, checkoutUrl: session.url, amount }
    await closeCheckout(ctx, noted)
  }
  throw conflict('Ce paiement n’a pas pu être préparé. Veuillez réessayer dans un instant.')
}

/** The client has paid already, perhaps without seeing the answer. */
function refuseSecondPayment(status: CheckoutState['status']) {
  if (status === 'paid') throw conflict('Votre paiement est déjà fait, et inscrit à votre contrat.', { code: 'payment-recorded' })
  if (status === 'pending')
    throw conflict('Un paiement de ce contrat vient d’être fait\u00a0: il s’affichera dans un instant.', {
      code: 'payment-being-confirmed',
    })
}

interface Noted {
  checkout: OpenCheckout
  /** It is for another instalment, amount or account than now asked for. */
  isStale: boolean
  description: string
}

async function noteCheckout(ctx: Ctx, id: string, paymentScheduleId: string | undefined): Promise<Noted> {
  const held = await lockOwnContract(ctx, id)
  const { companyId, contractNumber, companyName } = held
  const account = await accountOf(ctx, companyId)
  if (!held.isOnlinePaymentPossible || !account)
    throw conflict('Le paiement en ligne n’est pas possible pour ce contrat.', { code: 'online-payment-impossible' })
  const { id: instalmentId, amountLeft: amount } = dueOf(held, paymentScheduleId)
  const wanted = { companyId, contractId: id, instalmentId, accountId: account.id, amount }
  const description = `Contrat ${contractNumber}, ${companyName}`
  const [open] = await lockOpenCheckouts(ctx, companyId, [id])
  if (open) {
    const isSame = open.instalmentId === instalmentId && open.amount === amount && open.accountId === account.id
    return { checkout: open, isStale: !isSame, description }
  }
  const checkoutId = await insert(ctx.tx, 'contract_checkouts', wanted)
  return { checkout: { ...wanted, id: checkoutId, sessionId: null, createdAt: ctx.now }, isStale: false, description }
}

const refusals = {
  paid: 'Il ne reste rien à payer.',
  'previous-open': 'Un versement précédent reste à payer\u00a0: commencez par lui.',
  'too-small': 'Le montant est trop petit pour être payé par carte\u00a0: au moins 0,50\u00a0$.',
}

function dueOf({ paymentShedules }: Held, paymentScheduleId: string | undefined) {
  const toPay = instalmentToPay(paymentShedules, paymentScheduleId)
  if ('due' in toPay) return toPay.due
  if (toPay.refusal === 'unknown') throw notFound('Versement')
  throw conflict(refusals[toPay.refusal], { code: `instalment-${toPay.refusal}` })
}

/** False if it was closed meanwhile, as its contract was archived. */
async function noteSession({ tx }: Work, { id, companyId, sessionId }: OpenCheckout): Promise<boolean> {
  const [noted] = await tx.sql`
    update contract_checkouts set session_id = ${sessionId} where company_id = ${companyId} and id = ${id} and status = 'open' returning id`
  return noted !== undefined
}

/** Handles the provider's news of a checkout. Ignores one that isn't ours, or no longer is. */
export async function hearCheckout(work: Work, news: PaymentNews) {
  if (news.is !== 'checkout-paid' && news.is !== 'checkout-expired') return
  await work.tx.scope({ platform: true })
  const [checkout] = await work.tx.sql<CheckoutRef>`
    select id, company_id as "companyId", contract_id as "contractId", account_id as "accountId"
    from contract_checkouts
    where id::text = ${news.key}`
  if (!checkout) return
  // The holder of another account there could name our checkout in it.
  if (news.accountId !== null && news.accountId !== checkout.accountId) return
  await work.tx.scope({ companies: [checkout.companyId] })
  if (news.is === 'checkout-expired') await expireCheckout(work, checkout)
  else await recordPayment(work, checkout, news)
}
