import type { Invoice } from '@bordee/core/billing/invoice.ts'
import type { Role } from '@bordee/core/roles.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { initApi } from '../api.ts'
import { SavedCards } from '../payments/SavedCards.tsx'
import { Look } from '../ui/Look.tsx'
import { LateInvoices } from './LateInvoices.tsx'

vi.mock('../session.tsx', async (original) => ({
  ...(await original<object>()),
  useMe: () => ({ role: server.role, company: { id: 'c1' } }),
}))

const late = {
  id: 'f1',
  invoice_number: 'F-000012',
  purpose: 'alerts',
  total: 1150,
  status: 'uncollectible',
  is_past_due: true,
  hosted_invoice_url: 'https://exemple.ca/facture',
} as Invoice
const paid = { ...late, id: 'f2', invoice_number: 'F-000011', status: 'paid', is_past_due: false } as Invoice
const card = { id: 'pm_2', name: 'Paule', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2099, isDefault: false }

/** The fake server. */
const server = { role: 'owner' as Role, asked: [] as string[] }
const json = (body: unknown) => new Response(JSON.stringify(body))
async function answer(url: string, { method = 'GET' }: RequestInit = {}): Promise<Response> {
  const path = new URL(url, 'http://localhost').pathname
  server.asked.push(`${method} ${path}`)
  if (path.endsWith('/pay')) return json({ status: 'paid' })
  if (path.endsWith('/billing/invoices')) return json([paid, late])
  return json(path.endsWith('/payment_methods') ? [card] : null)
}

beforeEach(() => {
  Object.assign(server, { role: 'owner', asked: [] })
  initApi({
    token: async () => 'token',
    tokenAtHand: () => 'token',
    companyId: () => null,
    onCompanyChanged: () => undefined,
    fetch: answer as unknown as typeof fetch,
  })
})
afterEach(() => initApi(undefined))

const show = (content: ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Look>{content}</Look>
    </QueryClientProvider>,
  )

test('the page of a late invoice is one click away, and that of a paid one is not shown', async () => {
  await show(<LateInvoices />)
  const link = page.getByRole('link')
  await expect.element(link).toHaveAttribute('href', late.hosted_invoice_url ?? '')
  await expect.element(link).toHaveTextContent('Payer la facture Bordée F-000012 (11,50 $)')
})

test('an employee, who sees no invoice, is shown none', async () => {
  server.role = 'employee'
  await show(<LateInvoices />)
  expect(server.asked).toEqual([])
})

test('a new default card offers to pay the invoice that was given up, and charges nothing unasked', async () => {
  await show(<SavedCards />)
  const prefer = page.getByRole('button', { name: /Définir par défaut/ })
  const pays = () => server.asked.filter((one) => one.endsWith('/pay'))

  await prefer.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click()
  expect(pays()).toEqual([])

  await prefer.click()
  await expect.element(page.getByRole('dialog').getByText(/F-000012 de 11,50.* est en retard/)).toBeVisible()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Payer 11,50/ })
    .click()
  await expect.poll(pays).toEqual(['POST /api/billing/invoices/f1/pay'])
})
