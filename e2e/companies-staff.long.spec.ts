// What platform staff do with companies: activate modules, export data, delete one.
import { stat } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { atRest, violations } from './looks.ts'
import { chooseAddress, signIn } from './people.ts'

test('the super administrator sees the statistics; an administrator does not', async ({ page, anotherBrowser }) => {
  await signIn(page, 'super@bordee.demo', '/dashboard/settings')
  await page.getByRole('link', { name: /^Statistiques/ }).click()
  await expect(page.getByRole('heading', { name: 'Statistiques' })).toBeVisible()
  await expect(page.getByRole('definition')).toHaveCount(5)
  await expect(page.getByRole('region', { name: 'Alertes envoyées par jour' })).toBeVisible()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  const admin = await anotherBrowser()
  await signIn(admin, 'admin@bordee.demo', '/dashboard/statistics')
  await admin.waitForURL('**/dashboard/companies/list')
})

/** The menu of a company without modules. */
const bare: (string | RegExp)[] = ['Accueil', 'Clients', 'Réclamations', 'Bulletin', 'Heures', /^Soumissions/, 'Comptes', 'Paramètres']
const menuOf = (page: Page, name: string) => page.getByRole('navigation', { name }).getByRole('link')

test('staff activate a module, and it appears in the owner’s menu', async ({ page: owner, anotherBrowser }) => {
  const staff = await anotherBrowser()
  await signIn(owner, 'proprio2@bordee.demo', '/dashboard/settings')
  await expect(menuOf(owner, 'Menu principal')).toHaveText(bare)
  await expect(menuOf(owner, 'À découvrir')).toHaveText(['Contrats', 'Alertes', 'Flotte'])
  await expect(owner.getByRole('region', { name: 'Contrats' })).toHaveCount(0)

  await signIn(staff, 'super@bordee.demo')
  await switchContracts(staff, true)

  await owner.reload()
  const withContracts = ['Accueil', 'Clients', 'Contrats', 'Facturation', ...bare.slice(2)]
  await expect(menuOf(owner, 'Menu principal')).toHaveText(withContracts)
  await expect(menuOf(owner, 'À découvrir')).toHaveText(['Alertes', 'Flotte'])
  await expect(owner.getByRole('region', { name: 'Contrats' }).getByRole('link')).toHaveCount(2)

  await switchContracts(staff, false) // restore: other journeys use this company too
  await owner.reload()
  await expect(menuOf(owner, 'Menu principal')).toHaveText(bare)
})

async function switchContracts(page: Page, on: boolean) {
  await page.goto('/dashboard/companies/list')
  await page.getByRole('gridcell', { name: 'Neige Express', exact: true }).click()
  await page.getByRole('link', { name: 'Modifier' }).click()
  await page.getByRole('switch', { name: 'Module Contrats actif' }).setChecked(on)
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Modifications enregistrées avec succès').last()).toBeVisible()
}

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
