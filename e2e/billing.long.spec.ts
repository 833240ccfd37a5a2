// What the platform bills a company: read, bought, confirmed with the bank, and paid on the provider's page.
import type { APIRequestContext } from '@playwright/test'
import { billing, figure, fillCard, secured } from './billing.ts'
import { read, write } from './contractor.ts'
import { expect, test } from './journey.ts'
import { settled, violations } from './looks.ts'
import { newCompany, signIn } from './people.ts'

test.describe.configure({ timeout: 120_000 })

async function saveSecured(request: APIRequestContext, owner: string) {
  const { clientSecret } = (await write(request, owner, 'payment_methods/setup', {})) as unknown as { clientSecret: string }
  const { paymentMethodId } = await write(request, owner, `sandbox/setup/${clientSecret}`, { card: secured, isAuthenticated: true })
  await write(request, owner, 'payment_methods', { paymentMethodId })
}

for (const [width, height] of [
  [1440, 1000],
  [390, 844],
] as const)
  test(`an owner reads the charges, an invoice and its PDF, ${width} wide`, async ({ page, request }) => {
    await page.setViewportSize({ width, height })
    await signIn(page, 'proprio@bordee.demo', billing)
    const list = page.getByRole('table', { name: 'Factures' })
    await expect(list.getByRole('row')).toHaveCount(4)
    await expect(list.getByText('Payée', { exact: true })).toHaveCount(3)
    await expect(figure(page, 'Alertes en banque')).toContainText(/\d/)
    await settled(page)
    expect(await violations(page)).toEqual([])

    const pdf = await request.get((await page.getByRole('link', { name: 'PDF de la facture F-000001' }).getAttribute('href')) ?? '')
    expect(pdf.headers()['content-type']).toBe('application/pdf')
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')

    await page.goto((await page.getByRole('link', { name: 'Voir la facture F-000001' }).getAttribute('href')) ?? '')
    await expect(page.getByRole('heading', { name: 'Facture F-000001' })).toBeVisible()
    await expect(page.getByText(/Payée le/)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Payer/ })).toHaveCount(0)
    await settled(page)
    expect(await violations(page)).toEqual([])
  })

test('a payment waiting for the bank can be made on the invoice’s own page', async ({ page, request }) => {
  const owner = await newCompany(request)
  await saveSecured(request, owner)
  await write(request, owner, 'alert-bank/purchase', { offerId: 'alerts-500', requestKey: 'page' })
  await signIn(page, owner, billing)
  await expect(page.getByText('À payer', { exact: true })).toBeVisible()
  const link = (await page.getByRole('link', { name: /^Payer la facture/ }).getAttribute('href')) ?? ''
  await page.goto(link)
  await fillCard(page, '4000 0000 0000 0002')
  await page.getByRole('button', { name: /^Payer 51,74/ }).click()
  await expect(page.getByText('La carte a été refusée par la banque.')).toBeVisible()
  await page.getByLabel('Numéro de carte').fill('4000 0025 0000 3155')
  await page.getByRole('button', { name: /^Payer 51,74/ }).click()
  await page.getByRole('button', { name: 'Confirmer le paiement' }).click()
  await expect(page.getByText(/Payée le/)).toBeVisible()
  await expect.poll(async () => (await read(request, owner, 'alert-bank/total')).amount).toBe(500)
  await page.goto(billing)
  await expect(page.getByText('Payée', { exact: true })).toBeVisible()
})

test('alerts are activated with a card that the bank confirms', async ({ page, request }) => {
  const owner = await newCompany(request)
  await saveSecured(request, owner)
  await signIn(page, owner, '/dashboard/alerts')
  await page.getByRole('button', { name: 'Activer maintenant par carte' }).click()
  await page.getByRole('button', { name: /^Payer 229,95/ }).click()
  await page.getByRole('dialog', { name: 'Confirmation de la banque' }).getByRole('button', { name: 'Confirmer le paiement' }).click()
  await expect(page.getByText('Les alertes sont actives.')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Envois' })).toBeVisible()
})

test('staff change the price of a company’s alerts', async ({ page, request }) => {
  await signIn(page, 'super@bordee.demo', billing)
  const price = page.getByRole('region', { name: 'Prix d’une alerte' }).getByRole('combobox')
  await expect(price).toHaveValue(/0,10/)
  for (const cents of ['0,08', '0,10']) {
    await price.click()
    await page.getByRole('option', { name: new RegExp(cents) }).click()
    await expect(page.getByText('Prix modifié').last()).toBeVisible()
    await expect(price).toHaveValue(new RegExp(cents))
  }
  expect((await read(request, 'super@bordee.demo', 'billing/prices')).length).toBe(4)
})

test('an owner buys alerts with a card that the bank confirms', async ({ page, request }) => {
  const owner = await newCompany(request)
  await signIn(page, owner, billing)
  await expect(page.getByText('Aucune facture')).toBeVisible()
  await expect(page.getByText('Rien à facturer pour le moment')).toBeVisible()
  await page.getByRole('button', { name: 'Acheter des alertes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Acheter des alertes' })
  await fillCard(dialog, secured.number)
  await dialog.getByRole('button', { name: 'Enregistrer la carte' }).click()
  await dialog.getByRole('button', { name: 'Confirmer la carte' }).click()
  await dialog.getByRole('radio', { name: /^1\s000\salertes/ }).click()
  await settled(page)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: /^Payer 97,73/ }).click()

  const bank = page.getByRole('dialog', { name: 'Confirmation de la banque' })
  await expect(bank.getByText(/97,73/)).toBeVisible()
  await bank.getByRole('button', { name: 'Annuler' }).click()
  await expect(page.getByText('La banque n’a pas confirmé ce paiement.')).toBeVisible()
  await dialog.getByRole('button', { name: /^Payer 97,73/ }).click()
  await bank.getByRole('button', { name: 'Confirmer le paiement' }).click()
  await expect(page.getByText('Les alertes sont dans votre banque.')).toBeVisible()
  await expect(figure(page, 'Alertes en banque')).toContainText(/1\s000/)
  await expect(page.getByRole('table', { name: 'Factures' }).getByText('Payée', { exact: true })).toHaveCount(1)
  await expect(page.getByRole('table', { name: 'Factures' }).getByText('Annulée', { exact: true })).toHaveCount(1)
})
