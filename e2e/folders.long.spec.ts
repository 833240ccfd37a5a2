import { expect, test } from './journey.ts'
import { atRest, violations } from './looks.ts'
import { chooseAddress, drawSquare, headersOf, signIn } from './people.ts'

test('staff geocode a site without a location, and it keeps the result', async ({ page, request }) => {
  const name = `Sans Lieu ${Date.now()}`
  const made = await request.post('/api/customers', {
    data: { client: { name }, site: { name: 'Entrée', address: { civicNumber: '500', street: 'rue Saint-Jean', city: 'Québec' } } },
    headers: await headersOf(request, 'super@bordee.demo'),
  })
  expect(made.status()).toBe(201)
  await signIn(page, 'super@bordee.demo', '/dashboard/client-folders/list')
  await page.getByPlaceholder('Rechercher').first().fill(name)
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('À localiser')
  await row.getByRole('checkbox').check()

  await page.getByRole('button', { name: 'Géocoder' }).click()
  const dialog = page.getByRole('dialog', { name: 'Géocoder les points de service' })
  await expect(dialog.getByRole('checkbox', { name: `${name} – Entrée` })).toBeChecked()
  await expect(dialog.getByRole('button', { name: /^Entrée, 500, rue Saint-Jean/ })).toBeVisible()
  await atRest(page)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Tout décocher' }).click()
  await expect(dialog.getByRole('button', { name: /^Accepter/ })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: `${name} – Entrée` }).check()
  await dialog.getByRole('button', { name: 'Accepter 1 position' }).click()

  await expect(page.getByText('Modifications enregistrées avec succès')).toBeVisible()
  await expect(row).toContainText('Actif')
  await page.reload()
  await page.getByPlaceholder('Rechercher').first().fill(name)
  await expect(row).toContainText('Actif')
})

test('a service is created in red and edited, and can’t be deleted while an area uses it', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo', '/dashboard/services')
  await page.getByRole('button', { name: 'Nouveau service' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Nom' }).fill('Déglaçage')
  await expect(dialog.getByRole('radio', { name: 'Rouge' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Cyan' }).click()
  await dialog.getByLabel('Augmentation annuelle').fill('2,5')
  await dialog.getByRole('button', { name: 'Créer' }).click()
  await expect(page.getByRole('row', { name: /Déglaçage/ })).toContainText('2,5 %')

  await page.getByRole('row', { name: /^Déneigement Stationnement/ }).click()
  await page.getByRole('button', { name: 'Supprimer ce service' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByText('Ce service est utilisé par une zone')).toBeVisible()
})

test('a manager sees only the occupants of assigned customers, adds one, and has no access to folders', async ({ page }) => {
  await signIn(page, 'gestion@bordee.demo')
  await expect(page.getByRole('heading', { name: 'Occupants' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Clients' })).toHaveCount(0)
  const all = page.getByRole('grid', { name: 'Occupants' })
  await expect(all.getByRole('row').nth(1)).toBeVisible()

  await page.getByRole('button', { name: 'Ajouter un occupant' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Prénom').fill('Ginette')
  await dialog.getByLabel('Téléphone').fill('4185550177')
  await expect(dialog.getByLabel('Notes')).toHaveCount(0)
  await dialog.getByRole('combobox', { name: 'Point de service' }).fill('Pelletier')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Ajouter' }).click()
  await expect(page.getByText('Occupant ajouté.')).toBeVisible()
  await page.getByPlaceholder('Rechercher').first().fill('ginette')
  await expect(all.getByRole('row')).toHaveCount(2)

  await page.goto('/dashboard/client-folders/list')
  await expect(page).toHaveURL(/occupants/)
})

test('an office worker draws an area, reads its size and saves it; the last area can’t be removed', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1000 })
  await signIn(page, 'proprio@bordee.demo', '/dashboard/client-folders/create')
  await page.getByRole('textbox', { name: 'Nom', exact: true }).fill('Chalet du Lac')
  await page.getByRole('button', { name: 'Suivant' }).click()
  await page.getByRole('textbox', { name: 'Nom du point de service' }).fill('Entrée')
  await chooseAddress(page, 'Adresse du point de service', '1100 avenue cartier', 'avenue Cartier')
  await page.getByRole('button', { name: 'Suivant' }).click()
  await page.getByRole('button', { name: 'Créer le client' }).click()
  await expect(page.getByRole('heading', { name: 'Chalet du Lac' })).toBeVisible()
  await page.getByRole('tab', { name: 'Points de service' }).click()
  await page.getByRole('row', { name: /Entrée/ }).click()
  await expect(page.getByRole('heading', { name: 'Entrée' })).toBeVisible()

  await expect(page.getByText('Aucune zone')).toBeVisible()
  await drawSquare(page, 'Zones du point de service', 55)

  const zone = page.getByRole('region', { name: 'Zone A' })
  await expect(zone.getByText(/^[\d\s]+pi²$/)).toBeVisible()
  const size = (await zone.getByText(/pi²$/).textContent()) ?? ''
  await expect(zone.getByText('Déneigement', { exact: true })).toBeVisible() // the company's default service
  await expect(zone.getByRole('button', { name: 'Supprimer Zone A' })).toBeDisabled()
  await zone.getByRole('button', { name: 'Placer : Déposer la neige ici' }).click()
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Modification sauvegardée')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('region', { name: 'Zone A' }).getByText(size)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Indicateurs placés' }).getByText('Déposer la neige ici')).toBeVisible()
})
