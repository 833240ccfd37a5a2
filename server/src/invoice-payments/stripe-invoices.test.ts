// Invoices paid through Stripe: one session for several, and each news counts once.
import { api } from '@bordee/core/api.ts'
import { expect, test } from 'vitest'
import { cardPaymentsOf, invoicePayer, newInvoice } from '../testing/client-invoices.ts'
import { soon } from '../testing/soon.ts'
import { openStripeCheckouts } from '../testing/stripe/checkouts.ts'

const { stripe, server, hookUrl, people, paidNews } = await openStripeCheckouts()
const { owner } = people

test('a client pays two invoices in one session, whose news comes twice', async () => {
  const { client, clientId, email } = await invoicePayer(server, people)
  const ids: string[] = []
  for (const amount of [9000, 4500]) ids.push((await newInvoice(server, people, { clientId, amounts: [amount] })).id)
  const [id = '', ...invoiceIds] = ids
  const checkout = await client(api.payClientInvoices, { id, invoiceIds })
  expect(checkout).toMatchObject({ provider: 'stripe', accountId: people.accountId, amount: 15_522 })
  expect(await client(api.payClientInvoices, { id, invoiceIds })).toEqual(checkout)

  const news = paidNews(checkout.clientSecret)
  for (let told = 0; told < 2; told++) expect(await stripe.post(news, hookUrl)).toBe(200)
  await soon(async () => {
    const left = await Promise.all(ids.map(async (one) => (await owner(api.getClientInvoice, { id: one })).amountLeft))
    expect(left).toEqual([0, 0])
  })
  expect(await cardPaymentsOf(server, people, id)).toHaveLength(1)
  expect((await server.letterTo(email, /^Reçu/)).text).toContain('155,22')
})

test('a surplus goes back to its card, once', async () => {
  const { client, clientId } = await invoicePayer(server, people)
  const { id } = await newInvoice(server, people, { clientId })
  const { clientSecret } = await client(api.payClientInvoices, { id })
  expect(await stripe.post(paidNews(clientSecret), hookUrl)).toBe(200)
  await owner(api.creditClientInvoice, { id, creditId: crypto.randomUUID(), reason: 'Entente' })
  const [payment] = await cardPaymentsOf(server, people, id)
  const press = { id, paymentId: payment?.id ?? '', refundId: crypto.randomUUID() }
  for (let pressed = 0; pressed < 2; pressed++)
    expect(await owner(api.refundInvoicePayment, press)).toMatchObject({ overpaidAmount: 0, paidAmount: 0 })
})
