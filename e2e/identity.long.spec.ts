import { expect, test } from './journey.ts'
import { demoPassword } from './people.ts'

test('an invalid link says so after a while', async ({ page }) => {
  await page.clock.install()
  await page.goto('/auth/redirect?mode=whatever')
  await expect(page.getByRole('heading', { name: 'Un instant…' })).toBeVisible()
  await page.clock.fastForward(6500)
  await expect(page.getByRole('heading', { name: 'Lien invalide' })).toBeVisible()
})

test('a confirmation link opened while signed out reveals nothing', async ({ page }) => {
  await page.goto('/auth/redirect?mode=verifyEmail&email=proprio%40bordee.demo&oobCode=inconnu')
  await expect(page.getByText('Connectez-vous d’abord au compte')).toBeVisible()
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
  await page.getByLabel('Courriel').fill('proprio@bordee.demo')
  await page.getByLabel('Mot de passe', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ce lien a expiré ou a déjà servi.')).toBeVisible()
})
