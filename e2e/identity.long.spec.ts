import { expect, test } from './journey.ts'
import { demoPassword, linkInLetterTo } from './people.ts'

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

test('a wrong password is reported, and after five the captcha appears', async ({ page }) => {
  await page.goto('/sign-in')
  await page.getByLabel('Courriel').fill('gestion@bordee.demo')
  for (let attempt = 0; attempt < 6; attempt++) {
    await page.getByLabel('Mot de passe', { exact: true }).fill('pas le bon')
    const answered = page.waitForResponse('**/api/identity/sign-in')
    await page.keyboard.press('Enter')
    await answered
    if (attempt === 0) await expect(page.getByText('Courriel ou mot de passe invalide.')).toBeVisible()
  }
  await expect(page.getByText('Je ne suis pas un robot')).toBeVisible()
  await page.getByLabel('Mot de passe', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await expect(page.getByText('Veuillez cocher cette case')).toBeVisible()
  await page.getByText('Je ne suis pas un robot').click()
  await expect(page.getByText('Vérifié')).toBeVisible()
  await page.getByRole('button', { name: 'Se connecter' }).click()
  await page.waitForURL('**/dashboard/occupants')
})

test('a client asks for a link, follows it once, and signs out', async ({ page, request }) => {
  await page.goto('/client/contracts')
  await page.waitForURL('**/auth/client/sign-in')
  await page.getByLabel('Courriel').fill('client@bordee.demo')
  await page.getByRole('button', { name: 'Recevoir mon lien' }).click()
  await expect(page.getByText('Veuillez cocher cette case')).toBeVisible()
  await page.getByText('Je ne suis pas un robot').click()
  await expect(page.getByText('Vérifié')).toBeVisible()
  await page.getByRole('button', { name: 'Recevoir mon lien' }).click()
  await expect(page.getByRole('heading', { name: 'Consultez vos courriels' })).toBeVisible()

  const link = await linkInLetterTo(request, 'client@bordee.demo', /lien de connexion/)
  await page.goto(link)
  await page.waitForURL('**/client/contracts')
  await expect(page.getByRole('heading', { name: 'Contrats' })).toBeVisible()
  await page.goto('/client/nulle-part')
  await expect(page.getByRole('heading', { name: 'Page introuvable' })).toBeVisible()

  await page.getByRole('button', { name: 'Déconnexion' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Se déconnecter' }).click()
  await page.waitForURL('**/auth/client/sign-in')
  await page.goto(link)
  await expect(page.getByText('Le lien de connexion a expiré ou est invalide.')).toBeVisible()
  await page.getByRole('link', { name: 'Recevoir un nouveau lien' }).click()
  await expect(page.getByLabel('Courriel')).toHaveValue('client@bordee.demo')
})
