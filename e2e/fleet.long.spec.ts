import { expect, test } from './journey.ts'
import { headersOf, signIn } from './people.ts'

test('platform staff copy a run to a company, and delete it', async ({ page, request }) => {
  const headers = await headersOf(request, 'super@bordee.demo')
  const readIds = async () =>
    ((await (await request.get('/api/runs', { headers })).json()) as { id: string; finishedAt: string | null }[])
      .filter(({ finishedAt }) => finishedAt)
      .map(({ id }) => id)
  const before = await readIds()
  await signIn(page, 'super@bordee.demo', `/dashboard/geolocation/runs/${before[0]}`)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Dupliquer vers une compagnie' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Dupliquer' })).toBeDisabled()
  await dialog.getByRole('combobox', { name: 'Compagnie de destination' }).fill('Boréal')
  await page.getByRole('option', { name: 'Déneigement Boréal inc.' }).click()
  await dialog.getByRole('button', { name: 'Dupliquer' }).click()
  await expect(page.getByText('Tournée dupliquée.')).toBeVisible()

  // Restore: other journeys use this company too.
  const [copy] = (await readIds()).filter((id) => !before.includes(id))
  await page.goto(`/dashboard/geolocation/runs/${copy}`)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Supprimer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByText('Tournée supprimée avec succès.')).toBeVisible()
  await expect(page).toHaveURL(/\/geolocation\/runs$/)
})

test('platform staff connect the tracking provider and assign the tracker it reports', async ({ page }) => {
  await signIn(page, 'super@bordee.demo', '/dashboard/settings/lightbug')
  const state = page.getByRole('region', { name: 'État du jeton' })
  await expect(state).toContainText('Absent')
  await page.getByRole('button', { name: 'Mettre à jour' }).click()
  await expect(page.getByText('Courriel et mot de passe requis.').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Courriel' }).fill('flotte@bordee.demo')
  await page.getByLabel(/^Mot de passe/).fill('trace-moi')
  await page.getByRole('button', { name: 'Mettre à jour' }).click()
  await expect(page.getByText('Jeton mis à jour avec succès')).toBeVisible()
  await expect(state).toContainText('Présent')

  const tracker = page.getByRole('row', { name: /Traceur d’essai/ })
  await expect(async () => {
    await page.goto('/dashboard/geolocation/devices')
    await expect(tracker).toBeVisible({ timeout: 2000 })
  }).toPass()
  await tracker.click()
  const company = page.getByRole('combobox', { name: 'Compagnie' })
  await company.fill('Boréal')
  await page.getByRole('option', { name: 'Déneigement Boréal inc.' }).click()
  await expect(page.getByText('Modification sauvegardée').first()).toBeVisible()
  await expect(company).toHaveValue('Déneigement Boréal inc.')

  // Restore: the tracker is unassigned again.
  await page.getByRole('button', { name: 'Supprimer cet appareil' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto('/dashboard/settings/lightbug')

  await page.route('**/api/lightbug-auth/token-status', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('Impossible de lire l’état du jeton.')).toBeVisible()
})
