// A client pays a contract by card, on a phone.
import { contractToPay, fillCard, payButton } from './checkout.ts'
import { read } from './contractor.ts'
import { expect, test } from './journey.ts'
import { settled, violations } from './looks.ts'

test.use({ viewport: { width: 390, height: 844 } })
test.describe.configure({ timeout: 120_000 })

test('a refused card, one that pays, and one that the bank confirms', async ({ page, request }) => {
  const { owner, id, link } = await contractToPay(request)
  await page.goto(link)
  await page.getByRole('link', { name: 'Voir les versements' }).click()
  await page.getByRole('link', { name: /^Payer 275,94/ }).click()
  await expect(page.getByText(/Ce serveur est un serveur d’essai/)).toBeVisible()
  await settled(page)
  expect(await violations(page)).toEqual([])

  await fillCard(page, '4000 0000 0000 0002')
  await payButton(page).click()
  await expect(page.getByText('La carte a été refusée par la banque.')).toBeVisible()
  await page.getByLabel('Numéro de carte').fill('4242 4242 4242 4242')
  await payButton(page).click()
  await expect(page.getByRole('listitem').first()).toContainText('Payé')
  await expect(page.getByRole('alert').filter({ hasText: 'Paiement reçu' })).toBeFocused()
  await expect(page.getByText(/a reçu votre paiement de 275,94/)).toBeVisible()

  await page.getByRole('link', { name: /^Payer 183,96/ }).click()
  await fillCard(page, '4000 0025 0000 3155')
  await payButton(page).click()
  await expect(page.getByRole('group', { name: 'Confirmation de la banque' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Confirmer le paiement' }).click()
  await expect(page.getByText('Tout est payé. Merci!')).toBeVisible()

  const { status, payments } = (await read(request, owner, `contracts/${id}`)) as { status?: unknown; payments?: unknown }
  expect(status).toBe('paid')
  expect(payments).toMatchObject([
    { amount: 27594, type: 'credit_card', wasOnline: true },
    { amount: 18396, type: 'credit_card', wasOnline: true },
  ])
})
