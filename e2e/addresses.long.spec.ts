import { expect, test } from './journey.ts'
import { chooseAddress, signIn } from './people.ts'

test('a suggestion without a postal code asks for it, and picking another address keeps the apartment', async ({ page }) => {
  await page.route('**/api/addresses/details/**', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...((await answer.json()) as object), zip: null } })
  })
  await page.goto('/sign-up')
  const address = page.getByRole('textbox', { name: 'Adresse' })
  const choose = async (search: string, offered: string) => {
    await address.fill(search)
    await page.getByRole('option', { name: offered }).first().click()
  }
  await choose('500 rue saint-jean', 'rue Saint-Jean')
  await page.getByRole('textbox', { name: 'Appartement ou bureau' }).fill('302')
  await page.getByRole('textbox', { name: 'Code postal' }).fill('g1r 1p8')
  await choose('1100 avenue cartier', 'avenue Cartier')
  await expect(address).toHaveValue(/avenue Cartier/)
  await expect(page.getByRole('textbox', { name: 'Appartement ou bureau' })).toHaveValue('302')
  await expect(page.getByRole('textbox', { name: 'Code postal' })).toHaveValue('')

  // Leaving with unsaved changes asks first.
  await page.getByRole('link', { name: 'Se connecter' }).click()
  const question = page.getByRole('dialog', { name: 'Modifications non enregistrées' })
  await question.getByRole('button', { name: 'Annuler' }).click()
  await expect(page.getByRole('heading', { name: 'Inscrivez votre compagnie' })).toBeVisible()
  await page.getByRole('link', { name: 'Se connecter' }).click()
  await question.getByRole('button', { name: 'Quitter sans enregistrer' }).click()
  await page.waitForURL('**/sign-in')
})

test('a company’s address keeps its apartment', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo', '/dashboard/company/general')
  const apartment = page.getByRole('textbox', { name: 'Appartement ou bureau' })
  await apartment.fill('1200')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Modifications enregistrées avec succès')).toBeVisible()
  await page.reload()
  await expect(apartment).toHaveValue('1200')
  await apartment.fill('')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(page.getByText('Modifications enregistrées avec succès').last()).toBeVisible()
})

test('the wizard keeps the site’s own address when going back and forth', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo', '/dashboard/client-folders/create')
  await page.getByRole('textbox', { name: 'Nom', exact: true }).fill('Deux Adresses')
  await chooseAddress(page, 'Adresse de facturation', '500 rue saint-jean', 'rue Saint-Jean')
  await page.getByRole('button', { name: 'Suivant' }).click()
  const site = page.getByRole('textbox', { name: 'Adresse du point de service' })
  await expect(site).toHaveValue(/rue Saint-Jean/)
  await chooseAddress(page, 'Adresse du point de service', '1100 avenue cartier', 'avenue Cartier')
  await page.getByRole('button', { name: 'Précédent', exact: true }).click()
  await page.getByRole('button', { name: 'Suivant' }).click()
  await expect(site).toHaveValue(/avenue Cartier/)
})

test('leaving the profile with a half-typed new password asks first', async ({ page }) => {
  await signIn(page, 'proprio@bordee.demo', '/dashboard/profile')
  await page.getByLabel(/^Nouveau mot de passe/).fill('presque fini')
  await page.getByRole('link', { name: 'Clients' }).click()
  const question = page.getByRole('dialog', { name: 'Modifications non enregistrées' })
  await question.getByRole('button', { name: 'Quitter sans enregistrer' }).click()
  await expect(page.getByRole('heading', { name: 'Dossiers clients' })).toBeVisible()
})
