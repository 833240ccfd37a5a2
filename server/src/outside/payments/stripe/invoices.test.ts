// The platform’s invoices at Stripe, against a local server that speaks Stripe’s API.
import { describe, expect, test } from 'vitest'
import { openStripeGateway, tomorrow } from '../../../testing/stripe/gateway.ts'
import type { TestCard } from '../../../testing/stripe/memory.ts'
import { confirmInvoice } from '../../../testing/stripe/people.ts'
import type { Bill } from '../payments.ts'

const { stripe, payments, work, newKey, newCustomer, savedCard } = await openStripeGateway()

describe('the platform’s bills', () => {
  const bill = (customerId: string, key: string): Bill => ({
    key,
    customerId,
    billTo: { name: 'Neige', lines: [] },
    lines: [
      {
        description: 'Alertes à 0,10\u00a0$',
        quantity: 37,
        amount: 370,
        period: { start: new Date('2026-10-01T04:00:00Z'), end: new Date('2026-11-01T04:00:00Z'), timeZone: 'America/Toronto' },
      },
      { description: 'Crédit', quantity: 1, amount: -20, period: null },
    ],
    taxes: [
      { description: 'TPS (5\u00a0%)', amount: 18 },
      { description: 'TVQ (9,975\u00a0%)', amount: 35 },
    ],
    total: 403,
    notes: ['TPS 123456789RT0001', 'TVQ 1234567890TQ0001'],
  })
  const issuedFor = (customerId: string) => [...stripe.memory.invoices.values()].filter((one) => one.customer === customerId)

  test('are issued unchanged, to the cent, and collected only by us', async () => {
    const customerId = await newCustomer()
    const invoice = await payments.issueInvoice(work(), bill(customerId, 'whole'))
    expect(invoice).toMatchObject({
      key: 'whole',
      status: 'open',
      total: 403,
      paidAt: null,
      hostedUrl: expect.any(String),
      pdfUrl: expect.any(String),
    })
    const [there] = issuedFor(customerId)
    expect(there).toMatchObject({ auto_advance: false, footer: 'TPS 123456789RT0001\nTVQ 1234567890TQ0001' })
    expect(there?.lines.data.map(({ description, amount }) => [description, amount])).toEqual([
      ['37 × Alertes à 0,10\u00a0$', 370],
      ['Crédit', -20],
      ['TPS (5\u00a0%)', 18],
      ['TVQ (9,975\u00a0%)', 35],
    ])
    expect(await payments.readInvoice(work(), invoice.id)).toEqual(invoice)
    expect(await payments.readInvoice(work(), 'in_unknown')).toBeNull()
    const listed = await payments.listInvoices(work(), new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000))
    expect(listed).toContainEqual(invoice)
  })

  test.each([/POST \/v1\/invoices$/, /add_lines$/, /finalize$/])('are issued once, whatever answer is lost: %s', async (step) => {
    for (const isForgotten of [false, true]) {
      const customerId = await newCustomer()
      const key = newKey()
      stripe.lose(step)
      await expect(payments.issueInvoice(work(), bill(customerId, key))).rejects.toMatchObject({ status: 503 })
      if (isForgotten) stripe.forgetKeys()
      const issued = await payments.issueInvoice(work(isForgotten ? tomorrow : 0), bill(customerId, key))
      expect(issuedFor(customerId)).toMatchObject([{ id: issued.id, status: 'open', total: 403 }])
    }
  })

  test('are not issued if they do not add up', async () => {
    const customerId = await newCustomer()
    await expect(payments.issueInvoice(work(), { ...bill(customerId, newKey()), total: 404 })).rejects.toThrow('403 instead of 404')
    expect(issuedFor(customerId)).toMatchObject([{ status: 'draft' }])
  })

  async function issued(card: TestCard) {
    const customerId = await newCustomer()
    const cardId = await savedCard(customerId, card)
    const { id: invoiceId } = await payments.issueInvoice(work(), bill(customerId, newKey()))
    return { invoiceId, customerId, cardId, key: newKey() }
  }

  test('are paid once, even if an answer was lost', async () => {
    const attempt = await issued('pm_card_visa')
    stripe.lose(/pay$/)
    await expect(payments.payInvoice(work(), attempt)).rejects.toMatchObject({ status: 503 })
    for (const key of [attempt.key, newKey()]) expect(await payments.payInvoice(work(), { ...attempt, key })).toEqual({ status: 'paid' })
    stripe.forgetKeys()
    expect(await payments.payInvoice(work(), attempt)).toEqual({ status: 'paid' })
    expect(await payments.readInvoice(work(), attempt.invoiceId)).toMatchObject({ status: 'paid', paidAt: expect.any(Date) })
    expect(await payments.voidInvoice(work(), attempt.invoiceId)).toBe('paid')
    expect(await payments.giveUpInvoice(work(), attempt.invoiceId)).toBe('paid')
  })

  test('stay open when the bank refuses the card', async () => {
    const attempt = await issued('pm_card_chargeCustomerFail')
    for (let i = 0; i < 2; i++)
      expect(await payments.payInvoice(work(), attempt)).toEqual({ status: 'refused', message: 'La carte a été refusée par la banque.' })
    const other = await savedCard(attempt.customerId)
    expect(await payments.payInvoice(work(), { ...attempt, cardId: other, key: newKey() })).toEqual({ status: 'paid' })
  })

  test('are paid once the bank’s question is answered in the browser, though Stripe repeats the refusal', async () => {
    const attempt = await issued('pm_card_authenticationRequired')
    const outcome = await payments.payInvoice(work(), attempt)
    expect(outcome).toEqual({ status: 'action', clientSecret: expect.stringContaining('_secret_') })
    if (outcome.status === 'action') confirmInvoice(stripe, outcome.clientSecret)
    expect(await payments.payInvoice(work(), attempt)).toEqual({ status: 'paid' })
  })

  test('are annulled, or given up', async () => {
    const [one, other] = [await issued('pm_card_visa'), await issued('pm_card_visa')]
    for (let i = 0; i < 2; i++) expect(await payments.voidInvoice(work(), one.invoiceId)).toBe('void')
    expect(await payments.payInvoice(work(), one)).toMatchObject({ status: 'refused' })
    for (let i = 0; i < 2; i++) expect(await payments.giveUpInvoice(work(), other.invoiceId)).toBe('uncollectible')
    expect(await payments.payInvoice(work(), other)).toEqual({ status: 'paid' })
  })
})
