import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { violations } from './looks.ts'
import { chooseAddress, signIn, signOut } from './people.ts'

const saved = 'Modifications enregistrées avec succès'

const alertsSection = (page: Page) => page.getByRole('region', { name: 'Alertes', exact: true })

async function switchAlerts(page: Page, on: boolean) {
  await page.goto('/dashboard/companies/list')
  await page.getByRole('gridcell', { name: 'Neige Express', exact: true }).click()
  await page.getByRole('link', { name: 'Modifier' }).click()
  await page.waitForURL('**/dashboard/companies/edit/**')
  await expect(page.getByRole('button', { name: 'Enregistrer' })).toBeDisabled()
  await page.getByRole('switch', { name: 'Module Alertes actif' }).setChecked(on)
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText(saved).last()).toBeVisible()
}

test('staff activate the alerts module, and the owner gets its settings', async ({ page }) => {
  await signIn(page, 'proprio2@bordee.demo', '/dashboard/company')
  await page.waitForURL('**/dashboard/company/general')
  await expect(page.getByLabel('Nom de la compagnie')).toHaveValue('Neige Express')
  await expect(alertsSection(page)).toHaveCount(0)
  await expect(page.getByRole('tab')).toHaveText(['Général', 'Abonnement Bordée'])
  await signOut(page)

  await signIn(page, 'super@bordee.demo')
  await switchAlerts(page, true)
  await signOut(page)

  await signIn(page, 'proprio2@bordee.demo', '/dashboard/company')
  await expect(alertsSection(page)).toBeVisible()
  await expect(alertsSection(page).getByRole('switch', { name: 'Module Alertes actif' })).toHaveCount(0)
  await alertsSection(page).getByRole('switch', { name: 'Limiter les heures d’envoi' }).check()
  await expect(alertsSection(page).getByRole('combobox', { name: 'Heure de début' })).toHaveValue('6\u00a0h')
  await expect(alertsSection(page).getByRole('combobox', { name: 'Heure de fin' })).toHaveValue('17\u00a0h')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText(saved).last()).toBeVisible()
  await page.reload()
  await expect(alertsSection(page).getByRole('combobox', { name: 'Heure de fin' })).toHaveValue('17\u00a0h')
  await alertsSection(page).getByRole('switch', { name: 'Limiter les heures d’envoi' }).uncheck()
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText(saved).last()).toBeVisible()
  await signOut(page)

  await signIn(page, 'super@bordee.demo')
  await switchAlerts(page, false) // restore: other journeys use this company too
})

test('an owner doesn’t lose unsaved changes', async ({ page }) => {
  await signIn(page, 'proprio2@bordee.demo', '/dashboard/company/general')
  const phone = page.getByLabel('Téléphone')
  await expect(phone).toHaveValue('(418) 555-0188')
  await expect(page.getByRole('button', { name: 'Enregistrer' })).toBeDisabled()
  await phone.fill('(418) 555-0199')

  const prompt = page.getByRole('dialog', { name: 'Modifications non enregistrées' })
  await page.getByRole('tab', { name: 'Abonnement Bordée' }).click()
  await prompt.getByRole('button', { name: 'Annuler' }).click()
  await expect(phone).toHaveValue('(418) 555-0199')
  await page.getByRole('link', { name: 'Comptes' }).click()
  await prompt.getByRole('button', { name: 'Enregistrer', exact: true }).click()
  await page.waitForURL('**/dashboard/accounts/list')

  await page.goto('/dashboard/company/nulle-part')
  await page.waitForURL('**/dashboard/company/general')
  await expect(phone).toHaveValue('(418) 555-0199')
  await page.reload()
  await expect(phone).toHaveValue('(418) 555-0199')
  expect(await violations(page)).toEqual([])
  await phone.fill('(418) 555-0188')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText(saved).last()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enregistrer' })).toBeDisabled()
})

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
