import { expect, test } from './journey.ts'
import { signIn } from './people.ts'

test('a parking lot from its passes to a paid invoice, which is credited so that its lines wait again', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo', '/dashboard/invoicing/billables')
  await page.getByText('Par client', { exact: true }).click()
  await page.getByRole('grid', { name: 'À facturer' }).getByRole('row').nth(1).click()
  await page.getByRole('button', { name: 'Tout facturer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Préparer les brouillons' }).click()

  await expect(page.getByRole('heading', { name: 'Facture – brouillon' })).toBeVisible()
  await page.getByRole('button', { name: 'Émettre' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Émettre' }).click()
  await expect(page.getByRole('heading', { name: /^Facture F-\d{4}-\d{4}$/ })).toBeVisible()

  await page.getByRole('button', { name: 'Inscrire un paiement' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Inscrire le paiement' }).click()
  await expect(page.getByText('Payée', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Inscrire un paiement' })).toBeHidden()

  await page.getByRole('button', { name: 'Créditer et remettre à facturer' }).click()
  await page.getByRole('dialog').getByLabel('Raison').fill('Essai')
  await page.getByRole('dialog').getByRole('button', { name: 'Créditer' }).click()
  await expect(page.getByText('Payé en trop')).toBeVisible()
})
