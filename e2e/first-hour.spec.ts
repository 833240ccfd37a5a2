import { expect, test } from './journey.ts'
import { agree, chooseAddress } from './people.ts'

/** From the registration form to the trial night. */
const mostClicks = 8

test('a company goes from registration to its trial night without help, in few clicks', async ({ page }) => {
  test.slow()
  let clicks = 0
  await page.exposeFunction('countClick', () => {
    clicks++
  })
  await page.addInitScript(() => addEventListener('pointerdown', Reflect.get(window, 'countClick'), { capture: true }))
  const email = `premiere.${Date.now()}@exemple.ca`
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Inscrire ma compagnie' }).click()
  await page.getByLabel('Prénom').fill('Élise')
  await page.getByRole('textbox', { name: 'Nom', exact: true }).fill('Gagné')
  await page.getByRole('textbox', { name: 'Courriel', exact: true }).fill(email)
  await page.getByLabel(/^Mot de passe/).fill('motdepasse1')
  await page.getByLabel('Nom de la compagnie').fill('Déneigement Première Neige')
  await page.getByLabel('Numéro d’entreprise').fill('1174829305')
  await page.getByLabel('Courriel de la compagnie').fill(email)
  await page.getByLabel('Téléphone').fill('4185550142')
  await chooseAddress(page, 'Adresse', '500 ch ste-foy', 'chemin Sainte-Foy')
  await page.getByText('Je ne suis pas un robot').click()
  await page.getByRole('button', { name: 'Inscrire ma compagnie' }).click()

  await page.waitForURL('**/dashboard/home**')
  await page.getByRole('button', { name: 'Plus tard' }).click()
  const steps = page.getByRole('region', { name: /^Premiers pas/ })
  await expect(steps.getByRole('listitem')).toHaveCount(7)
  await steps.getByRole('link', { name: 'Nuit d’essai' }).click()
  await page.getByRole('button', { name: 'Commencer la nuit d’essai' }).click()
  await expect(page.getByRole('list', { name: 'Camions' }).getByRole('listitem').first()).toContainText('Essai 1')
  expect(clicks).toBeLessThanOrEqual(mostClicks)
  await page.getByRole('complementary', { name: 'Nuit d’essai' }).getByRole('button', { name: 'Terminer' }).click()
  await agree(page, 'Terminer et effacer')

  await expect(page).toHaveURL(/\/dashboard\/home$/) // the end of the trial loads it by itself
  await expect(page.getByRole('region', { name: 'Premiers pas : 1 sur 7' })).toBeVisible()
})
