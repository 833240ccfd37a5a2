import { expect, test } from './journey.ts'
import { chooseAddress, signIn } from './people.ts'

test('staff create a company, archive it and reopen it', async ({ page }) => {
  await signIn(page, 'admin@bordee.demo', '/dashboard/companies/list')
  await expect(page.getByRole('button', { name: 'Actions' })).toBeDisabled()
  await page.getByRole('link', { name: 'Créer une compagnie' }).click()
  await page.getByLabel('Nom de la compagnie').fill('Pelles de Beauport')
  await page.getByLabel(/NEQ/).fill('1170000001')
  await page.getByLabel('Téléphone').fill('(418) 555-0111')
  await page.getByLabel('Courriel').fill('info@pelles.bordee.demo')
  await page.getByRole('button', { name: 'Créer la compagnie' }).click()
  await expect(page.getByText(/Ce champ est requis|adresse complète/).first()).toBeVisible()
  await chooseAddress(page, 'Adresse', '500 ch ste-foy', 'chemin Sainte-Foy')
  await page.getByRole('button', { name: 'Créer la compagnie' }).click()
  await expect(page.getByText('Compagnie créée avec succès')).toBeVisible()

  const row = page.getByRole('row', { name: /Pelles de Beauport/ })
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Archiver' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archiver' }).click()
  await expect(page.getByText('Compagnie archivée')).toBeVisible()
  await expect(row).toHaveCount(0)

  await page.getByRole('link', { name: 'Archives' }).click()
  await page.getByRole('gridcell', { name: 'Pelles de Beauport', exact: true }).click()
  await page.getByRole('button', { name: 'Restaurer' }).click()
  await expect(page.getByText('Compagnie restaurée')).toBeVisible()
  await page.goto('/dashboard/companies/list')
  await expect(row).toBeVisible()
})
