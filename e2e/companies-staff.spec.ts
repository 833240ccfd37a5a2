// What platform staff do with companies: activate modules, export data, delete one.
import { stat } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { atRest, violations } from './looks.ts'
import { chooseAddress, signIn } from './people.ts'

test('staff export a company, archive it, then delete it by typing its name', async ({ page }) => {
  const name = `Éphémère ${Date.now()}`
  await signIn(page, 'super@bordee.demo')
  await createCompany(page, name)

  const row = page.getByRole('row', { name: new RegExp(name) })
  const actions = page.getByRole('button', { name: 'Actions' })
  await expect(actions).toBeDisabled()
  await row.getByRole('checkbox').check()
  await actions.click()
  await expect(page.getByRole('menuitem')).toHaveText(['Exporter les données', 'Archiver'])
  await atRest(page)
  expect(await violations(page)).toEqual([])
  const first = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Exporter les données' }).click()
  expect((await first).suggestedFilename()).toMatch(/^ephemere-\d+-\d{4}-\d\d-\d\d\.xlsx$/)
  expect((await stat(await (await first).path())).size).toBeGreaterThan(4000)

  await actions.click()
  await page.getByRole('menuitem', { name: 'Archiver' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archiver' }).click()
  await expect(page.getByText('Compagnie archivée')).toBeVisible()

  await page.getByRole('link', { name: 'Archives' }).click()
  await page.getByRole('gridcell', { name, exact: true }).click()
  const second = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Supprimer…' }).click()
  await second
  const dialog = page.getByRole('dialog', { name: 'Supprimer cette compagnie' })
  const remove = dialog.getByRole('button', { name: 'Supprimer définitivement' })
  await expect(remove).toBeDisabled()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('textbox').fill('Autre chose')
  await expect(remove).toBeDisabled()
  await dialog.getByRole('textbox').fill(name)
  await remove.click()
  await expect(page.getByText('Compagnie supprimée')).toBeVisible()
  await expect(page.getByRole('gridcell', { name, exact: true })).toHaveCount(0)
})

async function createCompany(page: Page, name: string) {
  await page.goto('/dashboard/companies/create')
  await page.getByLabel('Nom de la compagnie').fill(name)
  await page.getByLabel(/NEQ/).fill('1170000001')
  await page.getByLabel('Téléphone').fill('(418) 555-0111')
  await page.getByLabel('Courriel').fill('info@ephemere.bordee.demo')
  await chooseAddress(page, 'Adresse', '500 ch ste-foy', 'chemin Sainte-Foy')
  await page.getByRole('button', { name: 'Créer la compagnie' }).click()
  await expect(page.getByText('Compagnie créée avec succès')).toBeVisible()
}
