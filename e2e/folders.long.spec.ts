import { expect, test } from './journey.ts'
import { atRest, violations } from './looks.ts'
import { headersOf, signIn } from './people.ts'

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
