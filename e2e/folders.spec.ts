import { expect, test } from './journey.ts'
import { chooseAddress, signIn } from './people.ts'

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
