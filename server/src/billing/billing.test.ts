// What a company sees of its bills, and who may see and change what.
import { billingCalls } from '@bordee/core/billing/billing.calls.ts'
import { companyCalls } from '@bordee/core/companies/companies.calls.ts'
import { sandboxCalls } from '@bordee/core/payments/sandbox.calls.ts'
import { expect, test } from 'vitest'
import { billedUntil, collect, invoices, owing, saveCard, sendOnCredit, tokenOf } from '../testing/billing.ts'
import { wordsOf } from '../testing/pdf.ts'
import { inCompany, openTestServer } from '../testing/server.ts'

const server = await openTestServer({ PLATFORM_NAME: 'Bordée inc.', PLATFORM_TPS: '123456789RT0001', PLATFORM_TVQ: '1234567890TQ0001' })
const { getUpcomingInvoice, listInvoices, listAlertPrices, setAlertPrice, listBankOffers, buyAlerts } = billingCalls

test('owners and staff see their company’s bills, nobody else does', async () => {
  const people = await server.newCompany()
  const other = await server.newCompany()
  await saveCard(people.owner)
  const id = await owing(server, people)
  for (const role of ['super_admin', 'admin', 'owner'] as const) {
    expect(await people[role](listInvoices)).toMatchObject([{ id }])
    expect(await other[role](listInvoices)).toEqual([])
    expect((await people[role].raw(getUpcomingInvoice)).status).toBe(200)
  }
  for (const role of ['manager', 'employee', 'client'] as const)
    for (const row of [listInvoices, getUpcomingInvoice, listBankOffers]) expect((await people[role].raw(row)).status).toBe(403)
  expect((await people.employee.raw(buyAlerts, { offerId: 'alerts-500', requestKey: 'x' })).status).toBe(403)
})

test('bills are listed newest first', async () => {
  const people = await server.newCompany()
  const first = await owing(server, people, 30)
  await inCompany(
    server,
    people.companyId,
    (tx) => tx.sql`update invoices set created_at = created_at - interval '30 days', period_start = period_start - interval '30 days'`,
  )
  const second = await owing(server, people, 40)
  expect((await invoices(people.owner)).map(({ id }) => id)).toEqual([second, first])
})

test('staff change a company’s price from now on', async () => {
  const people = await server.newCompany()
  const { owner, admin, companyId } = people
  await billedUntil(server, companyId, new Date())
  await sendOnCredit(server, people, 2)
  expect(await admin(listAlertPrices)).toEqual([
    { id: 'standard', unitAmount: 10 },
    { id: 'preferred', unitAmount: 8 },
    { id: 'volume', unitAmount: 6 },
    { id: 'free', unitAmount: 0 },
  ])
  await admin(setAlertPrice, { priceId: 'volume', companyId })
  expect(await owner(companyCalls.getCurrentCompany)).toMatchObject({ alertPriceId: 'volume' })
  expect(await owner(getUpcomingInvoice)).toMatchObject({ lines: [{ amount: 20, quantity: 2 }] })
  expect((await admin.raw(setAlertPrice, { priceId: 'cheap', companyId })).status).toBe(422)
  expect((await admin.raw(setAlertPrice, { priceId: 'free', companyId: '00000000-0000-7000-8000-000000000000' })).status).toBe(404)
  for (const row of [setAlertPrice, listAlertPrices]) expect((await owner.raw(row, { priceId: 'free', companyId })).status).toBe(403)
  expect(await owner(companyCalls.getCurrentCompany)).toMatchObject({ alertPriceId: 'volume' })
})

test('a printed invoice shows the parties, the lines, the taxes and the platform’s tax numbers', async () => {
  const people = await server.newCompany('Neige & Fils <b>')
  await saveCard(people.owner)
  const id = await owing(server, people)
  await collect(server, people.companyId, id)
  const [invoice] = await invoices(people.owner)
  const token = tokenOf(invoice?.hosted_invoice_url)
  expect(invoice?.invoice_pdf).toContain(`/api/sandbox/invoices/${token}/pdf`)
  const pdf = await server.app.inject({ method: 'GET', url: `/api/sandbox/invoices/${token}/pdf` })
  expect(pdf.headers['content-type']).toBe('application/pdf')
  const text = (await wordsOf(pdf.rawPayload)).join(' ').replace(/\s+/g, ' ')
  for (const words of [
    invoice?.invoice_number ?? '',
    'Neige & Fils <b>',
    'Alertes à 0,10',
    '10,00',
    'TPS (5',
    'TVQ (9,975',
    '11,50',
    '123456789RT0001',
    'Payée le',
  ])
    expect(text).toContain(words)
  expect(await server.anyone(sandboxCalls.getSandboxInvoice, { token })).toMatchObject({
    billTo: { name: 'Neige & Fils <b>' },
    notes: ['Bordée inc.', 'TPS\u00a0: 123456789RT0001', 'TVQ\u00a0: 1234567890TQ0001'],
    status: 'paid',
  })
  for (const row of [sandboxCalls.getSandboxInvoice, sandboxCalls.printSandboxInvoice])
    expect((await server.anyone.raw(row, { token: 'nobody' })).status).toBe(404)
})
