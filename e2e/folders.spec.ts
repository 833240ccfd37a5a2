import { expect, test } from './journey.ts'
import { chooseAddress, drawSquare, signIn } from './people.ts'

test('an office worker creates a folder, from the address to three occupants', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo', '/dashboard/client-folders')
  await page.getByRole('link', { name: 'Nouveau client' }).click()
  await expect(page.getByRole('heading', { name: 'Nouveau client' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Suivant' })).toBeDisabled()

  await page.getByRole('textbox', { name: 'Nom', exact: true }).fill('Rosalie Saint-Amant')
  await page.getByRole('textbox', { name: 'Courriel' }).fill('rosalie@exemple.ca')
  await chooseAddress(page, 'Adresse de facturation', '500 rue saint-jean', 'rue Saint-Jean')
  await page.getByRole('button', { name: 'Suivant' }).click()

  // The site starts with the client's billing address.
  const name = page.getByRole('textbox', { name: 'Nom du point de service' })
  await expect(name).toHaveValue(/rue Saint-Jean/)
  await page.getByRole('button', { name: 'Précédent', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Nom', exact: true })).toHaveValue('Rosalie Saint-Amant')
  await page.getByRole('button', { name: 'Suivant' }).click()
  await name.fill('Maison')
  await page.getByRole('button', { name: 'Suivant' }).click()

  for (const [i, phone] of ['4185550161', '4185550162', ''].entries()) {
    await page.getByRole('button', { name: 'Ajouter un occupant' }).click()
    const occupant = page.getByRole('group', { name: `Occupant ${i + 1}` })
    await occupant.getByLabel('Prénom').fill(`Voisin ${i + 1}`)
    await occupant.getByLabel('Téléphone').fill(phone)
  }
  await page.getByRole('button', { name: 'Créer le client' }).click()
  await expect(page.getByText('Il manque le numéro de téléphone de certains occupants.')).toBeVisible()
  await page.getByRole('group', { name: 'Occupant 3' }).getByLabel('Téléphone').fill('+1 418 555-0163')
  await page.getByRole('button', { name: 'Créer le client' }).click()

  await expect(page.getByText('Client créé avec succès')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Rosalie Saint-Amant' })).toBeVisible()
  await page.getByRole('tab', { name: 'Occupants' }).click()
  await expect(page.getByRole('row', { name: /\(418\) 555-0163/ })).toBeVisible()
  await page.getByRole('tab', { name: 'Points de service' }).click()
  await expect(page.getByRole('row', { name: /Maison/ })).toContainText('Actif')
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
