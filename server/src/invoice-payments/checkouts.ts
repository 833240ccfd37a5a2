// A client pays invoices by card: opens a checkout with the provider, and records what it confirms, once. As contract-payments does.
import { type Checkout, smallestCharge } from '@bordee/core/contracts/online-payment.ts'
import { conflict } from '@bordee/core/problem.ts'
import { type Held, lockInvoices } from '../client-invoices/client-invoices.queries.ts'
import { type OpenCheckout, openCheckoutsOf } from '../client-invoices/open-checkouts.ts'
import type { Ctx, Work } from '../engine/ctx.ts'
import { insertMany } from '../engine/db/bulk.ts'
import { insert } from '../engine/db/writing.ts'
import type { CheckoutState, PaymentNews } from '../outside/payments/payments.ts'
import { accountOf } from '../payments/payment-accounts.ts'
import { closeCheckout } from './closing-checkouts.ts'
import { type CheckoutRef, expireCheckout, recordEnd, recordPayment } from './recorded-checkouts.ts'

/** Others may pay or credit the invoices meanwhile: retries this many times. */
const maxAttempts = 4

/**
 * Three steps, each complete in itself: record what is to be paid, have the provider open a session under that
 * record's id, record the session. After a crash the next try finds the record, and the provider returns the same
 * session. Nobody gets a session that isn't recorded.
 */
export async function payInvoices(ctx: Ctx, ids: readonly string[]): Promise<Checkout> {
  const { payments } = ctx.gateways
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { checkout, stale, description } = await ctx.aside((work) => noteCheckout({ ...ctx, ...work }, ids))
    for (const one of stale) refuseSecondPayment(await closeCheckout(ctx, one))
    if (!checkout) continue
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
  if (status === 'paid') throw conflict('Votre paiement est déjà fait, et inscrit à vos factures.', { code: 'payment-recorded' })
  if (status === 'pending')
    throw conflict('Un paiement de ces factures vient d’être fait\u00a0: il s’affichera dans un instant.', {
      code: 'payment-being-confirmed',
    })
}

interface Noted {
  /** Undefined while others have to be closed. */
  checkout?: OpenCheckout
  /** They pay some of these invoices, but not these amounts of exactly these, or to another account. */
  stale: OpenCheckout[]
  description: string
}

async function noteCheckout(ctx: Ctx, ids: readonly string[]): Promise<Noted> {
  const invoices = await lockInvoices(ctx, ids)
  const companyId = companyOfAll(invoices)
  const account = await accountOf(ctx, companyId)
  for (const { number, amountLeft } of invoices)
    if (amountLeft === 0) throw conflict(`Il ne reste rien à payer sur la facture ${number}.`, { code: 'invoice-paid' })
  if (!account || !invoices.every(({ isOnlinePaymentPossible }) => isOnlinePaymentPossible))
    throw conflict('Le paiement en ligne n’est pas possible pour ces factures.', { code: 'online-payment-impossible' })
  const amount = invoices.reduce((sum, { amountLeft }) => sum + amountLeft, 0)
  if (amount < smallestCharge)
    throw conflict('Le montant est trop petit pour être payé par carte\u00a0: au moins 0,50\u00a0$.', { code: 'invoice-too-small' })
  const parts = invoices.map(({ id: invoiceId, amountLeft }) => ({ invoiceId, amount: amountLeft })).toSorted(inOrder)
  const wanted = { companyId, accountId: account.id, amount }
  const open = await openCheckoutsOf(
    ctx,
    companyId,
    invoices.map(({ id }) => id),
  )
  const same = open.find((one) => one.accountId === account.id && JSON.stringify(one.parts) === JSON.stringify(parts))
  const description = describe(invoices)
  if (same) return { checkout: same, stale: [], description }
  if (open.length > 0) return { stale: open, description }
  const checkoutId = await insert(ctx.tx, 'client_invoice_checkouts', { ...wanted, createdAt: ctx.now })
  await insertMany(
    ctx.tx,
    'client_invoice_checkout_parts',
    parts.map((part) => ({ ...part, companyId, checkoutId })),
  )
  return { checkout: { ...wanted, parts, id: checkoutId, sessionId: null, createdAt: ctx.now }, stale: [], description }
}

const inOrder = (a: { invoiceId: string }, b: { invoiceId: string }) => (a.invoiceId < b.invoiceId ? -1 : 1)

/** Each company has an account of its own. */
function companyOfAll(invoices: readonly Held[]): string {
  const [companyId = '', ...others] = new Set(invoices.map((one) => one.companyId))
  if (others.length > 0) throw conflict('Payez séparément les factures de chaque compagnie.', { code: 'several-companies' })
  return companyId
}

function describe([first, ...others]: readonly Held[]): string {
  if (!first) return ''
  if (others.length === 0) return `Facture ${first.number}, ${first.companyName}`
  return `Factures ${[first, ...others].map(({ number }) => number).join(', ')}, ${first.companyName}`.slice(0, 250)
}

/** False if it was closed meanwhile. */
async function noteSession({ tx }: Work, { id, companyId, sessionId }: OpenCheckout): Promise<boolean> {
  const [noted] = await tx.sql`
    update client_invoice_checkouts
    set session_id = ${sessionId}
    where company_id = ${companyId} and id = ${id} and status = 'open'
    returning id`
  return noted !== undefined
}

/** Handles the provider's news of a checkout. Ignores one that isn't ours, or no longer is. */
export async function hearInvoiceCheckout(work: Work, news: PaymentNews) {
  if (news.is !== 'checkout-paid' && news.is !== 'checkout-expired') return
  await work.tx.scope({ platform: true })
  const [checkout] = await work.tx.sql<CheckoutRef>`
    select id, company_id as "companyId", account_id as "accountId" from client_invoice_checkouts where id::text = ${news.key}`
  if (!checkout) return
  // The holder of another account there could name our checkout in it.
  if (news.accountId !== null && news.accountId !== checkout.accountId) return
  await work.tx.scope({ companies: [checkout.companyId] })
  if (news.is === 'checkout-expired') await expireCheckout(work, checkout)
  else await recordPayment(work, checkout, news)
}
