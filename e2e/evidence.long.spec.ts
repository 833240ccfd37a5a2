import { expect, test } from './journey.ts'
import { signIn } from './people.ts'

test('the office corrects a visit, and both are shown', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo')
  await page.goto('/dashboard/claims')
  await page.getByRole('row', { name: /Ginette Lavoie/ }).click()
  await page.getByRole('link', { name: 'Claire Pelletier' }).click()
  await page.getByRole('tab', { name: 'Visites' }).click()
  await page.getByRole('button', { name: 'Corriger' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Aucune visite').click()
  await dialog.getByLabel('Motif').fill('Le camion attendait au coin.')
  await dialog.getByRole('button', { name: 'Corriger' }).click()
  await page.getByRole('button', { name: 'Corrigée' }).first().click()
  await expect(page.getByRole('dialog').getByRole('list', { name: 'Corrections' })).toContainText('aucune visite')
})
