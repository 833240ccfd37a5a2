import { newFleet } from './fleet.ts'
import { expect, test } from './journey.ts'
import { looksRight } from './looks.ts'
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

test('a tracker shows its key once, reports, and appears on the map', { tag: '@looks' }, async ({ page, request }) => {
  const fleet = await newFleet(request)
  await signIn(page, fleet.email, '/dashboard/geolocation/devices')
  await page.getByRole('link', { name: 'Nouvel appareil' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nom').fill('Chargeuse 4')
  await dialog.getByRole('button', { name: 'Ajouter' }).click()
  const key = await dialog.getByRole('textbox', { name: 'Clé de l’appareil' }).inputValue()
  await expect(dialog.getByRole('textbox', { name: 'URL du serveur' })).toHaveValue(/\/api\/devices\/ingest$/)
  await dialog.getByText('Régler Traccar Client à la main').click()
  await expect(dialog.getByRole('table')).toContainText('Intervalle (secondes)')
  const code = page.getByRole('img', { name: 'Code QR à balayer' })
  await expect(code).toBeVisible()
  await looksRight(page, 'appareil-cle', [390, 1440])
  await dialog.getByRole('button', { name: 'L’appareil est configuré' }).click()
  await expect(page.getByText('Cet appareil n’a encore envoyé aucune position.')).toBeVisible()

  const timestamp = Math.round(Date.now() / 1000)
  const heard = await request.get('/api/devices/ingest', { params: { id: key, lat: 46.8108, lon: -71.2184, timestamp, batt: 81 } })
  expect(heard.status()).toBe(200)
  await page.reload()
  await expect(page.getByRole('row', { name: /Chargeuse 4/ })).toContainText(/81\s%/)
  await expect(page.getByRole('row', { name: /Chargeuse 4/ })).toContainText('OsmAnd')
  await expect(code).toBeHidden()
  await expect(page.getByRole('button', { name: /^Position du / })).toBeVisible()

  await page.getByRole('button', { name: 'Nouvelle clé' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Changer la clé' }).click()
  await expect(page.getByRole('textbox', { name: 'Clé de l’appareil' })).not.toHaveValue(key)
  await expect(code).toBeVisible()
  await page.getByRole('button', { name: 'L’appareil est configuré' }).click()
  expect((await request.get('/api/devices/ingest', { params: { id: key, lat: 46.8, lon: -71.2, timestamp } })).status()).toBe(404)

  await page.getByRole('button', { name: 'Supprimer cet appareil' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer', exact: true }).click()
  await expect(page.getByText('Aucun appareil', { exact: true })).toBeVisible()
})
