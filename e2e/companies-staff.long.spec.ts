// What platform staff do with companies: activate modules, export data, delete one.
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { violations } from './looks.ts'
import { signIn } from './people.ts'

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

const menuOf = (page: Page, name: string) => page.getByRole('navigation', { name }).getByRole('link')

test('staff activate a module, and it appears in the owner’s menu', async ({ page: owner, anotherBrowser }) => {
  const staff = await anotherBrowser()
  await signIn(owner, 'proprio2@bordee.demo', '/dashboard/settings')
  await expect(menuOf(owner, 'Menu principal')).toHaveText(['Accueil', 'Clients', /^Soumissions/, 'Comptes', 'Paramètres'])
  await expect(menuOf(owner, 'À découvrir')).toHaveText(['Contrats', 'Alertes', 'Flotte'])
  await expect(owner.getByRole('region', { name: 'Contrats' })).toHaveCount(0)

  await signIn(staff, 'super@bordee.demo')
  await switchContracts(staff, true)

  await owner.reload()
  await expect(menuOf(owner, 'Menu principal')).toHaveText(['Accueil', 'Clients', 'Contrats', /^Soumissions/, 'Comptes', 'Paramètres'])
  await expect(menuOf(owner, 'À découvrir')).toHaveText(['Alertes', 'Flotte'])
  await expect(owner.getByRole('region', { name: 'Contrats' }).getByRole('link')).toHaveCount(2)

  await switchContracts(staff, false) // restore: other journeys use this company too
  await owner.reload()
  await expect(menuOf(owner, 'Menu principal')).toHaveText(['Accueil', 'Clients', /^Soumissions/, 'Comptes', 'Paramètres'])
})

async function switchContracts(page: Page, on: boolean) {
  await page.goto('/dashboard/companies/list')
  await page.getByRole('gridcell', { name: 'Neige Express', exact: true }).click()
  await page.getByRole('link', { name: 'Modifier' }).click()
  await page.getByRole('switch', { name: 'Module Contrats actif' }).setChecked(on)
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Modifications enregistrées avec succès').last()).toBeVisible()
}
